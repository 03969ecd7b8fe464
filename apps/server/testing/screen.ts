// For tests: a hub connection by the client library that browsers use, with all the messages that it received.
import { createRequire } from 'node:module';
import type { HubConnection } from '@microsoft/signalr';
import {
  type ConnectionComponent,
  type MarketHubEvent,
  type MarketHubEvents,
  type MarketHubMethod,
  marketHub,
} from '@openpit/wire';

// The library finds its WebSocket by `require`, which in Node only its CommonJS build does.
const require = createRequire(import.meta.url);
const signalr: typeof import('@microsoft/signalr') = require('@microsoft/signalr');
const msgpack: typeof import('@microsoft/signalr-protocol-msgpack') = require('@microsoft/signalr-protocol-msgpack');

export interface ScreenOptions {
  readonly component?: ConnectionComponent | undefined;
  /** MessagePack, as in browsers, instead of JSON. */
  readonly isBinary?: boolean;
}

export interface ReceivedMessage {
  readonly event: MarketHubEvent;
  readonly payload: unknown;
}

export class Screen {
  readonly received: ReceivedMessage[] = [];
  readonly token: string;
  readonly connection: HubConnection;
  isClosed = false;
  /** The server's reason for closing the connection; null if it sent none. */
  closeReason: string | null = null;

  constructor(url: string, token: string, { component, isBinary = false }: ScreenOptions) {
    this.token = token;
    const query = component === undefined ? '' : `?component=${component}`;
    const builder = new signalr.HubConnectionBuilder()
      .withUrl(`${url}/market${query}`, {
        accessTokenFactory: () => token,
        transport: signalr.HttpTransportType.WebSockets,
      })
      .configureLogging(signalr.LogLevel.None);
    if (isBinary) builder.withHubProtocol(new msgpack.MessagePackHubProtocol());
    this.connection = builder.build();
    for (const event of Object.keys(marketHub.events) as MarketHubEvent[])
      this.connection.on(event, (payload) => void this.received.push({ event, payload }));
    this.connection.onclose((error) => {
      this.isClosed = true;
      this.closeReason = error?.message ?? null;
    });
  }

  invoke(method: MarketHubMethod, ...args: unknown[]): Promise<unknown> {
    return this.connection.invoke(method, ...args);
  }

  all<E extends MarketHubEvent>(event: E): MarketHubEvents[E][] {
    return this.received
      .filter((receivedMessage) => receivedMessage.event === event)
      .map(({ payload }) => payload as MarketHubEvents[E]);
  }

  /** The changed rows of a data set, in the order they arrived. */
  rowsOf<Row>(dataSetId: number): Row[] {
    return this.all('DataSetUpdate')
      .filter((update) => update.dataSetId === dataSetId)
      .flatMap(({ rows }) => rows as readonly Row[]);
  }

  /** Makes a round trip: everything that was sent to this connection before has arrived afterwards. */
  async settle(): Promise<void> {
    await this.connection.invoke('DisconnectCheck');
  }
}

/** Guards against a test that hangs. No test may depend on it, because machines differ in speed. */
const hangingMs = 120_000;

/** Resolves when the condition holds; rejects when it will probably never hold. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + hangingMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`This did not hold within ${hangingMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
