// Extracts history rows from the outcome log: deals and orders (data sets 7 and 6) as members saw them before the end of the day
// clears them, and the sets of past-sets.ts. Only the current business day is held in memory.
import { chunksInMemory, type EventKind, type EventOf, type Outcome } from '@openpit/venue';
import { type CompletedOrderRow, type DealRow, dataSets } from '@openpit/wire';
import { Rights, type UserView } from '../access/rights.ts';
import type { DataSetChange } from '../kernel/member-rows.ts';
import { Changes, type Projection } from '../kernel/projection.ts';
import { finish } from '../kernel/steps.ts';
import { Deals, type SavedDealRows } from '../members/deals.ts';
import { MemberOrders, type SavedMemberOrders } from '../members/orders.ts';
import { Directory, type SavedDirectory } from '../reference/directory.ts';
import { type PastSetRow, PastSets, type SavedPastSets } from './past-sets.ts';

/** A row and its business day. */
export interface Dated<Row> {
  readonly businessDay: string;
  readonly row: Row;
}

interface PastChanges {
  /** New deals, and deals of the day that have changed. */
  readonly deals: readonly Dated<DealRow>[];
  /** Deals of the running day that were removed. */
  readonly removedDeals: readonly number[];
  readonly orders: readonly Dated<CompletedOrderRow>[];
  /** The rows of a day that ended. */
  readonly sets: readonly PastSetRow[];
}

export interface SavedPastRows {
  readonly directory: SavedDirectory;
  readonly rights: readonly UserView[];
  readonly orders: SavedMemberOrders;
  readonly deals: SavedDealRows;
  readonly sets: SavedPastSets;
}

interface Taken {
  readonly deals: Dated<DealRow>[];
  readonly removedDeals: number[];
  readonly orders: Dated<CompletedOrderRow>[];
  readonly sets: PastSetRow[];
}

export class PastRows {
  readonly directory = new Directory();
  readonly #rights = new Rights();
  readonly #orders = new MemberOrders(this.directory.facts, chunksInMemory);
  readonly #deals = new Deals(this.directory.facts, chunksInMemory);
  readonly #sets = new PastSets(this.directory, this.#deals);
  /** Computed once, because there are many outcomes. */
  readonly #filled = Object.values({ ...this.#deals.dataSets, ...this.#orders.dataSets });
  readonly #projections: readonly Projection[] = [
    this.directory,
    this.#rights,
    this.#orders,
    this.#deals,
    ...this.#sets.projections,
  ];

  /** Rows of the running day that are kept because a deal may still change. */
  get kept(): number {
    return this.#deals.dataSets.deals.size;
  }

  apply(outcome: Outcome): PastChanges {
    const extracted: Taken = { deals: [], removedDeals: [], orders: [], sets: [] };
    for (const event of outcome.events) {
      const endsDay = event.kind === 'dayEnded';
      // The last rows of the day must be taken before the end of the day clears them.
      if (endsDay) {
        this.#take(outcome.seq, extracted);
        extracted.sets.push(...this.#sets.takeBeforeEnd(event.businessDay));
      }
      for (const { on } of this.#projections) handle(on, event, outcome);
      if (endsDay) {
        this.#forgetChanges(outcome.seq);
        extracted.sets.push(...this.#sets.takeAfterEnd(event.businessDay));
      }
    }
    const { by, rejected } = outcome;
    const user = by.kind === 'user' && rejected !== null ? this.#rights.of(by.userId) : undefined;
    if (user !== undefined && rejected !== null) this.#orders.addRejected(outcome, rejected, user);
    this.#take(outcome.seq, extracted);
    this.#sets.forgetChanges(outcome.seq, new Changes());
    return extracted;
  }

  save(): SavedPastRows {
    return {
      directory: this.directory.save(),
      rights: this.#rights.save(),
      orders: this.#orders.save(),
      deals: this.#deals.save(),
      sets: this.#sets.save(),
    };
  }

  load({ directory, rights, orders, deals, sets }: SavedPastRows): void {
    this.directory.load(directory);
    this.#rights.load(rights);
    this.#orders.load(orders);
    this.#deals.load(deals);
    this.#sets.load(sets);
  }

  #take(seq: number, extracted: Taken): void {
    const { businessDay } = this.directory;
    const before = extracted.orders.length;
    for (const { dataSetId, rows, removed } of this.#changes(seq))
      if (dataSetId === dataSets.deals.id) {
        for (const row of rows) extracted.deals.push({ businessDay, row: row as DealRow });
        extracted.removedDeals.push(...removed.map(Number));
      } else if (dataSetId === dataSets.completedOrders.id) {
        for (const row of rows) extracted.orders.push({ businessDay, row: row as CompletedOrderRow });
      }
    // A completed order never changes again. Dropped only now, because the rows of all members are built from the records.
    if (extracted.orders.length > before) this.#orders.forgetCompleted();
  }

  #forgetChanges(seq: number): void {
    this.#changes(seq);
  }

  #changes(seq: number): readonly DataSetChange[] {
    const changes = new Changes();
    for (const set of this.#filled) set.takeChanges(seq, changes);
    return changes.dataSets;
  }
}

/** Changes of history are not published. */
const unread = new Changes();

function handle<Kind extends EventKind>(
  on: Projection['on'],
  event: EventOf<Kind> & { readonly kind: Kind },
  outcome: Outcome,
): void {
  const steps = on[event.kind]?.(event, outcome, unread);
  if (steps !== undefined) finish(steps);
}
