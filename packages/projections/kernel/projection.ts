// The interface of a projection: rows folded from the market's events, which can be saved, loaded, and
// rebuilt from the outcome log.
import type { EventKind, EventOf, EventOrigin, Outcome } from '@openpit/venue';
import type { Announcement, FilledDataSet } from '@openpit/wire';
import type { Viewer } from './audience.ts';
import type { DataSetChange } from './member-rows.ts';
import type { Steps } from './steps.ts';

/** A notice to one user about a change of their orders or deals that they did not make. */
export interface UserNotice {
  readonly userId: string;
  readonly message: string;
}

/**
 * Changes of an outcome that must be published immediately and in order. Conflated rows wait for the feed's next
 * interval.
 */
export interface OutcomeChanges {
  readonly dataSets: readonly DataSetChange[];
  readonly announcements: readonly Announcement[];
  /** Users whose rights changed. */
  readonly rightsOf: readonly string[];
  /** Contracts that were listed during the day, or as it ended. */
  readonly newContracts: readonly string[];
  readonly notices: readonly UserNotice[];
  /** True if the MTM of all contracts changed. */
  readonly isMtmChanged: boolean;
}

/** Collects the changes of one outcome. Lists are created on demand, because most outcomes change only one or two data sets. */
export class Changes implements OutcomeChanges {
  dataSets: DataSetChange[] = none;
  announcements: Announcement[] = none;
  rightsOf: string[] = none;
  newContracts: string[] = none;
  notices: UserNotice[] = none;
  isMtmChanged = false;

  changeDataSet(change: DataSetChange): void {
    this.dataSets = added(this.dataSets, change);
  }

  announce(announcement: Announcement): void {
    this.announcements = added(this.announcements, announcement);
  }

  changeRightsOf(userId: string): void {
    this.rightsOf = added(this.rightsOf, userId);
  }

  list(contract: string): void {
    this.newContracts = added(this.newContracts, contract);
  }

  notify(notice: UserNotice): void {
    this.notices = added(this.notices, notice);
  }

  changeMtm(): void {
    this.isMtmChanged = true;
  }
}

/** Shared by all outcomes that add nothing; never pushed to. */
const none: never[] = [];

function added<Item>(items: Item[], item: Item): Item[] {
  if (items === none) return [item];
  // A push would allocate room for sixteen more items, and most outcomes have one or two changes.
  if (items.length === 1) return [items[0] as Item, item];
  items.push(item);
  return items;
}

/**
 * The handlers of a projection, by kind of event. A projection is called only for the events that it names. A handler whose work grows with
 * the contracts or the accounts of the market returns it as steps, which are done before the next event is handled.
 */
export type EventHandlers = {
  readonly [Kind in EventKind]?: (
    event: EventOf<Kind>,
    origin: EventOrigin,
    changes: Changes,
    // biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing.
  ) => Steps | void;
};

/** The rows of a data set. */
export interface RowSource {
  /**
   * Lazily builds the rows that the viewer may see. `undefined` marks work that yields no row. If the caller continues after a
   * change, later rows reflect it.
   */
  rowsFor(viewer: Viewer): Iterable<object | undefined>;
  /** Changes continue from this sequence number; by default the number of the last outcome. */
  readonly asOf?: (viewer: Viewer) => number;
}

export interface Projection {
  readonly on: EventHandlers;
  /** The data sets that it fills (wire, data-sets.ts). */
  readonly dataSets?: Readonly<Partial<Record<FilledDataSet, RowSource>>>;
  /** Called after the events of each outcome. */
  readonly afterOutcome?: (outcome: Outcome) => void;
  /** The state as plain data. */
  save(): unknown;
  load(saved: never): void;
}
