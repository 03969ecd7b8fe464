// Clears a business day (market/money.md, Variation margin, Initial margin, Booking fees, Interest): computes what each account
// receives and pays. It runs once every contract has its MTM and all expired positions are closed, but before the day's deals
// leave the ledger. It processes contract by contract, then account by account.
import { maxAccountCash } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { feeOf } from '../deals/deal-fee.ts';
import { assert, mustExist } from '../kernel/assert.ts';
import { type IsoDate, isoDate } from '../kernel/civil-date.ts';
import { asMoney, halfEven, type Money } from '../kernel/units.ts';
import type { LongStage } from '../kernel/venue-module.ts';
import { holdingsOf, marginWork, portfolioOf } from '../margins/account-portfolio.ts';
import { portfolioMargin } from '../margins/portfolio-margin.ts';
import type { EndingDay } from '../prices/prices-module.ts';
import { clearingMemberOf } from '../reference/reference-data.ts';
import { rulesOn } from '../reference/reference-sections.ts';
import type { ClearingContext } from './clearing-context.ts';
import type { MoneyMoved, MovementType, PaymentDue } from './clearing-events.ts';
import {
  type CashAccount,
  type ClearingRun,
  exchangeAccount,
  newClearingRun,
  unpaidOf,
} from './clearing-ledger.ts';

export const clearDay: LongStage<ClearingContext, EndingDay> = {
  unit: (context, { ended, next }, at) => {
    const { state, market } = context;
    const { clearing } = state;
    if (at === 0) clearing.run = newClearingRun();
    const { run } = clearing;
    if (run === null) return null;
    const { listed } = market;
    const contract = listed[at];
    if (contract !== undefined) return clearContract(context, run, contract);
    const account = clearing.accounts[at - listed.length];
    if (account !== undefined) return clearAccount(context, run, account, ended);
    completeClearing(context, run, { ended, next });
    return 10;
  },
};

/** The variation margins and booking fees of a contract. */
function clearContract(context: ClearingContext, run: ClearingRun, contract: Contract): number {
  const { state } = context;
  const { mtm } = state.prices.of(contract);
  let work = 1;
  let sum = 0n;
  let isExact = true;
  // Realised and unrealised profit of the day at the new MTM.
  for (const position of state.positions.in(contract)) {
    const perTon = position.realised + position.net * mtm - position.cost;
    const amount = perTon * contract.instrument.tonsPerContract;
    sum += BigInt(amount);
    isExact &&= Number.isSafeInteger(amount);
    state.clearing.account(position.principal, position.member);
    add(run.variation, position, amount);
    work += 2;
  }
  // A market of rules before version 12 can have larger positions.
  assert(!isExact || sum === 0n, `the variation margins of ${contract.name} add up to ${sum} cents`);
  for (const deal of state.deals.in(contract.name)) {
    const fee = Math.min(feeOf(context, contract, deal) ?? 0, maxAccountCash - run.feeSum);
    work += 1;
    if (fee === 0) continue;
    run.feeSum += fee;
    const { principal, member } = deal.owner;
    state.clearing.account(principal, member);
    add(run.fees, { principal, contract: contract.name }, -fee);
  }
  return work;
}

function clearAccount(
  context: ClearingContext,
  run: ClearingRun,
  account: CashAccount,
  ended: EndingDay['ended'],
): number {
  const { state } = context;
  const { principal } = account;
  if (principal === exchangeAccount) return 1;
  const { clearedOn } = state.clearing;
  const daysHeld = clearedOn === null ? 0 : ended - clearedOn;
  const day = isoDate(ended);
  // This deposit is computed before the day's movements, because only money that was paid in earns
  // interest. A debt bears none.
  const on = asMoney(Math.max(account.margin - unpaidOf(account), 0));
  move(context, account, { day, movement: 'variationMargin', parts: run.variation.get(principal) });
  run.charged += move(context, account, { day, movement: 'bookingFee', parts: run.fees.get(principal) });
  const earned = interestOn(on, { rate: state.rates.interestRate, days: daysHeld });
  const room = maxAccountCash - Math.max(run.paidInterest, account.balance, 0);
  const interest = asMoney(Math.max(Math.min(earned, room), 0));
  run.paidInterest += postMovement(context, account, { day, movement: 'interest', amount: interest, on });
  return requireMargin(context, account, { day: ended, businessDay: day });
}

function completeClearing(
  context: ClearingContext,
  run: ClearingRun,
  { ended, next }: Pick<EndingDay, 'ended' | 'next'>,
): void {
  const { clearing } = context.state;
  const day = isoDate(ended);
  const exchange = clearing.account(exchangeAccount, '');
  postMovement(context, exchange, { day, movement: 'bookingFee', amount: asMoney(-run.charged) });
  postMovement(context, exchange, { day, movement: 'interest', amount: asMoney(-run.paidInterest) });
  // The exchange withdraws its income, because otherwise the sum over all days would grow without limit.
  if (Math.abs(exchange.balance) > maxAccountCash)
    postMovement(context, exchange, { day, movement: 'payment', amount: asMoney(-exchange.balance) });
  clearing.clearedOn = ended;
  clearing.run = null;
  clearing.checkSum();
  for (const account of clearing.accounts)
    publishDue(context, account, {
      businessDay: day,
      dueOn: isoDate(next),
      dueBy: rulesOn(context.state.reference, context.market, next).paymentCutOff ?? null,
    });
}

/** The exchange cannot owe itself anything. */
function publishDue(
  { market, emit }: ClearingContext,
  account: CashAccount,
  due: Pick<PaymentDue, 'businessDay' | 'dueOn' | 'dueBy'>,
): void {
  const { member, principal, balance: amount } = account;
  if (principal === exchangeAccount) return;
  const overdue = unpaidOf(account);
  account.due = asMoney(Math.max(-amount, 0));
  account.paid = asMoney(0);
  if (amount === 0) return;
  const clearingMember = clearingMemberOf(mustExist(market.members.get(member), `no member ${member}`));
  emit({ kind: 'paymentDue', ...due, member, clearingMember, principal, amount, overdue });
}

function add(
  all: ClearingRun['fees'],
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

/**
 * Simple interest for actual days over 365, rounded to the cent, halves to even. `rate` is in hundredths of a percent per year.
 */
export const interestOn = (
  margin: Money,
  { rate, days }: { readonly rate: number; readonly days: number },
): Money => halfEven(BigInt(margin) * BigInt(rate) * BigInt(days), 10_000n * 365n);

function requireMargin(
  context: ClearingContext,
  account: CashAccount,
  { day, businessDay }: { readonly day: EndingDay['ended']; readonly businessDay: IsoDate },
): number {
  const { state, market, emit } = context;
  const { member, principal, margin: before } = account;
  const holdings = holdingsOf(state.positions, market, principal);
  if (holdings.size === 0 && before === 0) return 1;
  const { margin, classes } = portfolioMargin(portfolioOf(state, holdings, day));
  account.margin = margin;
  emit({ kind: 'marginRequired', businessDay, member, principal, before, margin, classes });
  postMovement(context, account, {
    day: businessDay,
    movement: 'initialMargin',
    amount: asMoney(before - margin),
  });
  return marginWork(holdings);
}

/** Posts the sum of the parts; returns it. */
function move(
  context: ClearingContext,
  account: CashAccount,
  {
    day,
    movement,
    parts,
  }: { day: IsoDate; movement: MovementType; parts: ReadonlyMap<string, number> | undefined },
): Money {
  if (parts === undefined) return asMoney(0);
  const listed = [...parts].map(([contract, amount]) => ({ contract, amount: asMoney(amount) }));
  const amount = asMoney(listed.reduce((sum, part) => sum + part.amount, 0));
  return postMovement(context, account, { day, movement, amount, parts: listed });
}

/** Changes the balance and publishes the movement, unless it is zero; returns the amount. */
export function postMovement(
  { state, emit }: ClearingContext,
  account: CashAccount,
  {
    day,
    movement,
    amount,
    parts = [],
    ...more
  }: Pick<MoneyMoved, 'movement' | 'amount' | 'on' | 'delivery'> & {
    readonly day: IsoDate;
    readonly parts?: MoneyMoved['parts'];
  },
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
    ...more,
  });
  return amount;
}
