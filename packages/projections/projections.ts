// All projections of the market, folded from its outcomes in one pass. What they hold can be saved with a snapshot and
// can always be rebuilt from the outcome log.
import type { Outcome } from '@openpit/venue';
import type { ActiveOrderRow, Announcement, DealRow, PositionRow } from '@openpit/wire';
import { Answers, type RequestAnswer } from './access/answers.ts';
import { Rights, type UserView } from './access/rights.ts';
import { ActiveOrders } from './data-sets/active-orders.ts';
import { Announcements } from './data-sets/announcements.ts';
import { CompletedOrders, type SavedCompletedOrders } from './data-sets/completed-orders.ts';
import { DailyFigures, type SavedDailyFigures } from './data-sets/daily-figures.ts';
import { Deals } from './data-sets/deals.ts';
import { Directory, type SavedDirectory } from './data-sets/directory.ts';
import type { DataSetChange, SavedMemberRows } from './data-sets/member-rows.ts';
import { Positions } from './data-sets/positions.ts';
import { DepthViews } from './depth/depth-views.ts';
import { ContractBooks, type SavedBooks } from './market/contract-books.ts';
import { MarketDisplay, type SavedMarket } from './market/market-display.ts';

/** What an outcome changed that must be told at once and in order; conflated rows wait for the tick. */
export interface OutcomeChanges {
  readonly dataSets: readonly DataSetChange[];
  readonly announcements: readonly Announcement[];
  /** Users whose rights changed. */
  readonly rightsOf: readonly string[];
}

export interface SavedProjections {
  readonly lastSeq: number;
  readonly directory: SavedDirectory;
  readonly books: SavedBooks;
  readonly market: SavedMarket;
  readonly activeOrders: SavedMemberRows<ActiveOrderRow>;
  readonly completedOrders: SavedCompletedOrders;
  readonly deals: SavedMemberRows<DealRow>;
  readonly positions: SavedMemberRows<PositionRow>;
  readonly dailyFigures: SavedDailyFigures;
  readonly announcements: readonly Announcement[];
  readonly rights: readonly UserView[];
  readonly answers: readonly (readonly [string, RequestAnswer])[];
}

export class Projections {
  readonly directory = new Directory();
  readonly #books = new ContractBooks();
  readonly market = new MarketDisplay(this.#books);
  readonly depth = new DepthViews(this.#books);
  readonly activeOrders = new ActiveOrders(this.directory.facts);
  readonly completedOrders = new CompletedOrders(this.directory.facts);
  readonly deals = new Deals(this.directory.facts);
  readonly positions = new Positions(this.directory.facts);
  readonly dailyFigures = new DailyFigures((contract) => this.market.current(contract));
  readonly announcements = new Announcements();
  readonly rights = new Rights();
  readonly answers = new Answers();
  #lastSeq = 0;

  get lastSeq(): number {
    return this.#lastSeq;
  }

  apply(outcome: Outcome): OutcomeChanges {
    const announcements: Announcement[] = [];
    const rightsOf: string[] = [];
    for (const event of outcome.events) {
      this.directory.apply(event);
      this.dailyFigures.apply(event);
      const touched = this.#books.apply(event);
      if (touched !== null) this.depth.touch(touched);
      this.market.apply(event, outcome, touched);
      this.activeOrders.apply(event, outcome);
      this.completedOrders.apply(event, outcome);
      this.deals.apply(event, outcome);
      this.positions.apply(event);
      const announcement = this.announcements.apply(event, outcome);
      if (announcement !== null) announcements.push(announcement);
      const user = this.rights.apply(event);
      if (user !== null) rightsOf.push(user);
    }
    this.#noteRefusal(outcome);
    this.answers.apply(outcome);
    this.#lastSeq = outcome.seq;
    const dataSets: DataSetChange[] = [];
    this.activeOrders.rows.takeChanges(outcome.seq, dataSets);
    this.completedOrders.rows.takeChanges(outcome.seq, dataSets);
    this.deals.rows.takeChanges(outcome.seq, dataSets);
    this.positions.rows.takeChanges(outcome.seq, dataSets);
    return { dataSets, announcements, rightsOf };
  }

  save(): SavedProjections {
    return {
      lastSeq: this.#lastSeq,
      directory: this.directory.save(),
      books: this.#books.save(),
      market: this.market.save(),
      activeOrders: this.activeOrders.rows.save(),
      completedOrders: this.completedOrders.save(),
      deals: this.deals.rows.save(),
      positions: this.positions.rows.save(),
      dailyFigures: this.dailyFigures.save(),
      announcements: this.announcements.save(),
      rights: this.rights.save(),
      answers: this.answers.save(),
    };
  }

  static from(saved: SavedProjections): Projections {
    const projections = new Projections();
    projections.#lastSeq = saved.lastSeq;
    projections.directory.load(saved.directory);
    projections.#books.load(saved.books);
    projections.market.load(saved.market);
    projections.activeOrders.rows.load(saved.activeOrders);
    projections.completedOrders.load(saved.completedOrders);
    projections.deals.rows.load(saved.deals);
    projections.positions.rows.load(saved.positions);
    projections.dailyFigures.load(saved.dailyFigures);
    projections.announcements.load(saved.announcements);
    projections.rights.load(saved.rights);
    projections.answers.load(saved.answers);
    return projections;
  }

  /** A refused order has no events: its row comes from what was wanted, as the outcome tells it. */
  #noteRefusal(outcome: Outcome): void {
    const { by, refused } = outcome;
    if (by.kind !== 'user' || refused === null) return;
    const user = this.rights.of(by.userId);
    if (user !== undefined) this.completedOrders.refused(outcome, refused, user);
  }
}
