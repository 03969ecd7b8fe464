// The ports for reading the market: HTTP, the schedule and the operator read a MarketView;
// the hub's feed reads a FeedSource, which also has the changes to publish.
import type { FilledDataSet, RowOf } from '@openpit/wire';
import type { DepthViews } from './books/depth-views.ts';
import type { Viewer } from './kernel/audience.ts';
import type { DataSetChange } from './kernel/member-rows.ts';
import type { Projection } from './kernel/projection.ts';
import type { MarketRows } from './market/market-display.ts';
import type { ProjectionList } from './projection-list.ts';

/** A projection for readers. */
type Readable<Name extends keyof ProjectionList> = Omit<ProjectionList[Name], keyof Projection>;

export interface MarketView {
  /** Sequence number of the last outcome that the view contains. */
  readonly lastSeq: number;
  /**
   * Resolves when a long outcome, such as the end of a day, is complete; null if none is being applied. A reader that does not
   * wait also reads complete data, but blocks everything else until the outcome is complete. Read each part through the view, and
   * do not hold on to it.
   */
  readonly whenSettled: Promise<void> | null;
  readonly directory: Readable<'directory'>;
  readonly exchangeDay: Readable<'exchangeDay'>;
  readonly announcements: Readable<'announcements'>;
  readonly dailyFigures: Readable<'dailyFigures'>;
  readonly rights: Readable<'rights'>;
  readonly answers: Readable<'answers'>;
  readonly orders: Pick<ProjectionList['orders'], 'open' | 'isOpen' | 'isWorking' | 'hasJustEnded'>;
  readonly unmatchedDeals: Readable<'unmatchedDeals'>;
  readonly abandonments: Readable<'abandonments'>;
  readonly rateTables: Pick<ProjectionList['rateTables'], 'nextRatesOf'>;
  readonly siloCerts: Readable<'siloCerts'>;
  readonly market: Pick<MarketRows, 'row' | 'rows' | 'current'>;
  /** The rows of a data set that this viewer may see, and the sequence number that changes continue from. */
  rowsFor<Name extends FilledDataSet>(
    name: Name,
    viewer: Viewer,
  ): { readonly rows: readonly RowOf<Name>[]; readonly asOf: number };
  /**
   * As `rowsFor`, one row per step; `undefined` is a step without a row. The market may change between two steps: a row is as new as its
   * step, and a row added after the first step may be missing.
   */
  rowsInSteps<Name extends FilledDataSet>(
    name: Name,
    viewer: Viewer,
  ): { readonly rows: IterableIterator<RowOf<Name> | undefined>; readonly asOf: number };
  /** The rows of all members, one at a time. */
  allRows<Name extends FilledDataSet>(name: Name): Iterable<RowOf<Name>>;
}

export interface FeedSource extends MarketView {
  readonly depth: Pick<DepthViews, 'open' | 'close' | 'takeChanges'>;
  readonly market: MarketView['market'] & Pick<MarketRows, 'changes'>;
  /** Computes changed indicative prices, one contract per step. */
  takeIndicativePrices(): Iterable<string>;
  /** Computes the places of orders in changed queues, one book per step. */
  takeQueuePlaces(): Iterable<DataSetChange>;
}
