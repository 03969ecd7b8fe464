// Contracts that end with the day (market.md, Exercise and abandon, Final settlement): options in the money are exercised
// automatically, the others lapse; futures are settled in cash. Nobody holds an expired option, or a settled future.
import type { Contract } from '../contracts/contract.ts';
import { present } from '../kernel/assert.ts';
import type { Day } from '../kernel/civil-date.ts';
import { businessDaysAfter } from '../kernel/trading-day.ts';
import { asPrice, lots, type Price } from '../kernel/units.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import type { Market } from '../reference/market.ts';
import { drawLots } from './assign-shorts.ts';
import { bookExercise } from './book-exercise.ts';
import { bookBothSides, longsIn, matchParts, type Part, shortsIn } from './close-out.ts';
import type { ExpiryAct } from './expiry-act.ts';

/** Business days after the last trading day on which a physically settled future is closed for cash. */
const deliveryDays = 5;

/** Must run when every contract has its MTM of the day. */
export function endContracts(act: ExpiryAct, { ended }: EndingDay): void {
  const { state, market } = act;
  for (const contract of market.contracts.values()) {
    if (contract.lastDay > ended || !state.positions.isHeld(contract)) continue;
    if (contract.kind === 'option') expireOption(act, contract);
    else if (settlementDay(market, contract) <= ended) settleFuture(act, contract);
  }
  state.abandonments.clear();
}

/** The day at whose end positions in a future are closed for cash. */
export const settlementDay = ({ holidays }: Pick<Market, 'holidays'>, contract: Contract): Day =>
  contract.instrument.settlement === 'cash'
    ? contract.lastDay
    : businessDaysAfter(contract.lastDay, deliveryDays, holidays);

function expireOption(act: ExpiryAct, contract: Contract): void {
  const { state, seed } = act;
  const held = state.positions.in(contract);
  const longs = longsIn(held);
  const shorts = shortsIn(held);
  const exercised = isInTheMoney(act, contract)
    ? longs.flatMap((part) => notAbandoned(act, contract, part))
    : [];
  const assigned = drawLots(
    shorts,
    lotsOf(exercised),
    // Each contract draws for itself.
    present(seed, 'the end of the day has no seed') + contract.index,
  );
  if (exercised.length > 0) bookExercise(act, contract, { exercised, assigned, isAutomatic: true });
  lapse(act, contract, without(longs, exercised), without(shorts, assigned));
}

/** By at least one tick against the future's MTM of the expiry day. */
function isInTheMoney({ state }: ExpiryAct, contract: Contract): boolean {
  const { type, strike, underlying } = present(contract.option, `${contract.name} is not an option`);
  const { mtm } = state.prices.of(underlying);
  return (type === 'call' ? mtm - strike : strike - mtm) >= underlying.instrument.tick;
}

function notAbandoned({ state }: ExpiryAct, { name }: Contract, { owner, lots: held }: Part): Part[] {
  const left = held - state.abandonments.lotsOf(owner, name);
  return left > 0 ? [{ owner, lots: lots(left) }] : [];
}

function lapse(act: ExpiryAct, contract: Contract, longs: readonly Part[], shorts: readonly Part[]): void {
  const quantity = lotsOf(longs);
  if (quantity === 0) return;
  closeAt(act, contract, { longs, shorts, price: asPrice(0), origin: 'lapse' });
  act.emit({ kind: 'optionLapsed', contract: contract.name, lots: lots(quantity) });
}

function settleFuture(act: ExpiryAct, contract: Contract): void {
  const held = act.state.positions.in(contract);
  const longs = longsIn(held);
  const { mtm: price } = act.state.prices.of(contract);
  closeAt(act, contract, { longs, shorts: shortsIn(held), price, origin: 'settlement' });
  act.emit({ kind: 'futureSettled', contract: contract.name, lots: lots(lotsOf(longs)) });
}

function closeAt(
  act: ExpiryAct,
  contract: Contract,
  {
    longs,
    shorts,
    price,
    origin,
  }: {
    readonly longs: readonly Part[];
    readonly shorts: readonly Part[];
    readonly price: Price;
    readonly origin: 'lapse' | 'settlement';
  },
): void {
  const linkedGroup = act.state.deals.takeLinkedGroup();
  for (const { long, short, lots: quantity } of matchParts(longs, shorts))
    bookBothSides(act, contract, {
      buyer: short.owner,
      seller: long.owner,
      lots: quantity,
      price,
      origin,
      linkedGroup,
    });
}

const lotsOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.lots, 0);

/** What is left of the parts when others, of the same accounts, are taken out. */
function without(parts: readonly Part[], taken: readonly Part[]): Part[] {
  return parts.flatMap(({ owner, lots: held }) => {
    const used = taken.find(
      (one) => one.owner.principal === owner.principal && one.owner.subAccount === owner.subAccount,
    );
    const left = held - (used?.lots ?? 0);
    return left > 0 ? [{ owner, lots: lots(left) }] : [];
  });
}
