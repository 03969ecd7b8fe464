// All projections of the market, folded from its outcomes in one pass. What they hold can be saved with a snapshot and
// can always be rebuilt from the outcome log.
import type { Outcome } from '@openpit/venue';
import type { ActiveOrderRow, Announcement, DealRow, PositionRow, UnmatchedDealRow } from '@openpit/wire';
import { Answers, type RequestAnswer } from './access/answers.ts';
import { Rights, type UserView } from './access/rights.ts';
import { ActiveOrders } from './data-sets/active-orders.ts';
import { Announcements } from './data-sets/announcements.ts';
import { CompletedOrders, type SavedCompletedOrders } from './data-sets/completed-orders.ts';
import { DailyFigures, type SavedDailyFigures } from './data-sets/daily-figures.ts';
import { Deals } from './data-sets/deals.ts';
import { Directory, type SavedDirectory } from './data-sets/directory.ts';
import { ExchangeDay, type SavedExchangeDay } from './data-sets/exchange-day.ts';
import type { DataSetChange, SavedMemberRows } from './data-sets/member-rows.ts';
import { Positions } from './data-sets/positions.ts';
import { QueuePlaces } from './data-sets/queue-places.ts';
import { UnmatchedDeals } from './data-sets/unmatched-deals.ts';
import { noticesOf, type UserNotice } from './data-sets/user-notices.ts';
import { DepthViews } from './depth/depth-views.ts';
import { ContractBooks, type SavedBooks } from './market/contract-books.ts';
import { IndicativePrices, type SavedWaitingOrders } from './market/indicative-prices.ts';
import { MarketDisplay, type SavedMarket } from './market/market-display.ts';

/** What an outcome changed that must be told at once and in order; conflated rows wait for the tick. */
export interface OutcomeChanges {
  readonly dataSets: readonly DataSetChange[];
  readonly announcements: readonly Announcement[];
  /** Users whose rights changed. */
  readonly rightsOf: readonly string[];
  /** Contracts that were listed during the day, or as it ended. */
  readonly newContracts: readonly string[];
  /** What single users must be told. */
  readonly notices: readonly UserNotice[];
}

export interface SavedProjections {
  readonly lastSeq: number;
  readonly directory: SavedDirectory;
  readonly books: SavedBooks;
  readonly market: SavedMarket;
  readonly waitingOrders: SavedWaitingOrders;
  readonly activeOrders: SavedMemberRows<ActiveOrderRow>;
  readonly completedOrders: SavedCompletedOrders;
  readonly deals: SavedMemberRows<DealRow>;
  readonly unmatchedDeals: SavedMemberRows<UnmatchedDealRow>;
  readonly positions: SavedMemberRows<PositionRow>;
  readonly dailyFigures: SavedDailyFigures;
  readonly announcements: readonly Announcement[];
  readonly preMarketOrders: SavedMemberRows<ActiveOrderRow>;
  readonly exchangeDay: SavedExchangeDay;
  readonly rights: readonly UserView[];
  readonly answers: readonly (readonly [string, RequestAnswer])[];
}

export class Projections {
  readonly directory = new Directory();
  readonly #books = new ContractBooks();
  readonly market = new MarketDisplay(this.#books, this.directory);
  readonly depth = new DepthViews(this.#books);
  readonly activeOrders = new ActiveOrders(this.directory.facts);
  readonly completedOrders = new CompletedOrders(this.directory.facts);
  readonly deals = new Deals(this.directory.facts);
  readonly unmatchedDeals = new UnmatchedDeals(this.directory);
  readonly positions = new Positions(this.directory.facts);
  readonly dailyFigures = new DailyFigures((contract) => this.market.current(contract), this.directory);
  readonly announcements = new Announcements();
  readonly exchangeDay = new ExchangeDay();
  readonly #queues = new QueuePlaces(this.#books);
  readonly #indicative = new IndicativePrices(this.directory);
  readonly rights = new Rights();
  readonly answers = new Answers();
  #lastSeq = 0;

  get lastSeq(): number {
    return this.#lastSeq;
  }

  apply(outcome: Outcome): OutcomeChanges {
    const announcements: Announcement[] = [];
    const rightsOf: string[] = [];
    const newContracts: string[] = [];
    const notices: UserNotice[] = [];
    for (const event of outcome.events) {
      this.directory.apply(event);
      this.dailyFigures.apply(event);
      const touched = this.#books.apply(event);
      if (touched !== null) {
        this.depth.touch(touched);
        this.#queues.touch(touched);
      }
      this.market.apply(event, outcome, touched);
      const opened = this.#indicative.apply(event);
      if (opened !== null) this.market.indicate(opened, null);
      this.activeOrders.apply(event, outcome);
      this.completedOrders.apply(event, outcome);
      this.deals.apply(event, outcome);
      this.unmatchedDeals.apply(event);
      this.positions.apply(event);
      const announcement = this.announcements.apply(event, outcome);
      if (announcement !== null) announcements.push(announcement);
      this.exchangeDay.apply(event, outcome);
      for (const notice of noticesOf(event)) notices.push(notice);
      const user = this.rights.apply(event);
      if (user !== null) rightsOf.push(user);
      if (event.kind === 'dealerScopeSet') this.#keepToOwn(event.userId, outcome.seq);
      if (event.kind === 'strikeAdded' || event.kind === 'contractsListed')
        for (const { contract } of event.contracts) newContracts.push(contract);
    }
    this.#noteRejection(outcome);
    this.answers.apply(outcome);
    this.#lastSeq = outcome.seq;
    const dataSets: DataSetChange[] = [];
    this.activeOrders.rows.takeChanges(outcome.seq, dataSets);
    this.activeOrders.preMarket.takeChanges(outcome.seq, dataSets);
    this.completedOrders.rows.takeChanges(outcome.seq, dataSets);
    this.deals.rows.takeChanges(outcome.seq, dataSets);
    this.unmatchedDeals.rows.takeChanges(outcome.seq, dataSets);
    this.positions.rows.takeChanges(outcome.seq, dataSets);
    return { dataSets, announcements, newContracts, notices, rightsOf };
  }

  /** Works out at which prices contracts would open whose waiting orders have changed since the last call, one at a time, as they are asked for. */
  *takeIndicativePrices(): Generator<string> {
    for (const { contract, indicative } of this.#indicative.takeMoved()) {
      this.market.indicate(contract, indicative);
      yield contract;
    }
  }

  /** Works out where the own orders stand in the queues that have moved since the last call, a book at a time, as it is asked for. */
  *takeQueuePlaces(): Generator<DataSetChange> {
    for (const places of this.#queues.takePlaces()) yield* this.activeOrders.placeInQueues(places);
  }

  /** Works out where all own orders stand without telling anybody: after a recovery, before anybody asks. */
  standInQueues(): void {
    Array.from(this.takeQueuePlaces());
  }

  save(): SavedProjections {
    return {
      lastSeq: this.#lastSeq,
      directory: this.directory.save(),
      books: this.#books.save(),
      market: this.market.save(),
      waitingOrders: this.#indicative.save(),
      activeOrders: this.activeOrders.rows.save(),
      completedOrders: this.completedOrders.save(),
      deals: this.deals.rows.save(),
      unmatchedDeals: this.unmatchedDeals.rows.save(),
      positions: this.positions.rows.save(),
      dailyFigures: this.dailyFigures.save(),
      announcements: this.announcements.save(),
      preMarketOrders: this.activeOrders.preMarket.save(),
      exchangeDay: this.exchangeDay.save(),
      rights: this.rights.save(),
      answers: this.answers.save(),
    };
  }

  static from(saved: SavedProjections): Projections {
    const projections = new Projections();
    projections.#lastSeq = saved.lastSeq;
    projections.directory.load(saved.directory);
    projections.#books.load(saved.books);
    for (const { contract } of saved.books) projections.#queues.touch(contract);
    projections.market.load(saved.market);
    projections.#indicative.load(saved.waitingOrders);
    projections.activeOrders.rows.load(saved.activeOrders);
    projections.completedOrders.load(saved.completedOrders);
    projections.deals.rows.load(saved.deals);
    projections.unmatchedDeals.rows.load(saved.unmatchedDeals);
    projections.positions.rows.load(saved.positions);
    projections.dailyFigures.load(saved.dailyFigures);
    projections.announcements.load(saved.announcements);
    projections.activeOrders.preMarket.load(saved.preMarketOrders);
    projections.exchangeDay.load(saved.exchangeDay);
    projections.rights.load(saved.rights);
    projections.answers.load(saved.answers);
    return projections;
  }

  #keepToOwn(userId: string, seq: number): void {
    const user = this.rights.of(userId);
    if (user === undefined || user.onlyDealer === null) return;
    const { activeOrders, completedOrders, deals, unmatchedDeals, positions } = this;
    for (const set of [activeOrders.rows, activeOrders.preMarket, completedOrders.rows, deals.rows])
      set.keepToOwn(user, seq);
    unmatchedDeals.rows.keepToOwn(user, seq);
    positions.rows.keepToOwn(user, seq);
  }

  /** A rejected order has no events: its row comes from what was wanted, as the outcome tells it. */
  #noteRejection(outcome: Outcome): void {
    const { by, rejected } = outcome;
    if (by.kind !== 'user' || rejected === null) return;
    const user = this.rights.of(by.userId);
    if (user !== undefined) this.completedOrders.rejected(outcome, rejected, user);
  }
}
