// The Depth panel under load: cell updates as the hub sends them, twenty times per second, through the receiver and the store
// to the screen. The best prices change with the rest.
import { type DepthRow, type DepthUpdate, type MarketRow, toCents, toRand } from '@openpit/wire';
import { createRoot } from 'react-dom/client';
import { createScreenPort, ScreenPortContext } from '../../web/actions/workspace-port.ts';
import { DepthOfContract } from '../../web/panels/parts/depth/depth-of-contract.tsx';
import { useConnection } from '../../web/stores/connection.ts';
import { dataSetStores, depthStore, marketStore } from '../../web/stores/stores.ts';
import { createDepthReceiver } from '../../web/transport/hub/depth.ts';
import { setMarketInPage } from '../../web/transport/market-in-page.ts';
import { Unframed } from '../../web/ui/panel-frame.tsx';
import { arbitrary } from './feed.ts';

const framesPerSecond = 20;
/** The cells of a depth row by the numbers of MODEL-2. */
const cells = { bidPrice: 2, bidQty: 3, offerQty: 4, offerPrice: 5 } as const;

const row: MarketRow = {
  contract: 'DEC26 WMAZ',
  displaySeq: 1,
  instrument: 'WMAZ',
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
  contractDate: 'DEC26',
  systemCode: 'F DEC26 WMAZ',
  version: 1,
  buyer: 'KAND',
  bidQty: 8,
  bid: 4035,
  offer: 4035.6,
  offerQty: 12,
  seller: 'VELD',
  last: 4035.2,
  lastQty: 5,
  change: 0.2,
  high: 4036.8,
  low: 4029,
  open: 4034.2,
  volume: 740,
  deals: 61,
  openInterest: 12_600,
  mtm: 4035,
  vwap: 4033.8,
  limitLow: 3835,
  limitHigh: 4235,
  time: null,
};
/** Fourteen orders on each side, one tick apart. */
const rows = Array.from(
  { length: 14 },
  (_, level): DepthRow => ({
    buyer: 'KAND',
    bidPrice: toRand(toCents(4035 - level * 0.2)),
    bidQty: 1 + arbitrary(level, 40),
    offerQty: 1 + arbitrary(level + 20, 40),
    sellPrice: toRand(toCents(4035.6 + level * 0.2)),
    seller: 'VELD',
  }),
);

/** The page has a live feed, and its connections never open. */
function connectToNothing(): void {
  const never = () => new Promise<never>(() => undefined);
  const ignore = () => undefined;
  const end = { start: never, stop: async () => undefined, invoke: never };
  setMarketInPage({
    call: never,
    connect: () => ({ state: 'Disconnected', on: ignore, onreconnected: ignore, onclose: ignore, ...end }),
    frame: (screens) => screens,
  });
  const isConnected = { market: 'Connected' } as const;
  const isReady = { venueReady: true, ownOrdersLoaded: true };
  setInterval(() => useConnection.setState({ ...isConnected, ...isReady, lastMessageAt: Date.now() }), 200);
}

/** `perSecond` cells of one contract change per second. */
export function startDepthLoad(place: HTMLElement, perSecond: number): void {
  connectToNothing();
  dataSetStores.instruments.replaceAll([
    {
      instrument: 'WMAZ',
      name: 'White maize',
      tonsPerContract: 100,
      tick: 0.2,
      decimals: 2,
      settlement: 'physical',
      dailyLimit: 200,
    },
  ]);
  marketStore.replaceAll([row]);
  const { displaySeq } = row;
  const receiver = createDepthReceiver({
    store: depthStore,
    isKnown: () => true,
    isMarketLoaded: () => true,
    isWatched: () => true,
    requestAgain: () => console.error('An update did not apply to the depth.'),
  });
  receiver.snapshot({ DisplaySeq: displaySeq, DepthRows: rows, seq: 1 });
  createRoot(place).render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <Unframed>
        <DepthOfContract row={row} view="order" />
      </Unframed>
    </ScreenPortContext>,
  );
  let seq = 1;
  let turn = 0;
  setInterval(() => {
    const Updates = Array.from({ length: Math.round(perSecond / framesPerSecond) }, (): DepthUpdate => {
      turn += 1;
      const rowNumber = arbitrary(turn * 7, rows.length);
      const isBid = turn % 2 === 0;
      // Every fifth update moves a price by at most one tick; the rest change quantities.
      const price = (isBid ? rows[rowNumber]?.bidPrice : rows[rowNumber]?.sellPrice) ?? null;
      if (turn % 5 === 0 && price !== null)
        return {
          rowNumber,
          updateType: isBid ? cells.bidPrice : cells.offerPrice,
          updateValue: toRand(toCents(price + (arbitrary(turn * 3, 3) - 1) * 0.2)),
        };
      return {
        rowNumber,
        updateType: isBid ? cells.bidQty : cells.offerQty,
        updateValue: 1 + arbitrary(turn * 11, 60),
      };
    });
    receiver.update({ DisplaySeq: displaySeq, Updates, prev: seq, seq: seq + 1 });
    seq += 1;
  }, 1_000 / framesPerSecond);
}
