// Publishes the market to the connections of the hub, in slices, so that no order waits for it.
import { createMarketFeed, type FeedHub, heartbeatMs, type MarketFeed, pollMs } from '@openpit/market';
import type { FeedSource } from '@openpit/projections';
import type { HubMessage } from '@openpit/signalr-server';
import { inSlices } from '../limits/in-slices.ts';
import type { MarketHub } from './market-hub.ts';

export function startMarketFeed(hub: MarketHub, source: FeedSource, epoch: string): MarketFeed {
  // Both types have the events of the wire's table, which TypeScript cannot compare while the event varies.
  const feed = createMarketFeed(hub as unknown as FeedHub<HubMessage>, source, {
    epoch,
    nowMs: () => performance.now(),
    inSlices,
  });
  const timers = [setInterval(feed.poll, pollMs), setInterval(feed.beat, heartbeatMs)];
  for (const timer of timers) timer.unref();
  return {
    ...feed,
    stop() {
      for (const timer of timers) clearInterval(timer);
      feed.stop();
    },
  };
}
