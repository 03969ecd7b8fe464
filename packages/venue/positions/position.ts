// An account's position in one contract, folded from its deals (market/money.md, Positions). All values are cents per ton times
// lots: integers, so that the average price is never rounded on the way.
import type { Side } from '@openpit/terms';
import { type Lots, lots, type Price } from '../kernel/units.ts';

export interface Position {
  readonly positionSeq: number;
  readonly member: string;
  readonly principal: string;
  readonly subAccount: string | null;
  readonly contract: string;
  /** Net lots at the start of the day; negative when short. */
  opening: number;
  bought: Lots;
  sold: Lots;
  net: number;
  /** The cost of the net position: its lots times their average opening price. */
  cost: number;
  /** The profit of the lots closed today. */
  realised: number;
  /**
   * Lots of a long option that are not exercised automatically today. The instruction covers only lots that have been long since it was
   * sent, not lots bought later.
   */
  abandoned: Lots;
  /** The latest instruction to abandon lots; null if there is none. */
  instruction: AbandonInstruction | null;
}

/**
 * An instruction to abandon lots, with the changes of the position since. Deals cannot tell them afterwards: members move, split and cumulate
 * deals, and a cumulated deal has one time.
 */
interface AbandonInstruction {
  readonly lots: Lots;
  /** The net lots of the position when the instruction was given. */
  readonly net: number;
  changes: { readonly lots: number; readonly matchSeq: number }[];
}

/** What has changed a position: the match of a deal, or the cancellation of matches and of all that was made of them. */
export type PositionCause = { readonly matchSeq: number } | { readonly cancelled: ReadonlySet<number> };

/** An account's position in a contract after a change. */
export interface PositionChanged extends Readonly<Omit<Position, 'instruction'>> {
  readonly kind: 'positionChanged';
}

/**
 * Adds a deal. The lots that it closes remove their share of the cost, rounded towards zero. The odd cent stays with the open lots, so
 * profit and cost together lose nothing. The lots that it opens are added at the deal's price.
 */
export function addDeal(position: Position, deal: { side: Side; lots: Lots; price: Price }): void {
  addDealOfValue(position, { side: deal.side, lots: deal.lots, value: deal.price * deal.lots });
}

/**
 * The same for a deal whose price may not be a whole cent: the closed lots account for their share of the value, the opened lots account
 * for the rest.
 */
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

/** The part's share of an amount, rounded towards zero; exact even if the product exceeds the safe integers. */
export function shareOf(
  amount: number,
  { part, whole }: { readonly part: number; readonly whole: number },
): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return Math.trunc(product / whole);
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/** Undoes all of the day's deals. `mtm`: the MTM of the previous day, which the opening position was marked to. */
export function restartDay(position: Position, mtm: Price): void {
  position.net = position.opening;
  position.bought = lots(0);
  position.sold = lots(0);
  // Adding 0 turns −0, which JSON cannot represent, into 0.
  position.cost = position.opening * mtm + 0;
  position.realised = 0;
}

/**
 * Lowers the abandoned lots to the lots still held after a change. A later purchase does not raise them again. A cancelled match counts as if
 * it had never been dealt.
 */
export function limitAbandoned(position: Position, before: number, cause: PositionCause): void {
  const { instruction, net } = position;
  if (instruction === null) return;
  if ('matchSeq' in cause) {
    if (net === before) return;
    instruction.changes.push({ lots: net - before, matchSeq: cause.matchSeq });
    position.abandoned = leftOf(position.abandoned, net);
    return;
  }
  instruction.changes = instruction.changes.filter(({ matchSeq }) => !cause.cancelled.has(matchSeq));
  let running = instruction.net;
  let left = instruction.lots;
  for (const change of instruction.changes) {
    running += change.lots;
    left = leftOf(left, running);
  }
  // The cancelled deals that were made before the instruction change the position now.
  if (running !== net) instruction.changes.push({ lots: net - running, matchSeq: 0 });
  position.abandoned = leftOf(left, net);
}

const leftOf = (abandoned: Lots, net: number): Lots => lots(Math.min(abandoned, Math.max(net, 0)));

/** Begins the next day: open lots are marked to the MTM; closed lots have been paid. */
export function rollPosition(position: Position, mtm: Price): void {
  position.opening = position.net;
  position.bought = lots(0);
  position.sold = lots(0);
  position.cost = position.net * mtm + 0;
  position.realised = 0;
  abandon(position, lots(0));
}

/** Keeps lots from automatic exercise; 0 withdraws the instruction. */
export function abandon(position: Position, quantity: Lots): void {
  position.abandoned = quantity;
  position.instruction = quantity === 0 ? null : { lots: quantity, net: position.net, changes: [] };
}

/** Field by field, because this is on the order path and a spread is slow. */
export const positionChanged = (position: Position): PositionChanged => ({
  kind: 'positionChanged',
  positionSeq: position.positionSeq,
  member: position.member,
  principal: position.principal,
  subAccount: position.subAccount,
  contract: position.contract,
  opening: position.opening,
  bought: position.bought,
  sold: position.sold,
  net: position.net,
  cost: position.cost,
  realised: position.realised,
  abandoned: position.abandoned,
});
