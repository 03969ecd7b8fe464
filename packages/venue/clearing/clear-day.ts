// The clearing of a business day (market.md, Variation margin, Initial margin, Booking fees, Interest): what each account receives
// and pays. It runs when every contract has its MTM and what has expired is closed, before the day's deals leave the ledger.
import { feeOf } from '../deals/deal-fee.ts';
import { assert } from '../kernel/assert.ts';
import { type IsoDate, isoDate } from '../kernel/civil-date.ts';
import { halfEven } from '../kernel/half-even.ts';
import { asMoney, type Money } from '../kernel/units.ts';
import { holdingsOf, portfolioOf } from '../margins/account-portfolio.ts';
import { portfolioMargin } from '../margins/portfolio-margin.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import { contractNamed } from '../reference/market.ts';
import type { ClearingAct } from './clearing-act.ts';
import type { MoneyMoved, MovementType } from './clearing-events.ts';
import { type CashAccount, exchangeAccount } from './clearing-ledger.ts';

/** Amounts by contract. */
type Parts = Map<string, number>;
/** By principal. */
type PartsOfAccounts = Map<string, Parts>;

export function clearDay(act: ClearingAct, { ended }: EndingDay): void {
  const { state } = act;
  const { clearing } = state;
  const variation = variationMargins(act);
  const fees = bookingFees(act);
  const daysHeld = clearing.clearedOn === null ? 0 : ended - clearing.clearedOn;
  let [charged, paidInterest] = [0, 0];
  const day = isoDate(ended);
  for (const account of clearing.accounts()) {
    if (account.principal === exchangeAccount) continue;
    move(act, account, { day, movement: 'variationMargin', parts: variation.get(account.principal) });
    charged += move(act, account, { day, movement: 'bookingFee', parts: fees.get(account.principal) });
    const interest = interestOn(account.margin, { rate: state.rates.interestRate, days: daysHeld });
    paidInterest += post(act, account, { day, movement: 'interest', amount: interest });
    requireMargin(act, account, { day: ended, businessDay: day });
  }
  const exchange = clearing.account(exchangeAccount, '');
  post(act, exchange, { day, movement: 'bookingFee', amount: asMoney(-charged) });
  post(act, exchange, { day, movement: 'interest', amount: asMoney(-paidInterest) });
  clearing.clearedOn = ended;
  clearing.checkSum();
}

/** Realised and unrealised profit of the day at the new MTM. Each contract's sum over all accounts is 0. */
function variationMargins({ state, market }: ClearingAct): PartsOfAccounts {
  const all: PartsOfAccounts = new Map();
  let sum = 0;
  for (const position of state.positions.all()) {
    const contract = contractNamed(market, position.contract);
    const { mtm } = state.prices.of(contract);
    const perTon = position.realised + position.net * mtm - position.cost;
    const amount = perTon * contract.instrument.tonsPerContract;
    sum += amount;
    state.clearing.account(position.principal, position.member);
    add(all, position, amount);
  }
  assert(sum === 0, `the variation margins add up to ${sum} cents`);
  return all;
}

/** What the day's deals cost, as negative amounts. */
function bookingFees(act: ClearingAct): PartsOfAccounts {
  const { state, market } = act;
  const all: PartsOfAccounts = new Map();
  for (const deal of state.deals.all()) {
    const fee = feeOf(act, contractNamed(market, deal.contract), deal) ?? 0;
    const { principal, member } = deal.owner;
    if (fee === 0) continue;
    state.clearing.account(principal, member);
    add(all, { principal, contract: deal.contract }, -fee);
  }
  return all;
}

function add(
  all: PartsOfAccounts,
  { principal, contract }: { readonly principal: string; readonly contract: string },
  amount: number,
): void {
  if (amount === 0) return;
  let parts = all.get(principal);
  if (parts === undefined) {
    parts = new Map();
    all.set(principal, parts);
  }
  parts.set(contract, (parts.get(contract) ?? 0) + amount);
}

/** Simple interest, actual days of 365, to the cent, a half to the even cent. `rate`: hundredths of a percent per year. */
export const interestOn = (
  margin: Money,
  { rate, days }: { readonly rate: number; readonly days: number },
): Money => halfEven(BigInt(margin) * BigInt(rate) * BigInt(days), 10_000n * 365n);

function requireMargin(
  act: ClearingAct,
  account: CashAccount,
  { day, businessDay }: { readonly day: EndingDay['ended']; readonly businessDay: IsoDate },
): void {
  const { state, market, emit } = act;
  const { member, principal, margin: before } = account;
  const holdings = holdingsOf(state.positions, market, principal);
  if (holdings.size === 0 && before === 0) return;
  const { margin, classes } = portfolioMargin(portfolioOf(state, holdings, day));
  account.margin = margin;
  emit({ kind: 'marginRequired', businessDay, member, principal, before, margin, classes });
  post(act, account, { day: businessDay, movement: 'initialMargin', amount: asMoney(before - margin) });
}

/** Posts the sum of the parts; returns it. */
function move(
  act: ClearingAct,
  account: CashAccount,
  { day, movement, parts }: { day: IsoDate; movement: MovementType; parts: Parts | undefined },
): Money {
  if (parts === undefined) return asMoney(0);
  const listed = [...parts].map(([contract, amount]) => ({ contract, amount: asMoney(amount) }));
  const amount = asMoney(listed.reduce((sum, part) => sum + part.amount, 0));
  return post(act, account, { day, movement, amount, parts: listed });
}

/** Changes the balance and publishes the movement, unless it is 0 altogether; returns the amount. */
export function post(
  { state, emit }: ClearingAct,
  account: CashAccount,
  {
    day,
    movement,
    amount,
    parts = [],
  }: { day: IsoDate; movement: MovementType; amount: Money; parts?: MoneyMoved['parts'] },
): Money {
  if (amount === 0 && parts.length === 0) return amount;
  if (movement === 'payment') state.clearing.pay(account, amount);
  else account.balance = asMoney(account.balance + amount);
  const { member, principal, balance } = account;
  const movementSeq = state.clearing.takeMovementSeq();
  emit({
    kind: 'moneyMoved',
    movementSeq,
    businessDay: day,
    member,
    principal,
    movement,
    amount,
    balance,
    parts,
  });
  return amount;
}
