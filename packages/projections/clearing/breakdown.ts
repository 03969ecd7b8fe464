// The composition of each account's balance (data set 14): the movements of the last business day that was cleared, as a tree account →
// instrument → contract. The account's positions and deals are read when its clearing begins, because the end of the day removes the deals.
// The MTM arrives with the day's end.
import {
  type ClassMargin,
  type DayEnded,
  exchangeAccount,
  type InstrumentRates,
  type MarginRequired,
  type MoneyMoved,
  type PositionChanged,
  parseIsoDate,
} from '@openpit/venue';
import { type BreakdownRow, dataSets } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { Steps } from '../kernel/steps.ts';
import type { StandingDeal } from '../members/deals.ts';
import type { FactsOf } from '../reference/directory.ts';
import {
  type AccountDay,
  breakdownRows,
  type ContractDay,
  emptyContractDay,
  type InterestBasis,
} from './breakdown-rows.ts';

interface BreakdownRecord extends MemberRecord<string> {
  readonly row: BreakdownRow;
}

/** The data that the breakdown reads from other projections. */
export interface BreakdownSources {
  readonly positions: () => Iterable<PositionChanged>;
  readonly deals: () => Iterable<StandingDeal>;
  readonly ratesOf: (instrument: string) => InstrumentRates | undefined;
  /** Hundredths of a percent per year. */
  readonly interestRate: () => number;
  readonly facts: FactsOf;
}

interface KnownMargin {
  readonly businessDay: string;
  readonly classes: readonly ClassMargin[];
}

export interface SavedBreakdown {
  readonly rows: SavedMemberRows<BreakdownRow>;
  readonly day: string;
  readonly accounts: readonly AccountDay[];
  readonly balances: readonly (readonly [string, number])[];
  readonly margins: readonly (readonly [string, KnownMargin])[];
  readonly clearedOn: string;
}

export class Breakdown implements Projection {
  readonly #sources: BreakdownSources;
  readonly #rows = new MemberRows<BreakdownRecord, BreakdownRow>({
    dataSetId: dataSets.breakDownAnalysis.id,
    rowOf: ({ row }) => row,
  });
  /** The business day that moves money now, and its movements by principal. */
  #day = '';
  readonly #accounts = new Map<string, AccountDay>();
  /** The positions and deals of each account, read once for each clearing; by principal, then by contract. */
  #held: ReadonlyMap<string, ReadonlyMap<string, ContractDay>> | null = null;
  /** After the newest movement, in cents. */
  readonly #balances = new Map<string, number>();
  readonly #margins = new Map<string, KnownMargin>();
  /** The last business day that ended. */
  #clearedOn = '';

  constructor(sources: BreakdownSources) {
    this.#sources = sources;
  }

  readonly dataSets = { breakDownAnalysis: this.#rows };

  readonly on: EventHandlers = {
    moneyMoved: (event) => (event.principal === exchangeAccount ? undefined : this.#move(event)),
    marginRequired: (event) => this.#require(event),
    dayEnded: (event) => this.#endDay(event),
  };

  save(): SavedBreakdown {
    return {
      rows: this.#rows.save(({ row }) => row),
      day: this.#day,
      accounts: Array.from(this.#accounts.values(), copyOf),
      balances: [...this.#balances],
      margins: [...this.#margins],
      clearedOn: this.#clearedOn,
    };
  }

  load({ rows, day, accounts, balances, margins, clearedOn }: SavedBreakdown): void {
    this.#rows.load(rows, recordOf);
    this.#day = day;
    this.#held = null;
    this.#accounts.clear();
    for (const account of accounts) this.#accounts.set(account.principal, copyOf(account));
    this.#balances.clear();
    for (const [principal, balance] of balances) this.#balances.set(principal, balance);
    this.#margins.clear();
    for (const [principal, margin] of margins) this.#margins.set(principal, margin);
    this.#clearedOn = clearedOn;
  }

  *#move(event: MoneyMoved): Steps {
    const { movement, amount, balance, parts } = event;
    const account = this.#account(event);
    this.#balances.set(event.principal, balance);
    if (movement === 'payment') account.payments += amount;
    else if (movement === 'delivery' || movement === 'deliveryPenalty') account.deliveries += amount;
    else {
      yield* this.#takeHeld(account);
      if (movement === 'interest') {
        account.interest += amount;
        account.interestOn = this.#interestBasis(event);
      }
      for (const part of parts) {
        const contract = contractOf(account, part.contract);
        if (movement === 'variationMargin') contract.variationMargin += part.amount;
        else contract.bookingFees += part.amount;
      }
    }
  }

  /** Interest is moved before the margin of the day is required, so the known margin is from the previous day. */
  #interestBasis({ principal, businessDay, on }: MoneyMoved): InterestBasis {
    const classes = this.#margins.get(principal)?.classes ?? [];
    return {
      margin: on ?? classes.reduce((sum, { margin }) => sum + margin, 0),
      rate: this.#sources.interestRate(),
      days: (parseIsoDate(businessDay) ?? 0) - (parseIsoDate(this.#clearedOn) ?? 0),
    };
  }

  *#require(event: MarginRequired): Steps {
    const account = this.#account(event);
    yield* this.#takeHeld(account);
    const margin = this.#margins.get(event.principal);
    // Without a requirement on the previous day, the account had no classes.
    account.classesBefore = margin?.businessDay === this.#clearedOn ? margin.classes : [];
    account.classes = event.classes;
    account.rates = event.classes.flatMap(({ instrument }) => {
      const rates = this.#sources.ratesOf(instrument);
      return rates === undefined ? [] : [[instrument, rates] as const];
    });
    this.#margins.set(event.principal, { businessDay: event.businessDay, classes: event.classes });
  }

  #account({
    businessDay,
    member,
    principal,
  }: Pick<MoneyMoved, 'businessDay' | 'member' | 'principal'>): AccountDay {
    if (businessDay !== this.#day) {
      this.#day = businessDay;
      this.#accounts.clear();
    }
    let account = this.#accounts.get(principal);
    if (account === undefined) {
      account = {
        member,
        principal,
        openingBalance: this.#balances.get(principal) ?? 0,
        payments: 0,
        deliveries: 0,
        interest: 0,
        interestOn: null,
        contracts: null,
        classesBefore: [],
        classes: [],
        rates: [],
      };
      this.#accounts.set(principal, account);
    }
    return account;
  }

  *#takeHeld(account: AccountDay): Steps {
    if (account.contracts !== null) return;
    this.#held ??= yield* heldBy(this.#sources);
    account.contracts = [...(this.#held.get(account.principal)?.values() ?? [])];
  }

  *#endDay({ businessDay, marks }: DayEnded): Steps {
    this.#held = null;
    this.#clearedOn = businessDay;
    const byContract = new Map(marks.map((mark) => [mark.contract, mark]));
    const day = {
      businessDay,
      markOf: (contract: string) => byContract.get(contract),
      facts: this.#sources.facts,
    };
    const rows: BreakdownRow[] = [];
    const keys = new Set<string>();
    for (const account of this.#accounts.values()) {
      for (const row of breakdownRows(account, day)) {
        rows.push(row);
        keys.add(row.uniqueKey);
      }
      yield;
    }
    this.#accounts.clear();
    for (const record of [...this.#rows.all()]) {
      if (!keys.has(record.key)) this.#rows.drop(record);
      yield;
    }
    for (const row of rows) {
      this.#rows.put(recordOf(row));
      yield;
    }
    for (const [principal, margin] of this.#margins)
      if (margin.businessDay !== businessDay) this.#margins.delete(principal);
  }
}

const recordOf = (row: BreakdownRow): BreakdownRecord => ({
  key: row.uniqueKey,
  member: row.member,
  round: 0,
  row,
});

const copyOf = (account: AccountDay): AccountDay => ({
  ...account,
  contracts: account.contracts?.map((contract) => ({ ...contract, deals: [...contract.deals] })) ?? null,
});

function contractOf(account: AccountDay, name: string): ContractDay {
  account.contracts ??= [];
  let contract = account.contracts.find((contract) => contract.contract === name);
  if (contract === undefined) {
    contract = emptyContractDay(name);
    account.contracts.push(contract);
  }
  return contract;
}

/** By principal, the sub-accounts added up, and by contract. */
function* heldBy({
  positions,
  deals,
}: BreakdownSources): Generator<undefined, Map<string, Map<string, ContractDay>>> {
  const byPrincipal = new Map<string, Map<string, ContractDay>>();
  const dayOf = (principal: string, name: string): ContractDay => {
    let contracts = byPrincipal.get(principal);
    if (contracts === undefined) {
      contracts = new Map();
      byPrincipal.set(principal, contracts);
    }
    let contract = contracts.get(name);
    if (contract === undefined) {
      contract = emptyContractDay(name);
      contracts.set(name, contract);
    }
    return contract;
  };
  for (const { principal, contract: name, opening, bought, sold, net } of positions()) {
    const contract = dayOf(principal, name);
    contract.opening += opening;
    contract.bought += bought;
    contract.sold += sold;
    contract.net += net;
    yield;
  }
  for (const { dealSeq, principal, contract: name, side, amount } of deals()) {
    const contract = dayOf(principal, name);
    contract.dealt += side === 'B' ? -amount : amount;
    contract.deals.push(dealSeq);
    yield;
  }
  return byPrincipal;
}
