// All projections of the market, folded from its outcomes in one pass. Their state can be saved with a
// snapshot, and can always be rebuilt from the outcome log.
import type { EventKind, EventOf, EventOrigin, Outcome, VenueEvent } from '@openpit/venue';
import type { FilledDataSet, RowOf } from '@openpit/wire';
import type { Viewer } from './kernel/audience.ts';
import { type DataSetChange, MemberRows } from './kernel/member-rows.ts';
import { Changes, type OutcomeChanges, type Projection, type RowSource } from './kernel/projection.ts';
import type { FeedSource } from './market-view.ts';
import { createProjections, type SavedProjections } from './projection-list.ts';

type Handler<Kind extends EventKind> = NonNullable<Projection['on'][Kind]>;
type HandlerLists = { readonly [Kind in EventKind]?: readonly Handler<Kind>[] };
type AnyMemberRows = Pick<
  MemberRows<never, object>,
  'rows' | 'rowsFor' | 'asOf' | 'openDealerStream' | 'takeChanges'
>;

export class Projections implements FeedSource {
  readonly #all = createProjections();
  readonly #list = Object.values(this.#all.list) as readonly Projection[];
  /** By kind of event, the projections that name it, in the order of the list. */
  readonly #handlers = handlersOf(this.#list);
  readonly #sources: Readonly<Partial<Record<FilledDataSet, RowSource>>> = Object.assign(
    {},
    ...this.#list.map(({ dataSets }) => dataSets ?? {}),
  );
  readonly #memberRows: readonly AnyMemberRows[] = Object.values(this.#sources).filter(
    (source) => source instanceof MemberRows,
  );
  readonly #afterOutcome = this.#list.filter(({ afterOutcome }) => afterOutcome !== undefined);
  #lastSeq = 0;

  readonly directory = this.#all.list.directory;
  readonly exchangeDay = this.#all.list.exchangeDay;
  readonly announcements = this.#all.list.announcements;
  readonly dailyFigures = this.#all.list.dailyFigures;
  readonly rights = this.#all.list.rights;
  readonly answers = this.#all.list.answers;
  readonly orders = this.#all.list.orders;
  readonly unmatchedDeals = this.#all.list.unmatchedDeals;
  readonly abandonments = this.#all.list.abandonments;
  readonly market = this.#all.list.market;
  readonly siloCerts = this.#all.list.siloCerts;
  readonly depth = this.#all.depth;

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Folds an outcome. The rows of the returned changes must be read before the next outcome is applied. */
  apply(outcome: Outcome): OutcomeChanges {
    const changes = new Changes();
    for (const event of outcome.events) {
      this.#handle(event.kind, event, outcome, changes);
      if (event.kind === 'dealerScopeSet') this.#openDealerStreams(event.userId, outcome.seq);
    }
    if (outcome.rejected !== null) this.#addRejected(outcome);
    for (const projection of this.#afterOutcome) projection.afterOutcome?.(outcome);
    this.#lastSeq = outcome.seq;
    for (const set of this.#memberRows) set.takeChanges(outcome.seq, changes);
    return changes;
  }

  rowsFor<Name extends FilledDataSet>(name: Name, viewer: Viewer) {
    const source = this.#sourceOf(name);
    // The list's types say which projection fills which data set, but not with which rows.
    const rows = source.rowsFor(viewer) as readonly RowOf<Name>[];
    return { rows, asOf: source.asOf?.(viewer) ?? this.#lastSeq };
  }

  allRows<Name extends FilledDataSet>(name: Name): Iterable<RowOf<Name>> {
    const source = this.#sourceOf(name);
    const rows = source instanceof MemberRows ? source.rows() : source.rowsFor({ userId: '', member: '' });
    return rows as Iterable<RowOf<Name>>;
  }

  *takeIndicativePrices(): Generator<string> {
    for (const { contract, indicative } of this.#all.list.indicativePrices.takeChanged()) {
      this.market.indicate(contract, indicative);
      yield contract;
    }
  }

  *takeQueuePlaces(): Generator<DataSetChange> {
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
    const saved = Object.entries(this.#all.list).map(([name, projection]) => [name, projection.save()]);
    return { lastSeq: this.#lastSeq, ...Object.fromEntries(saved) } as SavedProjections;
  }

  static from(saved: SavedProjections): Projections {
    const projections = new Projections();
    projections.#lastSeq = saved.lastSeq;
    const slices: Readonly<Record<string, unknown>> = saved;
    for (const [name, projection] of Object.entries<Projection>(projections.#all.list))
      projection.load(slices[name] as never);
    return projections;
  }

  #handle<Kind extends EventKind>(
    kind: Kind,
    event: VenueEvent,
    origin: EventOrigin,
    changes: Changes,
  ): void {
    const handlers: readonly Handler<Kind>[] | undefined = this.#handlers[kind];
    if (handlers === undefined) return;
    for (const handler of handlers) handler(event as EventOf<Kind>, origin, changes);
  }

  #sourceOf(name: FilledDataSet): RowSource {
    const source = this.#sources[name];
    if (source === undefined) throw new RangeError(`No projection fills the data set ${name}.`);
    return source;
  }

  #openDealerStreams(userId: string, seq: number): void {
    const user = this.rights.of(userId);
    if (user === undefined || user.onlyDealer === null) return;
    for (const set of this.#memberRows) set.openDealerStream(user, seq);
  }

  /** A rejected order has no events: its row is made from the order that the user wanted. */
  #addRejected(outcome: Outcome): void {
    const { by, rejected, repeats } = outcome;
    if (by.kind !== 'user' || rejected === null || repeats !== null) return;
    const user = this.rights.of(by.userId);
    if (user !== undefined) this.#all.list.orders.addRejected(outcome, rejected, user);
  }
}

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
