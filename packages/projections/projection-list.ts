// The projections, in the order in which they receive each event. A new data set is a projection in this list and an entry in the wire's
// table.
import { type ChunkStore, chunksInMemory, type EventKind } from '@openpit/venue';
import { Answers } from './access/answers.ts';
import { Rights } from './access/rights.ts';
import { ContractBooks } from './books/contract-books.ts';
import { DepthViews } from './books/depth-views.ts';
import { QueuePlaces } from './books/queue-places.ts';
import { Breakdown } from './clearing/breakdown.ts';
import { Clearing } from './clearing/clearing.ts';
import { ClearingInfo } from './clearing/clearing-info.ts';
import { EarlyValuations } from './clearing/early-valuations.ts';
import { Movements } from './clearing/movements.ts';
import { DailyFigures } from './daily/daily-figures.ts';
import type { Projection } from './kernel/projection.ts';
import { IndicativePrices } from './market/indicative-prices.ts';
import { MarketRows } from './market/market-display.ts';
import { Abandonments } from './members/abandonments.ts';
import { Deals } from './members/deals.ts';
import { MemberOrders } from './members/orders.ts';
import { Positions } from './members/positions.ts';
import { UnmatchedDeals } from './members/unmatched-deals.ts';
import { Announcements } from './reference/announcements.ts';
import { Directory } from './reference/directory.ts';
import { ExchangeDay } from './reference/exchange-day.ts';
import { RateTables } from './reference/rate-tables.ts';
import { UserNotices } from './reference/user-notices.ts';
import { SiloAuctions } from './silo/silo-auctions.ts';
import { SiloCerts } from './silo/silo-certs.ts';
import { SiloPositions } from './silo/silo-positions.ts';

/** `store` keeps the bytes of the day that no longer change. */
export function createProjections(store: ChunkStore) {
  const directory = new Directory();
  const books = new ContractBooks();
  const orders = new MemberOrders(directory.facts, store);
  const depth = new DepthViews(books, (activeOrderSeq) => orders.deltaTermsOf(activeOrderSeq));
  const queues = new QueuePlaces(books);
  const exchangeDay = new ExchangeDay();
  const market = new MarketRows(books, directory, exchangeDay.isHalted);
  const deals = new Deals(directory.facts, store);
  const positions = new Positions(directory.facts);
  const rateTables = new RateTables(directory);
  const clearingInfo = new ClearingInfo();
  const siloCerts = new SiloCerts();
  const accounts = { positions: () => positions.all(), facts: directory.facts };
  const list = {
    directory,
    // Before the market rows, which depend on halts.
    exchangeDay,
    // Before the market rows begin the next day.
    dailyFigures: new DailyFigures(
      {
        today: (contract) => market.today(contract),
        ratesOf: (instrument) => rateTables.ratesOf(instrument),
      },
      directory,
    ),
    books,
    market,
    indicativePrices: new IndicativePrices(directory, (contract) => market.indicate(contract, null)),
    orders,
    deals,
    unmatchedDeals: new UnmatchedDeals(directory, deals),
    positions,
    abandonments: new Abandonments(),
    rateTables,
    movements: new Movements(),
    clearing: new Clearing(() => directory.nextPayment()),
    breakdown: new Breakdown({
      ...accounts,
      deals: () => deals.standing(),
      ratesOf: (instrument) => rateTables.ratesOf(instrument),
      interestRate: () => clearingInfo.interestRate(),
    }),
    clearingInfo,
    earlyValuations: new EarlyValuations(accounts),
    siloCerts,
    siloAuctions: new SiloAuctions(() => directory.nextPayment()),
    siloPositions: new SiloPositions({
      directory,
      certs: (day) => siloCerts.tenderable(day),
    }),
    announcements: new Announcements(),
    notices: new UserNotices(),
    rights: new Rights(),
    answers: new Answers((activeOrderSeq) => orders.termsOf(activeOrderSeq), store),
  } satisfies Readonly<Record<string, Projection>>;
  return { list, depth, queues };
}

export type ProjectionList = ReturnType<typeof createProjections>['list'];

/** The kinds of events that a projection reads. */
export const eventsRead = (): ReadonlySet<EventKind> =>
  new Set(
    Object.values(createProjections(chunksInMemory).list).flatMap(({ on }) => Object.keys(on) as EventKind[]),
  );

/** The state of all projections, as plain data. */
export type SavedProjections = {
  readonly [Name in keyof ProjectionList]: ReturnType<ProjectionList[Name]['save']>;
} & { readonly lastSeq: number };
