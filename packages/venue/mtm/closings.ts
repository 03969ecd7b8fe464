// The books of futures at the closing moment. They are kept because orders may be deleted afterwards, in the admin period, and the day's
// MTM depends on them (market/money.md, MTM).
import type { Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { mustExist } from '../kernel/assert.ts';
import { SeededRandom } from '../kernel/seeded-random.ts';
import { asPrice, type EpochMs, epochMs, type Price } from '../kernel/units.ts';
import { haltedLeg } from '../phases/phases.ts';
import type { MarketContext } from '../reference/market.ts';
import { markRulesOf } from '../reference/reference-data.ts';
import { type Closing, type MtmState, withdrawApproval } from './mtm-state.ts';

type ClosingsContext = Omit<MarketContext<MtmState, never>, 'emit'>;

/** Keeps the state of the books of the futures among these at the closing moment, unless their trading ended before. */
export function closeTrading(context: ClosingsContext, contracts: Iterable<Contract>): void {
  const { state, market } = context;
  const { closings } = state.mtm;
  let moment: EpochMs | null = null;
  for (const contract of contracts) {
    const { index, kind } = contract;
    const hasExpired = contract.lastDay < market.businessDay;
    if (kind !== 'future' || hasExpired || closings.has(index)) continue;
    moment ??= closingMoment(context);
    closings.set(index, closingAt(context, contract, moment));
  }
}

/** The current book of a future, as if trading ended at this moment. */
export const closingNow = (context: ClosingsContext, contract: Contract): Closing =>
  closingAt(context, contract, context.at);

function closingAt(context: ClosingsContext, contract: Contract, moment: EpochMs): Closing {
  const { mtm, limits } = context.state;
  const opened = mtm.openings.get(contract.index);
  const notBefore = (time: EpochMs) => epochMs(Math.max(time, opened ?? time));
  const at = notBefore(moment);
  const lock = limits.lockOf(contract);
  return {
    at,
    bid: bestAt(context, contract, 'B', at),
    offer: bestAt(context, contract, 'S', at),
    // An order at a limit that rests while nothing trades locks no market.
    lock: lock && { ...lock, since: notBefore(lock.since) },
  };
}

/** The same for all contracts whose trading ends together, and whose books were open then; nobody can foresee it. */
function closingMoment({ market, at, seed }: ClosingsContext): EpochMs {
  const { closingMinutes } = markRulesOf(market.rules);
  if (closingMinutes === 0) return at;
  const random = new SeededRandom(mustExist(seed, 'the end of trading has no seed'));
  return epochMs(at - random.below(closingMinutes * 60_000));
}

function bestAt(
  { state, market }: ClosingsContext,
  contract: Contract,
  side: Side,
  moment: EpochMs,
): Price | null {
  // Orders that wait for a call auction may cross, and orders in a halt cannot deal. Neither are a market.
  if (state.phases.inAuction.has(contract.index) || haltedLeg({ state }, contract) !== null) return null;
  const since = moment - markRulesOf(market.rules).standingSeconds * 1000;
  const { orders, mtm } = state;
  // No order rests before its book is a market.
  if ((mtm.openings.get(contract.index) ?? since) > since) return null;
  const left = orders.left.best(contract.index, side, { moment, since });
  for (const { order, tick } of contract.book.resting(side)) {
    if (orders.get(order).queuedAt > since) continue;
    const resting = asPrice(tick * contract.tick);
    if (left === null) return resting;
    return asPrice(side === 'B' ? Math.max(left, resting) : Math.min(left, resting));
  }
  return left;
}

/** The books of the futures among these open now, at the start of trading or when it resumes. */
export function openTrading({ state, at }: ClosingsContext, contracts: Iterable<Contract>): void {
  for (const { index, kind } of contracts) if (kind === 'future') state.mtm.openings.set(index, at);
}

/** Trading continues after all, so the closings of these futures, and the corrections of their MTM, are void. */
export function reopenTrading(
  { state, market }: ClosingsContext,
  isMeant: (contract: Contract) => boolean,
): void {
  const { mtm } = state;
  withdrawApproval(mtm);
  for (const contract of market.contracts.values()) {
    if (!isMeant(contract)) continue;
    mtm.closings.delete(contract.index);
    mtm.corrections.delete(contract.index);
  }
}
