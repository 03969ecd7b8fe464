import { describe, expect, it } from 'vitest';
import type { HubState } from '../stores/connection.ts';
import { createMarketFeed } from './market-feed.ts';

function marketFeedOf() {
  let state: HubState = 'Connecting';
  const log: string[] = [];
  const feed = createMarketFeed({
    open: () => ({
      state: () => state,
      invoke: async <Reply>(method: string, ...args: unknown[]) => {
        log.push([method, ...args.map((arg) => JSON.stringify(arg))].join(' '));
        if (args[0] === 12) throw new Error('Data set 12 is away.');
        return { Message: 'False' } as Reply;
      },
      tryNow: () => void log.push('try now'),
    }),
    onAsked: (wanted) => log.push(`asked ${wanted}`),
    onAskFailed: (wanted) => log.push(`ask failed ${wanted}`),
    onFailed: () => undefined,
  });
  const stand = () => {
    state = 'Connected';
    feed.connected();
  };
  return { feed, log, stand };
}

describe('the market connection', () => {
  it('asks for what loaders want once it stands, and again each time that it stands anew', async () => {
    const { feed, log, stand } = marketFeedOf();
    const instruments = feed.load(2);
    const rows = feed.load('marketRows');
    expect(log).toEqual(['try now']);
    log.length = 0;
    stand();
    const asked = [
      'SubscribeToGroups ["announcements"]',
      'asked 2',
      'PublishAllData 2 null',
      'asked marketRows',
      'GetMarketDisplayChunks',
    ];
    expect(log).toEqual(asked);
    feed.arrived(2, 6);
    feed.arrived('marketRows', 18);
    expect(await Promise.all([instruments, rows])).toEqual([6, 18]);
    log.length = 0;
    stand();
    expect(log).toEqual(asked);
  });

  it('fails the loader whose set the hub rejects, and no other', async () => {
    const { feed, log, stand } = marketFeedOf();
    feed.start();
    stand();
    const trends = feed.load(12);
    const mtm = feed.load(9);
    await expect(trends).rejects.toThrow('Data set 12 is away.');
    expect(log).toContain('ask failed 12');
    feed.arrived(9, 18);
    expect(await mtm).toBe(18);
  });

  it('fails all who wait when no try is left, in a sentence', async () => {
    const { feed } = marketFeedOf();
    const waiting = feed.load(2);
    feed.gaveUp();
    await expect(waiting).rejects.toThrow('The connection to the market could not be made.');
  });

  it('[HUB-2] [HUB-3] asks to be told of new strikes, instrument by instrument, once it stands', () => {
    const { feed, log, stand } = marketFeedOf();
    feed.start();
    feed.hearStrikes(['WMAZ']);
    expect(log).toEqual([]);
    stand();
    log.length = 0;
    feed.hearStrikes(['WMAZ', 'YMAZ']);
    expect(log).toEqual(['SubscribeToStrike "WMAZ"', 'SubscribeToStrike "YMAZ"']);
  });

  it('measures nothing while it is not connected', async () => {
    const { feed, stand } = marketFeedOf();
    feed.start();
    expect(await feed.check()).toBeNull();
    stand();
    expect(await feed.check()).toMatchObject({ isOver: false });
  });
});
