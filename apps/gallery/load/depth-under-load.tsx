// The Depth panel under load: cell updates as the hub sends them, twenty times per second, through the receiver and the store
// to the screen. The best prices change with the rest.
import type { DepthUpdate } from '@openpit/wire';
import { createRoot } from 'react-dom/client';
import { createScreenPort, ScreenPortContext } from '../../web/actions/action.ts';
import { DepthOfContract } from '../../web/panels/depth/panel.tsx';
import { createDepthReceiver } from '../../web/server/hub/depth.ts';
import { depthStore } from '../../web/stores/stores.ts';
import { Unframed } from '../../web/ui/panel-frame.tsx';
import { arbitrary, depthRowsOf, marketRows } from '../example-rows.ts';
import { seedStores } from '../seed-stores.ts';

const framesPerSecond = 20;
/** The cells of a depth row by the numbers of MODEL-2. */
const cells = { bidPrice: 2, bidQty: 3, offerQty: 4, offerPrice: 5 } as const;

/** `perSecond` cells of one contract change per second. */
export function startDepthLoad(place: HTMLElement, perSecond: number): void {
  seedStores({ state: 'live', flash: 'none', isCompact: false, hasSound: false, hasSteps: false });
  const [row] = marketRows;
  if (row === undefined) throw new Error('There is no example contract.');
  const { displaySeq } = row;
  const rows = depthRowsOf(row);
  const receiver = createDepthReceiver({
    store: depthStore,
    isKnown: () => true,
    isMarketLoaded: () => true,
    isWatched: () => true,
    requestAgain: () => console.error('An update did not apply to the depth.'),
  });
  receiver.snapshot({ DisplaySeq: displaySeq, DepthRows: rows, seq: 1 });
  createRoot(place).render(
    <ScreenPortContext value={createScreenPort()}>
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
          updateValue: Math.round((price + (arbitrary(turn * 3, 3) - 1) * 0.2) * 100) / 100,
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
