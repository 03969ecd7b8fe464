// All projections of the market, folded from its outcomes in one pass. Their state can be saved with a
// snapshot, and can always be rebuilt from the outcome log.
import {
  chunksInMemory,
  type EventKind,
  type EventOrigin,
  type Outcome,
  type VenueEvent,
} from '@openpit/venue';
import type { FilledDataSet, RowOf } from '@openpit/wire';
import type { Viewer } from './kernel/audience.ts';
import { type DataSetChange, MemberRows } from './kernel/member-rows.ts';
import { Changes, type OutcomeChanges, type Projection, type RowSource } from './kernel/projection.ts';
import { finish, type Steps } from './kernel/steps.ts';
import type { FeedSource } from './market-view.ts';
import { createProjections, type SavedProjections } from './projection-list.ts';

type Handler<Kind extends EventKind> = NonNullable<Projection['on'][Kind]>;
type AnyHandler = (event: VenueEvent, origin: EventOrigin, changes: Changes) => Steps | undefined;
type HandlerLists = { readonly [Kind in EventKind]?: readonly Handler<Kind>[] };
type AnyMemberRows = Pick<
  MemberRows<never, object>,
  'rows' | 'rowsFor' | 'asOf' | 'openDealerStream' | 'takeChanges'
>;

export class Projections implements FeedSource {
  readonly #all: ReturnType<typeof createProjections>;
  readonly #list: readonly Projection[];
  /** The projections that name each kind of event, in the order of the list. */
  readonly #handlers: HandlerLists;
  readonly #sources: Readonly<Partial<Record<FilledDataSet, RowSource>>>;
  readonly #memberRows: readonly AnyMemberRows[];
  readonly #afterOutcome: readonly Projection[];
  #lastSeq = 0;

  /** The remaining steps of an outcome that is being folded. */
  #unfinished: Steps | null = null;
  #whenSettled: Promise<void> | null = null;

  /** `store` keeps the bytes of the day that no longer change. */
  constructor(store = chunksInMemory) {
    this.#all = createProjections(store);
    this.#list = Object.values(this.#all.list);
    this.#handlers = handlersOf(this.#list);
    this.#sources = Object.assign({}, ...this.#list.map(({ dataSets }) => dataSets ?? {}));
    this.#memberRows = Object.values(this.#sources).filter((source) => source instanceof MemberRows);
    this.#afterOutcome = this.#list.filter(({ afterOutcome }) => afterOutcome !== undefined);
  }

  get directory() {
    return this.#settled.list.directory;
  }
  get exchangeDay() {
    return this.#settled.list.exchangeDay;
  }
  get announcements() {
    return this.#settled.list.announcements;
  }
  get dailyFigures() {
    return this.#settled.list.dailyFigures;
  }
  get rights() {
    return this.#settled.list.rights;
  }
  get answers() {
    return this.#settled.list.answers;
  }
  get orders() {
    return this.#settled.list.orders;
  }
  get unmatchedDeals() {
    return this.#settled.list.unmatchedDeals;
  }
  get abandonments() {
    return this.#settled.list.abandonments;
  }
  get market() {
    return this.#settled.list.market;
  }
  get rateTables() {
    return this.#settled.list.rateTables;
  }
  get siloCerts() {
    return this.#settled.list.siloCerts;
  }
  get depth() {
    return this.#settled.depth;
  }

  get lastSeq(): number {
    this.#settle();
    return this.#lastSeq;
  }

  /**
   * Resolves when the outcome that is being folded in steps is complete; null if there is none. A reader that waits for it does
   * not force the remaining steps to run immediately.
   */
  get whenSettled(): Promise<void> | null {
    return this.#whenSettled;
  }

  /** Folds an outcome. The rows of the returned changes must be read before the next outcome is applied. */
  apply(outcome: Outcome): OutcomeChanges {
    this.#settle();
    const changes = new Changes();
    for (const event of outcome.events) {
      for (const handle of this.#handlersOf(event)) {
        const steps = handle(event, outcome, changes);
        if (steps !== undefined) finish(steps);
      }
      if (event.kind === 'dealerScopeSet') this.#openDealerStreams(event.userId, outcome.seq);
    }
    this.#complete(outcome, changes);
    return changes;
  }

  /**
   * Folds a long outcome as `apply` does, step by step, so that the process can do other work in between. No reader sees it half applied:
   * a read in between completes it first.
   */
  *applyInSteps(outcome: Outcome): Generator<undefined, OutcomeChanges> {
    this.#settle();
    const changes = new Changes();
    const steps = this.#steps(outcome, changes);
    this.#unfinished = steps;
    let settled: () => void = () => undefined;
    this.#whenSettled = new Promise((resolve) => {
      settled = resolve;
    });
    try {
      while (steps.next().done !== true) yield;
    } finally {
      this.#settle();
      this.#whenSettled = null;
      settled();
    }
    return changes;
  }

  rowsFor<Name extends FilledDataSet>(name: Name, viewer: Viewer) {
    const { rows, asOf } = this.rowsInSteps(name, viewer);
    return { rows: Array.from(rows).filter((row) => row !== undefined), asOf };
  }

  rowsInSteps<Name extends FilledDataSet>(name: Name, viewer: Viewer) {
    this.#settle();
    const source = this.#sourceOf(name);
    // The types of the list relate data sets to projections, but not to rows.
    const rows = this.#rowsOf(source, viewer) as Generator<RowOf<Name> | undefined>;
    return { rows, asOf: source.asOf?.(viewer) ?? this.#lastSeq };
  }

  allRows<Name extends FilledDataSet>(name: Name): Iterable<RowOf<Name>> {
    this.#settle();
    const source = this.#sourceOf(name);
    const rows = source instanceof MemberRows ? source.rows() : source.rowsFor({ userId: '', member: '' });
    return rows as Iterable<RowOf<Name>>;
  }

  *takeIndicativePrices(): Generator<string> {
    this.#settle();
    for (const { contract, indicative } of this.#all.list.indicativePrices.takeChanged()) {
      this.market.indicate(contract, indicative);
      yield contract;
    }
  }

  *takeQueuePlaces(): Generator<DataSetChange> {
    this.#settle();
    for (const places of this.#all.queues.takePlaces()) yield* this.#all.list.orders.placeInQueues(places);
  }

  /**
   * Computes the places of all orders in their queues without publishing them: after a recovery, before the
   * first request.
   */
  settleQueuePlaces(): void {
    Array.from(this.takeQueuePlaces());
  }

  save(): SavedProjections {
    this.#settle();
    const saved = Object.entries(this.#all.list).map(([name, projection]) => [name, projection.save()]);
    return { lastSeq: this.#lastSeq, ...Object.fromEntries(saved) } as SavedProjections;
  }

  static from(saved: SavedProjections, store = chunksInMemory): Projections {
    const projections = new Projections(store);
    projections.#lastSeq = saved.lastSeq;
    const slices: Readonly<Record<string, unknown>> = saved;
    for (const [name, projection] of Object.entries<Projection>(projections.#all.list))
      projection.load(slices[name] as never);
    return projections;
  }

  get #settled() {
    this.#settle();
    return this.#all;
  }

  /** Completes the outcome that is being folded in steps. */
  #settle(): void {
    if (this.#unfinished === null) return;
    const steps = this.#unfinished;
    this.#unfinished = null;
    finish(steps);
  }

  *#steps(outcome: Outcome, changes: Changes): Steps {
    for (const event of outcome.events) {
      for (const handle of this.#handlersOf(event)) {
        const steps = handle(event, outcome, changes);
        if (steps !== undefined) yield* steps;
      }
      if (event.kind === 'dealerScopeSet') this.#openDealerStreams(event.userId, outcome.seq);
      yield;
    }
    this.#complete(outcome, changes);
  }

  #complete(outcome: Outcome, changes: Changes): void {
    if (outcome.rejected !== null) this.#addRejected(outcome);
    for (const projection of this.#afterOutcome) projection.afterOutcome?.(outcome);
    this.#lastSeq = outcome.seq;
    for (const set of this.#memberRows) set.takeChanges(outcome.seq, changes);
  }

  /** Each handler has its own kind of event, but the compiler cannot derive that from a table. */
  #handlersOf(event: VenueEvent): readonly AnyHandler[] {
    return (this.#handlers[event.kind] ?? none) as readonly AnyHandler[];
  }

  #sourceOf(name: FilledDataSet): RowSource {
    const source = this.#sources[name];
    if (source === undefined) throw new RangeError(`No projection fills the data set ${name}.`);
    return source;
  }

  /** Completes a half-folded outcome before each row. */
  *#rowsOf(source: RowSource, viewer: Viewer): Generator<object | undefined> {
    for (const row of source.rowsFor(viewer)) {
      yield row;
      this.#settle();
    }
  }

  #openDealerStreams(userId: string, seq: number): void {
    const user = this.#all.list.rights.of(userId);
    if (user === undefined || user.onlyDealer === null) return;
    for (const set of this.#memberRows) set.openDealerStream(user, seq);
  }

  /** A rejected order has no events, so its row is built from the submitted order. */
  #addRejected(outcome: Outcome): void {
    const { by, rejected, repeats } = outcome;
    if (by.kind !== 'user' || rejected === null || repeats !== null) return;
    const user = this.#all.list.rights.of(by.userId);
    if (user !== undefined) this.#all.list.orders.addRejected(outcome, rejected, user);
  }
}

const none: readonly AnyHandler[] = [];

function handlersOf(list: readonly Projection[]): HandlerLists {
  const lists: Partial<Record<EventKind, unknown[]>> = {};
  for (const { on } of list)
    for (const [kind, handler] of Object.entries(on)) {
      const handlers = lists[kind as EventKind];
      if (handlers === undefined) lists[kind as EventKind] = [handler];
      else handlers.push(handler);
    }
  return lists as HandlerLists;
}
