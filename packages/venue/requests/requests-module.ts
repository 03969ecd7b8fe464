// Request ids: a repeated command returns the first result and does nothing.
import type { ChunkStore } from '../kernel/chunk-store.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { RequestLedger, type SavedRequests } from './request-ledger.ts';
import { requestsRejections } from './requests-rejections.ts';

/** Request ids per unit. */
const blockSize = 200;

const forgetResults: LongStage<{ readonly state: { readonly requests: RequestLedger<unknown> } }, unknown> = {
  unit: ({ state: { requests } }, _day, at) => {
    if (at === 0) requests.beginEndOfDay();
    const moved = requests.moveIds(blockSize);
    return moved === 0 ? null : moved / 2;
  },
};

export const requestsModule = {
  name: 'requests',
  slice: {
    empty: (store: ChunkStore) => new RequestLedger<unknown>(store),
    save: (requests: RequestLedger<unknown>): SavedRequests<unknown> => requests.save(),
    load: (saved: SavedRequests<unknown>, _lower: unknown, store: ChunkStore) =>
      RequestLedger.load(saved, store),
  },
  rejections: requestsRejections,
  endOfDay: { reset: forgetResults },
} as const;
