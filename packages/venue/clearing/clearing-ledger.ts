// The cash of all accounts and of the exchange. Every movement has a counterpart: if one account receives an amount, another account pays
// it, or the account's own margin deposit changes. Only payments come from outside. All balances and deposits together therefore equal the
// payments.
import { maxAccountCash } from '@openpit/terms';
import { VenueBug } from '../kernel/assert.ts';
import type { Day } from '../kernel/civil-date.ts';
import { asMoney, type Money } from '../kernel/units.ts';

export interface CashAccount {
  readonly member: string;
  /** One account for all sub-accounts of a principal. */
  readonly principal: string;
  /** Positive if the exchange owes the account, negative if the account owes the exchange. */
  balance: Money;
  /** The initial margin that it has deposited. */
  margin: Money;
  /** The debt after the last day was cleared; 0 or more. */
  due: Money;
  /** Payments since then: deposits less withdrawals. */
  paid: Money;
}

export interface SavedClearing {
  readonly accounts: readonly CashAccount[];
  readonly nextMovementSeq: number;
  /** The amounts that accounts have paid in, less the amounts that they were paid. Text if it exceeds the exact integers. */
  readonly paid: Money | string;
  readonly clearedOn: Day | null;
  readonly run: SavedRun | null;
}

/** Amounts by principal, then by contract. */
type PartsOfAccounts = Map<string, Map<string, number>>;

/** The clearing of a day in progress. */
export interface ClearingRun {
  readonly variation: PartsOfAccounts;
  readonly fees: PartsOfAccounts;
  /** The fees to be charged, 0 or more. */
  feeSum: number;
  /** The amounts that accounts have been charged, below 0. */
  charged: number;
  paidInterest: number;
}
type SavedParts = readonly (readonly [string, readonly (readonly [string, number])[]])[];
type SavedRun = Omit<ClearingRun, 'variation' | 'fees'> & {
  readonly variation: SavedParts;
  readonly fees: SavedParts;
};

export const newClearingRun = (): ClearingRun => ({
  variation: new Map(),
  fees: new Map(),
  feeSum: 0,
  charged: 0,
  paidInterest: 0,
});

/** No member or client can have this code, because codes consist of capital letters and digits. */
export const exchangeAccount = 'exchange';

/**
 * The unpaid part of the debt as of the last clearing, in cents, 0 or more. Payments reduce it, and later credits are set off
 * against it, so that it never exceeds the current debt.
 */
export const unpaidOf = ({ due, paid, balance }: Pick<CashAccount, 'due' | 'paid' | 'balance'>): Money =>
  asMoney(Math.min(Math.max(due - paid, 0), Math.max(-balance, 0)));

/** Whether a payment leaves an account with an amount that the market can clear: within the maximum, or nearer to it than before. */
export const isClearable = (cash: number, payment: Money): boolean =>
  Math.abs(payment) <= maxAccountCash && Math.abs(cash + payment) <= Math.max(maxAccountCash, Math.abs(cash));

export class ClearingLedger {
  /** In the order in which they were opened, and by principal. */
  readonly #accounts: CashAccount[] = [];
  readonly #byPrincipal = new Map<string, CashAccount>();
  #nextMovementSeq = 1;
  /** The only amount that can exceed the exact integers, because it is a sum over all accounts and days. */
  #paid = 0n;
  /** The last business day that was cleared; null before the first. */
  clearedOn: Day | null = null;
  /** `null` unless a day is being cleared. */
  run: ClearingRun | null = null;

  /** The account of a principal, opened when it is first needed. */
  account(principal: string, member: string): CashAccount {
    const existing = this.#byPrincipal.get(principal);
    if (existing !== undefined) return existing;
    const account = {
      member,
      principal,
      balance: asMoney(0),
      margin: asMoney(0),
      due: asMoney(0),
      paid: asMoney(0),
    };
    this.#add(account);
    return account;
  }

  /** In the order in which they were opened. */
  get accounts(): readonly CashAccount[] {
    return this.#accounts;
  }

  takeMovementSeq(): number {
    return this.#nextMovementSeq++;
  }

  pay(account: CashAccount, amount: Money): void {
    account.balance = asMoney(account.balance + amount);
    account.paid = asMoney(account.paid + amount);
    this.#paid += BigInt(amount);
  }

  /** The cash of an account with its deposit, in cents. */
  cashOf(principal: string): number {
    const account = this.#byPrincipal.get(principal);
    return account === undefined ? 0 : account.balance + account.margin;
  }

  /**
   * Throws VenueBug if a cent was lost or created. In a market of rules before version 12, an account can hold more than the exact
   * integers. Its cents are already lost, so the sum is adopted.
   */
  checkSum(): void {
    let sum = 0n;
    let isExact = true;
    for (const { balance, margin } of this.#accounts) {
      sum += BigInt(balance) + BigInt(margin);
      if (!Number.isSafeInteger(balance) || !Number.isSafeInteger(margin)) isExact = false;
    }
    if (isExact && sum !== this.#paid)
      throw new VenueBug(`the accounts hold ${sum} cents, but ${this.#paid} were paid in`);
    this.#paid = sum;
  }

  save(): SavedClearing {
    return {
      accounts: this.#accounts.map((account) => ({ ...account })),
      nextMovementSeq: this.#nextMovementSeq,
      paid: Number.isSafeInteger(Number(this.#paid)) ? asMoney(Number(this.#paid)) : String(this.#paid),
      clearedOn: this.clearedOn,
      run:
        this.run === null
          ? null
          : { ...this.run, variation: savedParts(this.run.variation), fees: savedParts(this.run.fees) },
    };
  }

  static load({ accounts, nextMovementSeq, paid, clearedOn, run }: SavedClearing): ClearingLedger {
    const ledger = new ClearingLedger();
    for (const account of accounts) ledger.#add({ ...account });
    ledger.#nextMovementSeq = nextMovementSeq;
    ledger.#paid = BigInt(paid);
    ledger.clearedOn = clearedOn;
    if (run !== null)
      ledger.run = { ...run, variation: loadedParts(run.variation), fees: loadedParts(run.fees) };
    return ledger;
  }

  #add(account: CashAccount): void {
    this.#accounts.push(account);
    this.#byPrincipal.set(account.principal, account);
  }
}

const savedParts = (parts: PartsOfAccounts): SavedParts =>
  Array.from(parts, ([principal, amounts]) => [principal, [...amounts]] as const);
const loadedParts = (saved: SavedParts): PartsOfAccounts =>
  new Map(saved.map(([principal, amounts]) => [principal, new Map(amounts)]));
