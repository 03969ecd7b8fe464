// The command of options that is no order: a strike that is not listed yet.
import type { Cents } from '../kernel/units.ts';

/** Lists call, put and both delta twins at a strike of the grid (domain §2.5). */
export interface AddStrike {
  readonly kind: 'addStrike';
  readonly instrument: string;
  /** Month of the future, `MAR27`. */
  readonly contractDate: string;
  readonly strike: Cents;
}
