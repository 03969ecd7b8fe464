// The market in the page with the faults that the page's address names. The address is read at each call, so that a test can change it:
// &silent=NAMES (calls that are never answered) &failing=NAMES (calls that do not reach the market) &none=NAMES (calls and data sets without rows)
// &meanwhile=NAMES (commands that another user of the member sends first, so that the market rejects the user's). NAMES are ends of paths
// and methods of the hub, such as PreviewMargin,Subscribe. &rows=NUMBER (rows in a page of history).
import { dataSets, type MarketHubEvent } from '@openpit/wire';
import type { MarketInPage, PageConnection } from '../web/transport/market-in-page.ts';

/** The fault of the feed: `loading`, `error` and `empty` from the beginning, the others once the page has been loaded. */
export type FeedState = 'live' | 'loading' | 'error' | 'empty' | 'stale' | 'down' | 'connecting' | 'notReady';

type Fault = 'silent' | 'failing' | 'none' | 'meanwhile';

function has(fault: Fault, name: string): boolean {
  const named = new URLSearchParams(location.search).get(fault)?.split(',') ?? [];
  return name !== '' && named.some((end) => name.toLowerCase().endsWith(end.toLowerCase()));
}

const never = <Answer>() => new Promise<Answer>(() => undefined);
const lost = () => new Error('The server did not answer.');

/** The data set of the rows in a message; undefined for messages without rows. */
const dataSetOf = (event: MarketHubEvent, { dataSetId }: { readonly dataSetId?: number }) =>
  Object.entries(dataSets).find(
    ([, { id, initEvent }]) => initEvent === event && (event !== 'DataSetInit' || id === dataSetId),
  )?.[0];

/** The message that an empty market sends instead; null if it sends none. */
function emptied(event: MarketHubEvent, payload: object): object | null {
  const name = dataSetOf(event, payload);
  // Every market has these.
  if (name === 'instruments' || name === 'contractDate') return payload;
  if (name !== undefined) return { ...payload, rows: [] };
  if (event === 'MarketDisplayCompleted') return { ...payload, count: 0 };
  return ['MarketDisplayChunk', 'MarketDisplay', 'DataSetUpdate', 'DailyTrendUpdate'].includes(event)
    ? null
    : payload;
}

export interface FaultyMarket extends MarketInPage {
  /** Must be called when the page has been loaded: the feed fails from now on, if its state says so. */
  begin(): void;
}

export function faultyMarket(market: MarketInPage, state: FeedState): FaultyMarket {
  const connections = new Set<FaultyConnection>();
  let hasBegun = false;
  const isLost = () => hasBegun && (state === 'down' || state === 'connecting');
  const hasNoRows = state === 'loading' || state === 'error' || state === 'empty';

  class FaultyConnection implements PageConnection {
    readonly #inner: PageConnection;
    #closed = (_error?: Error): void => undefined;
    #ready = (_payload: unknown): void => undefined;

    constructor(inner: PageConnection) {
      this.#inner = inner;
      connections.add(this);
    }

    get state() {
      return this.#inner.state;
    }

    on(event: MarketHubEvent, listener: (payload: unknown) => void): void {
      if (event === 'DownloadsCompleted') this.#ready = listener;
      this.#inner.on(event, (payload) => {
        if (isLost() || (hasBegun && state === 'stale')) return;
        if (hasBegun && state === 'notReady' && event === 'DownloadsCompleted') return;
        const isEmpty = state === 'empty' || has('none', dataSetOf(event, Object(payload)) ?? '');
        const heard = isEmpty ? emptied(event, payload as object) : payload;
        if (heard !== null) listener(heard);
      });
    }

    onreconnected(listener: () => void): void {
      this.#inner.onreconnected(listener);
    }

    onclose(listener: (error?: Error) => void): void {
      this.#closed = listener;
      this.#inner.onclose(listener);
    }

    async start(): Promise<void> {
      if (isLost()) throw lost();
      await this.#inner.start();
    }

    async stop(): Promise<void> {
      connections.delete(this);
      await this.#inner.stop();
    }

    async invoke<Reply>(method: string, ...args: unknown[]): Promise<Reply> {
      if (state === 'loading' || has('silent', method)) return never();
      if (state === 'error' || has('failing', method)) throw lost();
      return await this.#inner.invoke<Reply>(method, ...args);
    }

    fail(): void {
      if (state === 'notReady') this.#ready('False');
      if (isLost()) this.#closed(lost());
    }
  }

  return {
    ...market,
    async call(url, init) {
      const [path = ''] = url.split('?');
      // The prices that a page shows until it has the rows.
      if (has('silent', path) || (hasNoRows && path.endsWith('GetPrices'))) return never();
      if (has('failing', path)) throw lost();
      if (has('meanwhile', path)) {
        const body = JSON.parse(String(init.body));
        await market.call(url, {
          ...init,
          body: JSON.stringify({ ...body, requestId: crypto.randomUUID() }),
        });
      }
      const rows = new URLSearchParams(location.search).get('rows');
      const isPaged = rows !== null && path.includes('/History/');
      const to = isPaged ? `${url}${url.includes('?') ? '&' : '?'}limit=${rows}` : url;
      const reply = await market.call(to, init);
      if (!has('none', path)) return reply;
      const body = await reply.json();
      return Response.json(Array.isArray(body) ? [] : { ...body, rows: [], next: null });
    },
    connect: (url, token) => new FaultyConnection(market.connect(url, token)),
    begin() {
      hasBegun = true;
      for (const connection of [...connections]) connection.fail();
    },
  };
}
