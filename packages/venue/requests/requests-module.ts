// Request ids: a repeated command gets the first result and does nothing.
import { RequestLedger, type SavedRequests } from './request-ledger.ts';
import { requestsRejections } from './requests-rejections.ts';

export const requestsModule = {
  name: 'requests',
  slice: {
    empty: () => new RequestLedger<unknown>(),
    save: (requests: RequestLedger<unknown>): SavedRequests<unknown> => requests.save(),
    load: (saved: SavedRequests<unknown>) => RequestLedger.load(saved),
  },
  rejections: requestsRejections,
  endOfDay: {
    reset: ({ state }: { readonly state: { readonly requests: RequestLedger<unknown> } }): void =>
      state.requests.endDay(),
  },
} as const;
