// The balance of each account on the last business days (data set 20), derived from its movements.
import { clearingMemberOf, exchangeAccount, type MoneyMoved } from '@openpit/venue';
import { type ClearingRow, dataSets, toRand } from '@openpit/wire';
import { firstDayKept } from '../kernel/kept-days.ts';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

/** Amounts are cents. */
interface SavedClearingRecord {
  readonly businessDay: string;
  readonly member: string;
  readonly principal: string;
  readonly openingBalance: number;
  /** By type of movement. */
  readonly moved: Record<MoneyMoved['movement'], number>;
  marginBefore: number;
  margin: number;
  balance: number;
  /** The balance when the last day was cleared, to be settled by `dueOn`. */
  settling: number;
  /** The amount paid in since then, less the amount paid out. */
  paid: number;
  dueOn: string | null;
  dueBy: string | null;
  /** The part of `settling` that was overdue when the day was cleared; payments count against it first. */
  overdue: number;
  /** The clearing member that settles `settling`. */
  clearingMember: string;
  /** True until the day is cleared. What moves on it is settled through the clearing member at that time. */
  isRunning: boolean;
}
interface ClearingRecord extends MemberRecord<string>, SavedClearingRecord {}

export interface SavedClearingRows {
  readonly rows: SavedMemberRows<SavedClearingRecord>;
  readonly clearingMembers: readonly (readonly [string, string])[];
}

export class Clearing implements Projection {
  readonly #rows = new MemberRows<ClearingRecord, ClearingRow>({
    dataSetId: dataSets.clearing.id,
    rowOf: (record) => this.#rowOf(record),
  });
  readonly #nextDue: () => NextDue;
  /** By member. */
  readonly #clearingMembers = new Map<string, string>();
  /** The newest record of each account. */
  readonly #latest = new Map<string, ClearingRecord>();

  /** `nextDue`: by when the balance of the running day will be due. */
  constructor(nextDue: () => NextDue) {
    this.#nextDue = nextDue;
  }

  readonly dataSets = { clearing: this.#rows };

  readonly on: EventHandlers = {
    marketOpened: ({ members }) => {
      for (const member of members) this.#clearingMembers.set(member.code, clearingMemberOf(member));
    },
    memberPut: ({ member }) => {
      this.#clearingMembers.set(member.code, clearingMemberOf(member));
      for (const record of this.#latest.values())
        if (record.member === member.code && record.isRunning) this.#rows.changed(record);
    },
    // It may change the time by which a balance is due.
    referenceDataPlanned: () => {
      for (const record of this.#latest.values()) if (record.isRunning) this.#rows.changed(record);
    },
    moneyMoved: (event) => {
      if (event.principal === exchangeAccount) return;
      const record = this.#of(event);
      record.moved[event.movement] += event.amount;
      record.balance = event.balance;
      if (event.movement === 'payment') record.paid += event.amount;
      this.#rows.changed(record);
    },
    marginRequired: (event) => {
      const record = this.#of(event);
      record.marginBefore = event.before;
      record.margin = event.margin;
      this.#rows.changed(record);
    },
    // An account that has moved no money today still owes its earlier balance.
    paymentDue: ({ principal, amount, dueOn, dueBy, overdue, clearingMember }) => {
      const record = this.#latest.get(principal);
      if (record === undefined) return;
      Object.assign(record, { settling: amount, paid: 0, dueOn, dueBy, overdue, clearingMember });
      this.#rows.changed(record);
    },
    dayEnded: () => {
      for (const record of this.#latest.values()) {
        // A balance of 0 is not published as due.
        if (record.balance === 0 && record.settling !== 0) {
          Object.assign(record, { settling: 0, paid: 0, overdue: 0 });
          this.#rows.changed(record);
        }
        record.clearingMember = this.#clearingMemberOf(record);
        record.isRunning = false;
      }
      const first = firstDayKept(this.#rows.all());
      // An account that has moved no money for long may still owe some.
      for (const record of [...this.#rows.all()])
        if (record.businessDay < first && this.#latest.get(record.principal) !== record)
          this.#rows.drop(record);
    },
  };

  /**
   * The statement of a cleared day, by member and account. It contains every account that has ever moved money and each member's own
   * account, with opening and closing balance, even if nothing moved.
   */
  statementOf(businessDay: string): ClearingRow[] {
    const ownAccounts = [...this.#clearingMembers.keys()]
      .filter((member) => !this.#latest.has(member))
      .map((member) => quietRecord({ businessDay, member, principal: member }));
    return [...this.#latest.values(), ...ownAccounts]
      .map((record) =>
        record.businessDay === businessDay ? record : quietRecord({ ...record, businessDay }, record),
      )
      .sort((a, b) => (a.member + a.principal < b.member + b.principal ? -1 : 1))
      .map((record) => this.#rowOf(record));
  }

  save(): SavedClearingRows {
    const rows = this.#rows.save(({ key: _key, round: _round, moved, ...record }) => ({
      ...record,
      moved: { ...moved },
    }));
    return { rows, clearingMembers: [...this.#clearingMembers] };
  }

  load({ rows, clearingMembers }: SavedClearingRows): void {
    for (const [member, clearingMember] of clearingMembers) this.#clearingMembers.set(member, clearingMember);
    this.#latest.clear();
    this.#rows.load(rows, (record) => {
      // State that was saved under rules before 10 has neither.
      const { settling = record.balance, paid = 0 } = record;
      const loaded = recordOf({ ...record, settling, paid, moved: { ...record.moved } });
      const before = this.#latest.get(loaded.principal);
      if (before === undefined || before.businessDay < loaded.businessDay)
        this.#latest.set(loaded.principal, loaded);
      return loaded;
    });
  }

  #of(owner: AccountOfDay): ClearingRecord {
    const latest = this.#latest.get(owner.principal);
    if (latest?.businessDay === owner.businessDay) return latest;
    const record = quietRecord(owner, latest);
    this.#latest.set(owner.principal, record);
    this.#rows.put(record);
    return record;
  }

  #rowOf(record: ClearingRecord): ClearingRow {
    return rowOf(record, { clearingMember: this.#clearingMemberOf(record), nextDue: this.#nextDue });
  }

  #clearingMemberOf(record: SavedClearingRecord): string {
    const { isRunning, clearingMember, member } = record;
    if (!isRunning || unsettled(record) !== 0) return clearingMember;
    return this.#clearingMembers.get(member) ?? member;
  }
}

/** A business day and a market time on it, such as `10:00`; null for the end of the day. */
export interface NextDue {
  readonly dueOn: string | null;
  readonly dueBy: string | null;
}

type AccountOfDay = Pick<ClearingRow, 'businessDay' | 'member' | 'principal'>;

/** A day without movements since the record before it, which the account may not have. */
function quietRecord(
  { businessDay, member, principal }: AccountOfDay,
  latest?: ClearingRecord,
): ClearingRecord {
  const balance = latest?.balance ?? 0;
  const margin = latest?.margin ?? 0;
  return recordOf({
    businessDay,
    member,
    principal,
    openingBalance: balance,
    moved: {
      variationMargin: 0,
      initialMargin: 0,
      bookingFee: 0,
      interest: 0,
      payment: 0,
      delivery: 0,
      deliveryPenalty: 0,
    },
    marginBefore: margin,
    margin,
    balance,
    settling: latest?.settling ?? 0,
    paid: latest?.paid ?? 0,
    dueOn: latest?.dueOn ?? null,
    dueBy: latest?.dueBy ?? null,
    overdue: latest?.overdue ?? 0,
    clearingMember: latest?.clearingMember ?? member,
    isRunning: true,
  });
}

const recordOf = (record: SavedClearingRecord): ClearingRecord => ({
  key: `${record.businessDay} ${record.principal}`,
  round: 0,
  ...record,
});

/**
 * The unsettled part of the balance of the last cleared day, with the sign of the balance. Payments reduce it, and movements
 * of the running day are set off against it.
 */
function unsettled({ settling, paid, balance }: SavedClearingRecord): number {
  return settling < 0
    ? Math.max(Math.min(settling + paid, 0), Math.min(balance, 0))
    : Math.min(Math.max(settling + paid, 0), Math.max(balance, 0));
}

/** When a balance is due: what is left of the last day first, then the movements of the running day. */
function dueOf(
  record: SavedClearingRecord,
  nextDue: () => NextDue,
): Pick<ClearingRow, 'dueOn' | 'dueBy' | 'due' | 'restDueOn'> {
  const { balance, dueOn, dueBy } = record;
  if (balance === 0) return { dueOn: null, dueBy: null, due: 0, restDueOn: null };
  const left = unsettled(record);
  if (left === 0) return { ...nextDue(), due: toRand(balance), restDueOn: null };
  return { dueOn, dueBy, due: toRand(left), restDueOn: left === balance ? null : nextDue().dueOn };
}

const overdueOf = (record: SavedClearingRecord): number =>
  Math.min(Math.max(record.overdue - record.paid, 0), Math.max(-unsettled(record), 0));

const rowOf = (
  record: ClearingRecord,
  { clearingMember, nextDue }: { readonly clearingMember: string; readonly nextDue: () => NextDue },
): ClearingRow => {
  const { key, businessDay, member, principal, openingBalance, moved, marginBefore, margin, balance } =
    record;
  return {
    uniqueKey: key,
    businessDay,
    member,
    principal,
    openingBalance: toRand(openingBalance),
    variationMargin: toRand(moved.variationMargin),
    marginBefore: toRand(marginBefore),
    margin: toRand(margin),
    initialMargin: toRand(moved.initialMargin),
    bookingFees: toRand(moved.bookingFee),
    interest: toRand(moved.interest),
    deliveries: toRand(moved.delivery + moved.deliveryPenalty),
    payments: toRand(moved.payment),
    balance: toRand(balance),
    status: balance === 0 ? 'settled' : balance > 0 ? 'receivable' : 'payable',
    clearingMember,
    ...dueOf(record, nextDue),
    overdue: toRand(overdueOf(record)),
  };
};
