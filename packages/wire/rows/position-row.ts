// An account's position in a contract (data set 5, PANEL-8). The open profit moves with the market: the browser works it out
// from what the position cost and the contract's last price, or its MTM while nothing has dealt. Values are rand, lots signed.

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
  /** Net lots with which the day began; short is negative. */
  readonly opening: number;
  readonly bought: number;
  readonly sold: number;
  readonly net: number;
  /** What the net position cost: rand per ton times lots; negative for a short one. */
  readonly cost: number;
  /** Average price at which the net position was opened, to four decimals; null when flat. */
  readonly averagePrice: number | null;
  /** Profit of what was closed today, in rand. */
  readonly realised: number;
  /** Initial margin of the net position, in rand. */
  readonly margin: number;
}

/** Rand by which the open position gains at this price per ton: what it would fetch less what it cost. */
export function openProfit(position: Pick<PositionRow, 'net' | 'cost' | 'tons'>, price: number): number {
  // Cents and not rand inside, so that no sum is made of floats.
  const value = Math.round(price * 100) * position.net;
  return ((value - Math.round(position.cost * 100)) * position.tons) / 100;
}
