// The history calls (design §4.22 and §4.2): candles and time and sales for everyone who is signed in; past deals and orders
// of the caller's own member only.
import type { HistoryBound } from '@openpit/storage';
import {
  badInputBody,
  type CandlesQuery,
  type CandlesReply,
  candlesQuery,
  candlesReply,
  errorBody,
  maxHistoryRows,
  type PastDealsReply,
  type PastOrdersReply,
  type PastRowsQuery,
  pastDealsReply,
  pastOrdersReply,
  pastRowsQuery,
  paths,
  type TimeAndSalesReply,
  timeAndSalesQuery,
  timeAndSalesReply,
} from '@openpit/wire';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { HistoryUnavailable } from '../../history/history.ts';
import type { MemberPage } from '../../history/history-messages.ts';
import type { MarketServer } from '../../market-server.ts';
import { BadInput, HttpRejection, notFound } from '../rejections.ts';
import { accountOf } from '../signed-in.ts';

const rejections = { 400: badInputBody, 401: errorBody, 503: errorBody };
const unavailableRetrySeconds = 30;

type PageQuery = Pick<PastRowsQuery, 'from' | 'to' | 'limit' | 'cursor'>;

export function historyRoutes({ history, view }: MarketServer): FastifyPluginAsyncZod {
  const candles = async ({ contract, interval, ...page }: CandlesQuery): Promise<CandlesReply> => {
    const { bounds, before } = pageOf(page, `candles ${interval}`);
    const { rows, asOf } = await told(history.ask('candles', { contract, interval, ...bounds, before }));
    requireContract(contract, rows.length);
    const next = nextCursor(rows, bounds.limit, `candles ${interval}`, ({ time, businessDay }) =>
      interval === 'day' ? businessDay : time,
    );
    return { contract, interval, rows: rows.reverse(), next, asOf };
  };

  /** What nobody has ever dealt in may still be listed; a name that is neither is a mistake. */
  function requireContract(contract: string, rows: number): void {
    if (rows > 0 || view.directory.contract(contract) !== undefined) return;
    throw notFound(
      `There is no contract "${contract}", and history knows none of that name. Contracts are named like "DEC26 WMAZ".`,
    );
  }

  /** The rows that the caller may see: his member's, or his own alone. */
  function memberPage(request: FastifyRequest, query: PastRowsQuery, kind: string): MemberPage | null {
    const rights = view.rights.of(accountOf(request).userId);
    const { contract, principal, ...page } = query;
    const { bounds, before } = pageOf(page, kind);
    if (rights === undefined) return null;
    return {
      member: rights.member,
      dealer: rights.onlyDealer,
      contract: contract ?? null,
      principal: principal ?? null,
      ...bounds,
      before: before === null ? null : Number(before),
    };
  }

  return async (app) => {
    const tags = ['history'];
    const paged =
      'From the newest backwards, at most 500 rows; `next` is the cursor of the page before in time. `from` and `to` are times or business days, both included.';

    for (const path of [paths.historyCandles, paths.getPriceHistory])
      app.get(
        path,
        {
          schema: {
            tags,
            summary: 'Candles of a contract, in the order of time',
            description: `Of 1, 5, 15 or 60 minutes, or of business days. ${paged}`,
            querystring: candlesQuery,
            response: { 200: candlesReply, 404: errorBody, ...rejections },
          },
        },
        (request): Promise<CandlesReply> => candles(request.query),
      );

    app.get(
      paths.historyTimeAndSales,
      {
        schema: {
          tags,
          summary: 'The deals of a contract as the market saw them, the last first',
          description: paged,
          querystring: timeAndSalesQuery,
          response: { 200: timeAndSalesReply, 404: errorBody, ...rejections },
        },
      },
      async (request): Promise<TimeAndSalesReply> => {
        const { contract, ...page } = request.query;
        const { bounds, before } = pageOf(page, 'prints');
        const { rows, asOf } = await told(
          history.ask('timeAndSales', {
            contract,
            ...bounds,
            before: before === null ? null : Number(before),
          }),
        );
        requireContract(contract, rows.length);
        return { contract, rows, next: nextCursor(rows, bounds.limit, 'prints', keyOf.prints), asOf };
      },
    );

    app.get(
      paths.historyDeals,
      {
        schema: {
          tags,
          summary: "Your member's deals, the last first",
          description: paged,
          querystring: pastRowsQuery,
          response: { 200: pastDealsReply, ...rejections },
        },
      },
      async (request): Promise<PastDealsReply> => {
        const page = memberPage(request, request.query, 'deals');
        if (page === null) return { rows: [], next: null, asOf: 0 };
        const { rows, asOf } = await told(history.ask('deals', page));
        return { rows, next: nextCursor(rows, page.limit, 'deals', keyOf.deals), asOf };
      },
    );

    app.get(
      paths.historyOrders,
      {
        schema: {
          tags,
          summary: "Your member's orders whose life has ended, the last ended first",
          description: paged,
          querystring: pastRowsQuery,
          response: { 200: pastOrdersReply, ...rejections },
        },
      },
      async (request): Promise<PastOrdersReply> => {
        const page = memberPage(request, request.query, 'orders');
        if (page === null) return { rows: [], next: null, asOf: 0 };
        const { rows, asOf } = await told(history.ask('orders', page));
        return { rows, next: nextCursor(rows, page.limit, 'orders', keyOf.orders), asOf };
      },
    );
  };
}

const keyOf = {
  prints: ({ matchSeq }: TimeAndSalesReply['rows'][number]) => matchSeq,
  deals: ({ dealSeq }: PastDealsReply['rows'][number]) => dealSeq,
  orders: ({ completedOrderSeq }: PastOrdersReply['rows'][number]) => completedOrderSeq,
};

/** A stretch and where to go on; throws BadInput for ends that contradict each other and for a foreign cursor. */
function pageOf({ from, to, limit, cursor }: PageQuery, kind: string) {
  const [start, end] = [boundOf(from), boundOf(to)];
  const isBackwards =
    (start?.kind === 'time' && end?.kind === 'time' && start.ms > end.ms) ||
    (start?.kind === 'businessDay' && end?.kind === 'businessDay' && start.day > end.day);
  if (isBackwards) throw new BadInput({ to: ['The end is before the start (from).'] });
  return {
    bounds: { from: start, to: end, limit: limit === undefined ? maxHistoryRows : Number(limit) },
    before: cursor === undefined ? null : readCursor(cursor, kind),
  };
}

function boundOf(text: string | undefined): HistoryBound | null {
  if (text === undefined) return null;
  return text.includes('-') ? { kind: 'businessDay', day: text } : { kind: 'time', ms: Number(text) };
}

/** The cursor of the page that follows one that is full; null after one that is not. */
function nextCursor<Row>(
  rows: readonly Row[],
  limit: number,
  kind: string,
  key: (row: Row) => string | number,
): string | null {
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) return null;
  return Buffer.from(`${kind} ${key(last)}`).toString('base64url');
}

function readCursor(cursor: string, kind: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.startsWith(`${kind} `) ? text.slice(kind.length + 1) : '';
  const form = kind === 'candles day' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{1,15}$/;
  if (form.test(key)) return key;
  throw new BadInput({
    cursor: ['This cursor does not belong to this query. Leave it out to start with the newest rows.'],
  });
}

async function told<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof HistoryUnavailable)) throw error;
    throw new HttpRejection(
      503,
      'historyUnavailable',
      'History cannot be read just now; the market itself goes on. Try again later, and tell your operator if it stays.',
      unavailableRetrySeconds,
    );
  }
}
