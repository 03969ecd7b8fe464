// The depth of the contracts that somebody watches: a view starts with its first watcher and ends with its last.
import type { ContractBooks } from './contract-books.ts';
import { type DepthChange, type DepthImage, DepthView } from './depth-view.ts';

export class DepthViews {
  readonly #books: ContractBooks;
  readonly #views = new Map<string, DepthView>();
  readonly #changed = new Set<string>();
  /** Numbers continue where an earlier view of the contract stopped, so that an old snapshot cannot pass for a new one. */
  readonly #lastSeq = new Map<string, number>();

  constructor(books: ContractBooks) {
    this.#books = books;
    books.follow((contract) => {
      if (this.#views.has(contract)) this.#changed.add(contract);
    });
  }

  /** Starts to watch a contract if nobody does yet; returns its depth as last published. */
  open(contract: string, disclosesMembers: boolean): DepthImage {
    let view = this.#views.get(contract);
    if (view === undefined) {
      const firstSeq = (this.#lastSeq.get(contract) ?? 0) + 1;
      view = new DepthView(this.#books.of(contract), { disclosesMembers, firstSeq });
      this.#views.set(contract, view);
    }
    return view.image;
  }

  /** Nobody watches the contract any more. */
  close(contract: string): void {
    const view = this.#views.get(contract);
    if (view === undefined) return;
    this.#lastSeq.set(contract, view.image.seq);
    this.#views.delete(contract);
    this.#changed.delete(contract);
  }

  /** Publishes what has changed in watched contracts since the last call. */
  takeChanges(): { readonly contract: string; readonly change: DepthChange }[] {
    this.#books.notifyFollowers();
    const changes: { contract: string; change: DepthChange }[] = [];
    for (const contract of this.#changed) {
      const change = this.#views.get(contract)?.takeChange() ?? null;
      if (change !== null) changes.push({ contract, change });
    }
    this.#changed.clear();
    return changes;
  }
}
