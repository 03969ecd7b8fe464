// Deals and orders on their way into history: the rows of data sets 7 and 6 as their members saw them, taken from the outcome
// log before the day that made them is cleared from the screens. It keeps the running business day in memory, no more.
import type { Outcome } from '@openpit/venue';
import type { CompletedOrderRow, DealRow } from '@openpit/wire';
import { Rights, type UserView } from '../access/rights.ts';
import { CompletedOrders, type SavedCompletedOrders } from '../data-sets/completed-orders.ts';
import { Deals } from '../data-sets/deals.ts';
import { Directory, type SavedDirectory } from '../data-sets/directory.ts';
import type { DataSetChange, SavedMemberRows } from '../data-sets/member-rows.ts';

/** A row, and the business day to which it belongs. */
export interface Dated<Row> {
  readonly businessDay: string;
  readonly row: Row;
}

export interface PastChanges {
  /** New deals, and deals of the day that are no longer as they were. */
  readonly deals: readonly Dated<DealRow>[];
  /** Deals of the running day that are taken back. */
  readonly removedDeals: readonly number[];
  readonly orders: readonly Dated<CompletedOrderRow>[];
}

export interface SavedPastRows {
  readonly directory: SavedDirectory;
  readonly rights: readonly UserView[];
  readonly completedOrders: SavedCompletedOrders;
  readonly deals: SavedMemberRows<DealRow>;
}

interface Taken {
  readonly deals: Dated<DealRow>[];
  readonly removedDeals: number[];
  readonly orders: Dated<CompletedOrderRow>[];
}

export class PastRows {
  readonly directory = new Directory();
  readonly #rights = new Rights();
  readonly #completedOrders = new CompletedOrders(this.directory.facts);
  readonly #deals = new Deals(this.directory.facts);

  /** Rows of the running day that are kept, because a deal may still change. */
  get kept(): number {
    return this.#deals.rows.size;
  }

  apply(outcome: Outcome): PastChanges {
    const taken: Taken = { deals: [], removedDeals: [], orders: [] };
    for (const event of outcome.events) {
      const endsDay = event.kind === 'dayEnded';
      // What the day made last must be taken before its end clears it away.
      if (endsDay) this.#take(outcome.seq, taken);
      this.directory.apply(event);
      this.#rights.apply(event);
      this.#completedOrders.apply(event, outcome);
      this.#deals.apply(event, outcome);
      if (endsDay) this.#forgetChanges(outcome.seq);
    }
    const { by, rejected } = outcome;
    const user = by.kind === 'user' && rejected !== null ? this.#rights.of(by.userId) : undefined;
    if (user !== undefined && rejected !== null) this.#completedOrders.rejected(outcome, rejected, user);
    this.#take(outcome.seq, taken);
    return taken;
  }

  save(): SavedPastRows {
    return {
      directory: this.directory.save(),
      rights: this.#rights.save(),
      completedOrders: this.#completedOrders.save(),
      deals: this.#deals.rows.save(),
    };
  }

  load(saved: SavedPastRows): void {
    this.directory.load(saved.directory);
    this.#rights.load(saved.rights);
    this.#completedOrders.load(saved.completedOrders);
    this.#deals.rows.load(saved.deals);
  }

  #take(seq: number, taken: Taken): void {
    const { businessDay } = this.directory;
    const changes: DataSetChange[] = [];
    this.#deals.rows.takeChanges(seq, changes);
    for (const { rows, removed } of changes) {
      for (const row of rows) taken.deals.push({ businessDay, row: row as DealRow });
      taken.removedDeals.push(...removed);
    }
    changes.length = 0;
    this.#completedOrders.rows.takeChanges(seq, changes);
    if (changes.length === 0) return;
    for (const { rows } of changes)
      for (const row of rows) taken.orders.push({ businessDay, row: row as CompletedOrderRow });
    // A completed order never changes again, so nobody needs it here any more.
    this.#completedOrders.rows.load({ rows: [], streams: [], dealerStreams: [] });
  }

  #forgetChanges(seq: number): void {
    const ended: DataSetChange[] = [];
    this.#deals.rows.takeChanges(seq, ended);
    this.#completedOrders.rows.takeChanges(seq, ended);
  }
}
