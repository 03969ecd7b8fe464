// An account's position in a contract (data set 5, PANEL-8). The browser computes the open profit from the
// position's cost and the contract's last price, or its MTM while nothing has dealt. Values are rand, lots
// are signed.
import { toCents, toRand } from '@openpit/terms';

export interface PositionRow {
  /** The key. */
  readonly positionSeq: number;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly member: string;
  readonly contract: string;
  readonly displaySeq: number;
  readonly instrument: string;
  readonly tons: number;
  /** Net lots at the beginning of the day; short is negative. */
  readonly opening: number;
  readonly bought: number;
  readonly sold: number;
  readonly net: number;
  /** Cost of the net position: rand per ton times lots; negative when short. */
  readonly cost: number;
  /** Average opening price of the net position, to four decimals; null if flat. */
  readonly averagePrice: number | null;
  /** Profit of the lots that were closed today, in rand. */
  readonly realised: number;
  /** Lots of an option that are not to be exercised automatically today; omitted if there are none. */
  readonly abandoned?: number;
  /**
   * Initial margin in rand that the account deposited at the last end of day for all of its positions in the instrument: on the
   * first of them, 0 on the others.
   */
  readonly margin: number;
}

/** @returns rand: the value of the open position at this price (rand per ton), less its cost */
export function openProfit(position: Pick<PositionRow, 'net' | 'cost' | 'tons'>, price: number): number {
  // In cents, so that the sums are exact.
  const value = toCents(price) * position.net;
  return toRand((value - toCents(position.cost)) * position.tons);
}
