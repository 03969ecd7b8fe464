// A hub client that is subscribed to every contract of the market. It counts the changed rows and records the time of deals, to
// compare with a screen. The server sends each row at most 20 times per second; the market changes more often.
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { type MarketDisplayChunk, type MarketRow, marketHubPath, subscribeBatchSize } from '@openpit/wire';

export interface Dealt {
  readonly contract: string;
  /** The contract's volume with this deal: it only grows, so no two deals of a day have the same. */
  readonly volume: number;
  /** Epoch milliseconds of the deal at the server. */
  readonly at: number;
}

export interface WholeMarketWatcher {
  /** Rows received since the start. */
  rows(): number;
  dealt(): readonly Dealt[];
  quoteOf(contract: string): Pick<MarketRow, 'bid' | 'offer'> | undefined;
  /** The futures that have options. */
  underlyings(): readonly string[];
  close(): Promise<void>;
}

type ChangedRow = Pick<MarketRow, 'contract'> & Partial<MarketRow>;

export async function watchWholeMarket(url: string, token: string): Promise<WholeMarketWatcher> {
  const connection = new HubConnectionBuilder()
    .withUrl(`${new URL(marketHubPath, url).href}?component=Futures`, {
      accessTokenFactory: () => token,
      transport: HttpTransportType.WebSockets,
    })
    .withHubProtocol(new MessagePackHubProtocol())
    .configureLogging(LogLevel.None)
    .build();
  const quotes = new Map<string, Pick<MarketRow, 'bid' | 'offer'>>();
  const underlyings = new Set<string>();
  const dealt: Dealt[] = [];
  let rows = 0;
  connection.on('MarketDisplayChunk', (chunk: MarketDisplayChunk) => {
    for (const { contract, bid, offer, underlying } of chunk.rows) {
      quotes.set(contract, { bid, offer });
      if (underlying !== undefined) underlyings.add(underlying);
    }
  });
  connection.on('MarketDisplay', ({ rows: changed }: { readonly rows: readonly ChangedRow[] }) => {
    rows += changed.length;
    for (const { contract, volume, time, bid, offer } of changed) {
      const before = quotes.get(contract);
      if (bid !== undefined || offer !== undefined)
        quotes.set(contract, {
          bid: bid === undefined ? (before?.bid ?? null) : bid,
          offer: offer === undefined ? (before?.offer ?? null) : offer,
        });
      if (typeof volume === 'number' && typeof time === 'number') dealt.push({ contract, volume, at: time });
    }
  });
  const completed = new Promise<void>((resolve) => connection.on('MarketDisplayCompleted', () => resolve()));
  await connection.start();
  await Promise.all([completed, connection.invoke('GetMarketDisplayChunks')]);
  const contracts = [...quotes.keys()];
  for (let at = 0; at < contracts.length; at += subscribeBatchSize)
    await connection.invoke('Subscribe', contracts.slice(at, at + subscribeBatchSize));
  return {
    rows: () => rows,
    dealt: () => dealt,
    quoteOf: (contract) => quotes.get(contract),
    underlyings: () => [...underlyings],
    close: () => connection.stop(),
  };
}
