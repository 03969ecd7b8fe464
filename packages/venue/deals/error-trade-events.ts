// What became of a deal that was a mistake: the audit of it, and the day's figures of its contract without it.
import type { Cents, EpochMs, Lots } from '../kernel/units.ts';
import type { OptionDealt } from '../options/option-dealt.ts';
import type { DealOrigin } from './deal-origin.ts';

/** The day's figures of a contract as the deals that stand give them; all null where none is left. */
export interface CorrectedFigures {
  readonly last: Cents | null;
  readonly lastLots: Lots | null;
  readonly lastAt: EpochMs | null;
  readonly high: Cents | null;
  readonly low: Cents | null;
  /** Price of the day's first. */
  readonly open: Cents | null;
}
interface DealCorrected extends CorrectedFigures {
  readonly matchSeq: number;
  readonly contract: string;
  readonly lots: Lots;
  readonly price: Cents;
  /** Numbers of its two sides, and whose they are; none of a package, of which nothing is held but the deals that it printed. */
  readonly sides: readonly { readonly dealSeq: number; readonly member: string; readonly userId: string }[];
  readonly reason: string;
  readonly origin: DealOrigin;
}
export interface DealCancelled extends DealCorrected {
  readonly kind: 'dealCancelled';
}
export interface DealRepriced extends DealCorrected {
  readonly kind: 'dealRepriced';
  /** What it costs now; `price` is what it had cost. */
  readonly newPrice: Cents;
  readonly option: OptionDealt | null;
}
export type ErrorTradeEvent = DealCancelled | DealRepriced;
