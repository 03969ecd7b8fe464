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
  addDealOfValue(position, { side: deal.side, lots: deal.lots, value: deal.price * deal.lots });
}

/** The same for a deal whose price may be no whole cent: what it closes takes its share of the value, the rest opens. */
export function addDealOfValue(position: Position, deal: { side: Side; lots: Lots; value: number }): void {
  const signed = deal.side === 'B' ? deal.lots : -deal.lots;
  if (deal.side === 'B') position.bought = lots(position.bought + deal.lots);
  else position.sold = lots(position.sold + deal.lots);
  const before = position.net;
  const closed = before !== 0 && before > 0 !== signed > 0 ? Math.min(Math.abs(before), deal.lots) : 0;
  const closedValue =
    closed === deal.lots ? deal.value : shareOf(deal.value, { part: closed, whole: deal.lots });
  if (closed > 0) {
    const costOut = shareOf(position.cost, { part: closed, whole: Math.abs(before) });
    position.realised += (before > 0 ? closedValue : -closedValue) - costOut;
    position.cost -= costOut;
  }
  const openedValue = deal.value - closedValue;
  position.cost += signed > 0 ? openedValue : -openedValue;
  position.net = before + signed;
}

/** The part's share of an amount, rounded towards zero; exact also where the product leaves the safe integers. */
export function shareOf(
  amount: number,
  { part, whole }: { readonly part: number; readonly whole: number },
): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return Math.trunc(product / whole);
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/** Takes back all that the day's deals have made of it. `mtm`: that of the day before, to which what was open was marked. */
export function beginDayAgain(position: Position, mtm: Cents): void {
  position.net = position.opening;
  position.bought = lots(0);
  position.sold = lots(0);
  position.cost = position.opening * mtm;
  position.realised = 0;
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
