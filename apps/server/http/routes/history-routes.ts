// The history calls: candles and time and sales for everyone who is signed in, past deals and orders of the caller's own member
// only.
import { notFound, offsetMinutesOf } from '@openpit/market';
import type { UserView } from '@openpit/projections';
import {
  type CandlesQuery,
  type CandlesReply,
  type DataSet,
  type DataSetQuery,
  dataSets,
  type PastDealsReply,
  type PastOrdersReply,
  type PastRowsQuery,
  type PastSetReply,
  type TimeAndSalesQuery,
  type TimeAndSalesReply,
} from '@openpit/wire';
import type { FastifyPluginAsync } from 'fastify';
import type { MemberPage } from '../../history/history-messages.ts';
import type { MarketServer } from '../../market-server.ts';
import { orUnavailable } from './history-available.ts';
import { boundsInDays, nextCursor, type PageBounds, pageOf } from './page-cursors.ts';
import { addRead } from './read-routes.ts';

export function historyRoutes(server: MarketServer): FastifyPluginAsync {
  const { history, view } = server;
  const inDays = (bounds: PageBounds) => boundsInDays(bounds, offsetMinutesOf(server));

  const candles = async ({ contract, interval, ...query }: CandlesQuery): Promise<CandlesReply> => {
    const kind = `candles ${interval}` as const;
    const { bounds, before } = pageOf(query, kind);
    const beforeTime = before === null ? null : Number(before);
    const { rows, asOf } = await (interval === 'day'
      ? orUnavailable(history.ask('dayCandles', { contract, ...inDays(bounds), before }))
      : orUnavailable(
          history.ask('candles', { contract, minutes: Number(interval), ...bounds, before: beforeTime }),
        ));
    requireContract(contract, rows.length);
    const next = nextCursor(rows, bounds.limit, kind, ({ time, businessDay }) =>
      interval === 'day' ? businessDay : time,
    );
    return { contract, interval, rows: rows.reverse(), next, asOf };
  };

  const timeAndSales = async ({ contract, ...query }: TimeAndSalesQuery): Promise<TimeAndSalesReply> => {
    const { bounds, before } = pageOf(query, 'prints');
    const page = { contract, ...bounds, before: before === null ? null : Number(before) };
    const { rows, asOf } = await orUnavailable(history.ask('timeAndSales', page));
    requireContract(contract, rows.length);
    return { contract, rows, next: nextCursor(rows, bounds.limit, 'prints', (row) => row.matchSeq), asOf };
  };

  const deals = async (userId: string, query: PastRowsQuery): Promise<PastDealsReply> => {
    const page = memberPage(userId, query, 'deals');
    if (page === null) return { rows: [], next: null, asOf: 0 };
    const { rows, asOf } = await orUnavailable(history.ask('deals', page));
    return { rows, next: nextCursor(rows, page.limit, 'deals', (row) => row.dealSeq), asOf };
  };

  const orders = async (userId: string, query: PastRowsQuery): Promise<PastOrdersReply> => {
    const page = memberPage(userId, query, 'orders');
    if (page === null) return { rows: [], next: null, asOf: 0 };
    const { rows, asOf } = await orUnavailable(history.ask('orders', page));
    return { rows, next: nextCursor(rows, page.limit, 'orders', (row) => row.completedOrderSeq), asOf };
  };

  const dataSet = async (userId: string, query: DataSetQuery): Promise<PastSetReply> => {
    const { dataSet: name, principal = null, ...range } = query;
    const kind = `set ${name}` as const;
    const { bounds, before } = pageOf(range, kind);
    const member = memberOfSet(dataSets[name].owner, view.rights.of(userId));
    if (member === null) return { rows: [], next: null, asOf: 0 };
    const page = {
      dataSet: name,
      member,
      principal,
      ...inDays(bounds),
      before: before === null ? null : Number(before),
    };
    const { rows, asOf } = await orUnavailable(history.ask('dataSet', page));
    return { rows, next: nextCursor(rows, bounds.limit, kind, (row) => row.rowSeq), asOf };
  };

  /** Throws for a contract that is neither listed nor in history. */
  function requireContract(contract: string, rows: number): void {
    if (rows > 0 || view.directory.contract(contract) !== undefined) return;
    throw notFound(
      `There is no contract "${contract}", now or in history. Contracts are named like "DEC26 WMAZ".`,
    );
  }

  /** The page of the rows that the user may see; null for a user whom the market does not know. */
  function memberPage(userId: string, query: PastRowsQuery, kind: 'deals' | 'orders'): MemberPage | null {
    const rights = view.rights.of(userId);
    const { contract = null, principal = null, ...page } = query;
    const { bounds, before } = pageOf(page, kind);
    if (rights === undefined) return null;
    const { member, onlyDealer: dealer } = rights;
    return {
      member,
      dealer,
      contract,
      principal,
      ...bounds,
      before: before === null ? null : Number(before),
    };
  }

  return async (app) => {
    // Checking hundreds of rows against their schemas takes far longer than writing them, without a pause. history-routes.slow.test.ts checks replies.
    app.setSerializerCompiler(() => JSON.stringify);
    addRead(app, 'historyCandles', candles);
    addRead(app, 'getPriceHistory', candles);
    addRead(app, 'historyTimeAndSales', timeAndSales);
    addRead(app, 'historyDeals', (query, userId) => deals(userId, query));
    addRead(app, 'historyOrders', (query, userId) => orders(userId, query));
    addRead(app, 'historyDataSet', (query, userId) => dataSet(userId, query));
  };
}

/** The owner whose rows of a set the user may see, as on the hub: empty for rows of the whole market, null for none. */
function memberOfSet(owner: DataSet['owner'], rights: UserView | undefined): string | null {
  if (owner === 'market') return '';
  return rights === undefined || rights.onlyDealer !== null ? null : rights.member;
}
