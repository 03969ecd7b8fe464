// What became of a deal that was a mistake: the audit of it, and the day's figures of its contract without it.
import type { Cents, Lots } from '../kernel/units.ts';

/** The day's figures of a contract as the deals that stand give them. */
export interface CorrectedFigures {
  readonly last: Cents | null;
  readonly high: Cents | null;
  readonly low: Cents | null;
}
interface DealCorrected extends CorrectedFigures {
  readonly matchSeq: number;
  readonly contract: string;
  readonly lots: Lots;
  readonly price: Cents;
  /** Numbers of its two sides, and whose they are. */
  readonly sides: readonly { readonly dealSeq: number; readonly member: string; readonly userId: string }[];
  readonly reason: string;
  /** Whether it had counted for the day's figures. */
  readonly countsForMarket: boolean;
}
export interface DealCancelled extends DealCorrected {
  readonly kind: 'dealCancelled';
}
export interface DealRepriced extends DealCorrected {
  readonly kind: 'dealRepriced';
  /** What it costs now; `price` is what it had cost. */
  readonly newPrice: Cents;
}
export type ErrorTradeEvent = DealCancelled | DealRepriced;
