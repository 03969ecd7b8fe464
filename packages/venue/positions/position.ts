// An account's position in one contract, folded from its deals. All values are cents per ton times lots: integers, so the
// average price is never rounded on the way.
import type { PositionChanged } from '../events.ts';
import { type Cents, type Lots, lots, type Side } from '../kernel/units.ts';

export interface Position {
  readonly positionSeq: number;
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly contract: string;
  opening: number;
  bought: Lots;
  sold: Lots;
  net: number;
  cost: number;
  realised: number;
}

/**
 * Adds a deal. What it closes leaves with its share of the cost, the share rounded towards zero: the odd cent stays with
 * what is still open, and profit and cost together lose nothing. What it opens comes in at the deal's price.
 */
export function addDeal(position: Position, deal: { side: Side; lots: Lots; price: Cents }): void {
  const signed = deal.side === 'B' ? deal.lots : -deal.lots;
  if (deal.side === 'B') position.bought = lots(position.bought + deal.lots);
  else position.sold = lots(position.sold + deal.lots);
  const before = position.net;
  const closed = before !== 0 && before > 0 !== signed > 0 ? Math.min(Math.abs(before), deal.lots) : 0;
  if (closed > 0) {
    const costOut = shareOf(position.cost, { part: closed, whole: Math.abs(before) });
    position.realised += (before > 0 ? closed : -closed) * deal.price - costOut;
    position.cost -= costOut;
  }
  const opened = deal.lots - closed;
  position.cost += (signed > 0 ? opened : -opened) * deal.price;
  position.net = before + signed;
}

/** The part's share of an amount, rounded towards zero; exact also where the product leaves the safe integers. */
function shareOf(amount: number, { part, whole }: { readonly part: number; readonly whole: number }): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return Math.trunc(product / whole);
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/** Begins a day: what is open was marked to the MTM, what was closed has been paid. */
export function rollPosition(position: Position, mtm: Cents): void {
  position.opening = position.net;
  position.bought = lots(0);
  position.sold = lots(0);
  position.cost = position.net * mtm;
  position.realised = 0;
}

export const positionChanged = (position: Position): PositionChanged => ({
  kind: 'positionChanged',
  ...position,
});
