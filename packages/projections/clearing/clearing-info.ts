// The members' accounts (data set 18): through which member and by when they pay, and the operator's limits.
import { clearingMemberOf } from '@openpit/venue';
import { type ClearingInfoRow, dataSets, toPercent, toRand } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';

interface AccountRecord extends MemberRecord<string> {
  name: string;
  readonly agreement: 'own' | 'client';
  clearingMember: string;
  /** The account's own bank; null for a client. The row names the bank of the clearing member. */
  bank: string | null;
  paymentCutOff: string | null;
  active: boolean;
  /** Cents. */
  maxMargin: number | null;
  maxLots: number | null;
}

export interface SavedClearingInfo {
  readonly rows: SavedMemberRows<Omit<AccountRecord, 'round'>>;
  readonly interestRate: number;
  readonly nextInterestRate: number;
}

export class ClearingInfo implements Projection {
  readonly #rows = new MemberRows<AccountRecord, ClearingInfoRow>({
    dataSetId: dataSets.clearingInfo.id,
    rowOf: (record) => this.#row(record),
  });
  /** Hundredths of a percent per year. */
  #interestRate = 0;
  /** From the next business day. */
  #nextInterestRate = 0;
  /** Changed from the business day that begins, while the end of a day is applied. */
  #nextCutOff: Pick<AccountRecord, 'paymentCutOff'> | null = null;

  readonly dataSets = { clearingInfo: this.#rows };

  readonly on: EventHandlers = {
    marketOpened: ({ market, members, clients }) => {
      const byCode = new Map(members.map((member) => [member.code, member]));
      const accounts = [
        ...members.map(
          ({ bank = null, ...member }) =>
            ({ ...member, bank, member: member.code, agreement: 'own' }) as const,
        ),
        ...clients.map((client) => ({ ...client, bank: null, agreement: 'client' }) as const),
      ];
      for (const { code, member, name, active, agreement, bank } of accounts) {
        const clearer = byCode.get(member);
        const clearingMember = clearer === undefined ? member : clearingMemberOf(clearer);
        const { paymentCutOff = null } = market;
        this.#open({ key: code, member, name, active, agreement, clearingMember, bank, paymentCutOff });
      }
    },
    referenceDataChanged: ({ market: { paymentCutOff = null } }) => {
      this.#nextCutOff = { paymentCutOff };
    },
    memberPut: ({ member: changedMember }) => {
      const { code, name, active, bank = null } = changedMember;
      const clearingMember = clearingMemberOf(changedMember);
      this.#put({ key: code, member: code, name, active, agreement: 'own', bank }, clearingMember);
      for (const record of this.#rows.all()) {
        if (record.member === code) record.clearingMember = clearingMember;
        if (record.member === code || record.clearingMember === code) this.#rows.changed(record);
      }
    },
    clientPut: ({ client: { code, member, name, active } }) => {
      const clearingMember = this.#rows.get(member)?.clearingMember ?? member;
      this.#put({ key: code, member, name, active, agreement: 'client', bank: null }, clearingMember);
    },
    marginLimited: ({ principal, maxMargin }) => {
      const record = this.#rows.get(principal);
      if (record === undefined) return;
      record.maxMargin = maxMargin;
      this.#rows.changed(record);
    },
    positionLimited: ({ principal, maxLots }) => {
      const record = this.#rows.get(principal);
      if (record === undefined) return;
      record.maxLots = maxLots;
      this.#rows.changed(record);
    },
    interestRateSet: ({ rate }) => {
      this.#nextInterestRate = rate;
    },
    dayEnded: () => {
      const isSameRate = this.#interestRate === this.#nextInterestRate;
      this.#interestRate = this.#nextInterestRate;
      for (const record of this.#rows.all()) {
        const { paymentCutOff } = this.#nextCutOff ?? record;
        if (isSameRate && paymentCutOff === record.paymentCutOff) continue;
        record.paymentCutOff = paymentCutOff;
        this.#rows.changed(record);
      }
      this.#nextCutOff = null;
    },
  };

  /** Hundredths of a percent per year. */
  interestRate(): number {
    return this.#interestRate;
  }

  save(): SavedClearingInfo {
    const rows = this.#rows.save(({ round: _round, ...record }) => record);
    return { rows, interestRate: this.#interestRate, nextInterestRate: this.#nextInterestRate };
  }

  load({ rows, interestRate, nextInterestRate }: SavedClearingInfo): void {
    this.#rows.load(rows, (record) => ({ ...record, round: 0 }));
    this.#interestRate = interestRate;
    this.#nextInterestRate = nextInterestRate;
  }

  /** Opens the account, or changes its name, its bank and whether it is active. */
  #put(
    account: Pick<AccountRecord, 'key' | 'member' | 'name' | 'active' | 'agreement' | 'bank'>,
    clearingMember: string,
  ): void {
    const record = this.#rows.get(account.key);
    if (record === undefined) {
      const [any] = this.#rows.all();
      this.#open({ ...account, clearingMember, paymentCutOff: any?.paymentCutOff ?? null });
      return;
    }
    record.name = account.name;
    record.bank = account.bank;
    record.active = account.active;
    this.#rows.changed(record);
  }

  #open(account: Omit<AccountRecord, 'round' | 'maxMargin' | 'maxLots'>): void {
    this.#rows.put({ ...account, round: 0, maxMargin: null, maxLots: null });
  }

  #row({ key, member, name, active, maxMargin, maxLots, ...info }: AccountRecord): ClearingInfoRow {
    const { agreement, clearingMember, paymentCutOff } = info;
    const bank = this.#rows.get(clearingMember)?.bank ?? null;
    return {
      uniqueKey: key,
      member,
      principal: key,
      name,
      agreement,
      clearingMember,
      bank,
      paymentCutOff,
      active,
      marginLimit: toRand(maxMargin),
      positionLimit: maxLots,
      interestRate: toPercent(this.#interestRate),
    };
  }
}
