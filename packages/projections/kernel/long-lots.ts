// What is open in each contract: the sum of the long positions of principals (market.md, Positions). Sub-accounts of one principal
// are added up first, so that moving a deal between them changes nothing that the public sees.
import type { PositionChanged } from '@openpit/venue';

export type SavedLongLots = readonly (readonly [positionSeq: number, net: number, account: string])[];

export class LongLots {
  /** By position, net lots and the account in which they count. */
  readonly #positions = new Map<number, { readonly net: number; readonly account: string }>();
  /** By contract and principal, net lots. */
  readonly #accounts = new Map<string, number>();

  /** Follows a position; returns by how much the open interest of its contract changes. */
  change({ positionSeq, contract, principal, net }: PositionChanged): number {
    const before = this.#positions.get(positionSeq)?.net ?? 0;
    if (net === before) return 0;
    const account = `${contract} ${principal}`;
    if (net === 0) this.#positions.delete(positionSeq);
    else this.#positions.set(positionSeq, { net, account });
    return this.#add(account, net - before);
  }

  save(): SavedLongLots {
    return Array.from(
      this.#positions,
      ([positionSeq, { net, account }]) => [positionSeq, net, account] as const,
    );
  }

  load(saved: SavedLongLots): void {
    this.#positions.clear();
    this.#accounts.clear();
    for (const [positionSeq, net, account] of saved) {
      this.#positions.set(positionSeq, { net, account });
      this.#add(account, net);
    }
  }

  #add(account: string, lots: number): number {
    const before = this.#accounts.get(account) ?? 0;
    const after = before + lots;
    if (after === 0) this.#accounts.delete(account);
    else this.#accounts.set(account, after);
    return Math.max(after, 0) - Math.max(before, 0);
  }
}
