import type { ExpiryState } from '../expiry/expiry-context.ts';
import type { MarketContext } from '../reference/market.ts';
import type { ClearingEvent } from './clearing-events.ts';
import type { ClearingLedger } from './clearing-ledger.ts';

export interface ClearingState extends ExpiryState {
  readonly clearing: ClearingLedger;
}

export type ClearingContext = MarketContext<ClearingState, ClearingEvent>;
