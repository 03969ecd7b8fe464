// The depth of the watched contracts: a view starts with its first watcher and ends with its last.
import type { ContractBooks } from './contract-books.ts';
import { type DepthChange, type DepthImage, DepthView, type TermsOf } from './depth-view.ts';

export class DepthViews {
  readonly #books: ContractBooks;
  readonly #termsOf: TermsOf;
  readonly #views = new Map<string, DepthView>();
  readonly #changed = new Set<string>();
  /**
   * Numbers continue where an earlier view of the contract stopped, so that an old snapshot cannot be
   * mistaken for a new snapshot.
   */
  readonly #lastSeq = new Map<string, number>();

  constructor(books: ContractBooks, termsOf: TermsOf) {
    this.#books = books;
    this.#termsOf = termsOf;
    books.follow((contract) => {
      if (this.#views.has(contract)) this.#changed.add(contract);
    });
  }

  /** Begins to watch a contract, unless it is already watched; returns its depth as last published. */
  open(contract: string, disclosesMembers: boolean): DepthImage {
    let view = this.#views.get(contract);
    if (view === undefined) {
      const firstSeq = (this.#lastSeq.get(contract) ?? 0) + 1;
      view = new DepthView(this.#books.of(contract), {
        disclosesMembers,
        termsOf: this.#termsOf,
        firstSeq,
      });
      this.#views.set(contract, view);
    }
    return view.image;
  }

  /** Ends the view of a contract that is no longer watched. */
  close(contract: string): void {
    const view = this.#views.get(contract);
    if (view === undefined) return;
    this.#lastSeq.set(contract, view.image.seq);
    this.#views.delete(contract);
    this.#changed.delete(contract);
  }

  /** Publishes the changes in watched contracts since the last call. */
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
