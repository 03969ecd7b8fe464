// Which lots of expiring options are not to be exercised automatically today, by contract and account.
import type { Account } from '../positions/position-ledger.ts';
import type { AccountLots } from './expiry-events.ts';

export interface Abandonment extends AccountLots {
  readonly contract: string;
}

export class Abandonments {
  readonly #all = new Map<string, Abandonment>();

  put(abandonment: Abandonment): void {
    this.#all.set(keyOf(abandonment), abandonment);
  }

  /** Lots; 0 where nothing was abandoned. */
  lotsOf(account: Pick<Account, 'principal' | 'subAccount'>, contract: string): number {
    return this.#all.get(keyOf({ ...account, contract }))?.lots ?? 0;
  }

  /** The day is over. */
  clear(): void {
    this.#all.clear();
  }

  save(): Abandonment[] {
    return [...this.#all.values()];
  }

  static load(saved: readonly Abandonment[]): Abandonments {
    const loaded = new Abandonments();
    for (const one of saved) loaded.put(one);
    return loaded;
  }
}

const keyOf = ({
  contract,
  principal,
  subAccount,
}: Pick<Abandonment, 'contract' | 'principal' | 'subAccount'>): string =>
  `${contract} ${principal} ${subAccount ?? ''}`;
