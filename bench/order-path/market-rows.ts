// Loads the market rows as the web application does at its start: in chunks over the market connection.
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { classifyContract, type MarketDisplayChunk, type MarketRow, marketHubPath } from '@openpit/wire';

/** The rows of the Futures panel. */
export async function futuresRows(url: string, token: string): Promise<MarketRow[]> {
  const connection = new HubConnectionBuilder()
    .withUrl(new URL(marketHubPath, url).href, {
      accessTokenFactory: () => token,
      transport: HttpTransportType.WebSockets,
    })
    .withHubProtocol(new MessagePackHubProtocol())
    .configureLogging(LogLevel.None)
    .build();
  const rows: MarketRow[] = [];
  connection.on('MarketDisplayChunk', (chunk: MarketDisplayChunk) => rows.push(...chunk.rows));
  const completed = new Promise<void>((resolve, reject) => {
    connection.on('MarketDisplayCompleted', () => resolve());
    connection.onclose((error) =>
      reject(error ?? new Error('The hub closed before the market was complete.')),
    );
  });
  await connection.start();
  try {
    await Promise.all([completed, connection.invoke('GetMarketDisplayChunks')]);
  } finally {
    await connection.stop();
  }
  return rows.filter(({ contractDisplay }) => classifyContract(contractDisplay) === 'futures');
}
