// The accounts of members with the operator's limits on them (data set 18).
import { type ClearingInfoRow, dataSets } from '@openpit/wire';
import { type MemberRecord, MemberRows, type SavedMemberRows } from '../kernel/member-rows.ts';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import { toPercent, toRandOrNull } from '../kernel/to-rand.ts';

interface AccountRecord extends MemberRecord<string> {
  readonly name: string;
  readonly agreement: 'own' | 'client';
  readonly active: boolean;
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

  readonly dataSets = { clearingInfo: this.#rows };

  readonly on: EventHandlers = {
    marketOpened: ({ members, clients }) => {
      for (const { code, name, active } of members)
        this.#open({ key: code, member: code, name, active, agreement: 'own' });
      for (const { code, member, name, active } of clients)
        this.#open({ key: code, member, name, active, agreement: 'client' });
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
      if (this.#interestRate === this.#nextInterestRate) return;
      this.#interestRate = this.#nextInterestRate;
      for (const record of this.#rows.all()) this.#rows.changed(record);
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

  #open(account: Pick<AccountRecord, 'key' | 'member' | 'name' | 'active' | 'agreement'>): void {
    this.#rows.put({ ...account, round: 0, maxMargin: null, maxLots: null });
  }

  #row({ key, member, name, agreement, active, maxMargin, maxLots }: AccountRecord): ClearingInfoRow {
    return {
      uniqueKey: key,
      member,
      principal: key,
      name,
      agreement,
      active,
      marginLimit: toRandOrNull(maxMargin),
      positionLimit: maxLots,
      interestRate: toPercent(this.#interestRate),
    };
  }
}
