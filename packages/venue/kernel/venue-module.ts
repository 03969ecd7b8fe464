// What a venue module declares. Dispatch, permissions, snapshots, the catalogue of rejections and the end of the day are loops
// over the list of modules (modules.ts).
import type { ChunkStore } from './chunk-store.ts';
import type { RejectionCatalogue } from './rejection.ts';

/** The stages of the end of a business day, in this order (see exchange-day/end-day.ts). */
export const endOfDayStages = [
  /** Items that await acceptance lapse. */
  'expire',
  /** Every contract gets its MTM, and its limits for the next day. */
  'mark',
  /** Contracts that end with the day are closed. */
  'settle',
  /** The receipts and payments of each account are computed. */
  'clear',
  /** Orders expire, or are held over. */
  'carry',
  /** Records of the day are cleared; the next business day begins. */
  'reset',
  /** The day's end and its marks are published. */
  'publish',
  /** New contract months are listed. */
  'list',
  /** Positions begin the next day. */
  'roll',
  /** Trading continues in contracts without a pre-open. */
  'open',
] as const;
type EndOfDayStage = (typeof endOfDayStages)[number];

/**
 * A stage that takes long in a large market. It is divided into units. The venue may pause and be saved between any two of them, so all
 * progress is kept in the state or in `run`. `unit` runs the unit with this number, from 0, and returns the approximate time that it takes,
 * in microseconds. It returns null if there is no such unit.
 */
export interface LongStage<Act, Run> {
  readonly unit: (context: Act, run: Run, at: number) => number | null;
}

/** The kinds of a union of events; a missing or an extra kind does not compile. */
export type EventKinds<Event extends { readonly kind: string }> = Readonly<Record<Event['kind'], true>>;

export interface VenueModule {
  readonly name: string;
  /** The module's part of the state, if it has one. */
  readonly slice?: {
    /** `store`: for bytes that no longer change. */
    readonly empty: (store: ChunkStore) => unknown;
    /** Saves the slice as plain data. `state` contains the slices of all modules. */
    readonly save: (slice: never, state: never) => unknown;
    /** `lower` contains the slices of the modules before it in the list, which are already loaded. */
    readonly load: (saved: never, lower: never, store: ChunkStore) => unknown;
  };
  /** By kind of command: a CommandEntry. */
  readonly commands?: Readonly<Record<string, object>>;
  readonly rejections?: RejectionCatalogue;
  /** The kinds of events that the module declares. */
  readonly events?: Readonly<Record<string, true>>;
  readonly endOfDay?: Partial<
    Readonly<Record<EndOfDayStage, ((context: never, day: never) => void) | LongStage<never, never>>>
  >;
  /** The parts of the reference data that it compares with a file, and changes: each a ReferenceSection. */
  readonly referenceSections?: readonly object[];
  /** The part of the module in a valuation of the market. */
  readonly valuation?: LongStage<never, never>;
}
