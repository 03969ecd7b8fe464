// A client without a screen: signs in over HTTP, sends orders, and reads a data set over the hub with the public SignalR
// client. Journeys use it for what no screen shows, and as the load of the kill -9 cycles.
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { dataSetIds, marketHubPath, paths } from '@openpit/wire';

export const demoPassword = 'maize-and-wheat';
export const people = {
  thandi: { email: 'thandi@kand.example', member: 'KAND' },
  pieter: { email: 'pieter@veld.example', member: 'VELD' },
  lerato: { email: 'lerato@karo.example', member: 'KARO' },
} as const;
export type Person = keyof typeof people;

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export class MarketClient {
  readonly #url: () => string;
  readonly #member: string;
  readonly token: string;

  private constructor(url: () => string, member: string, token: string) {
    this.#url = url;
    this.#member = member;
    this.token = token;
  }

  /** `url` is asked each time, because a product that is started again may move. */
  static async signIn(url: () => string, person: Person): Promise<MarketClient> {
    const { email, member } = people[person];
    const reply = await send(url(), 'POST', paths.login, { body: { email, password: demoPassword } });
    const token = (reply.body as { token?: string }).token;
    if (token === undefined) throw new Error(`${email} could not sign in: ${JSON.stringify(reply)}`);
    return new MarketClient(url, member, token);
  }

  post(path: string, body: object): Promise<Reply> {
    return send(this.#url(), 'POST', path, { body, token: this.token });
  }

  /** Reading may be tried twice: a connection that was kept open may have died with the server. */
  async get(path: string): Promise<Reply> {
    const read = () => send(this.#url(), 'GET', path, { token: this.token });
    return read().catch(read);
  }

  insertOrder(
    order: { readonly requestId: string; readonly price: number } & Readonly<Record<string, unknown>>,
  ): Promise<Reply> {
    const defaults = {
      contract: 'DEC26 WMAZ',
      side: 'B',
      type: 0,
      qty: 1,
      capacity: 'P',
      principal: this.#member,
    };
    return this.post(paths.insertOrder, { ...defaults, ...order });
  }

  async activeOrders(): Promise<{ activeOrderSeq: number; ref: string; remaining: number; state: string }[]> {
    const { connection, close } = await this.connect();
    try {
      return await new Promise((resolve, reject) => {
        connection.on('DataSetInit', ({ rows }) => resolve(rows));
        connection.invoke('PublishAllData', dataSetIds.activeOrders, null).catch(reject);
      });
    } finally {
      await close();
    }
  }

  /** A hub connection as the browser makes it: WebSockets, MessagePack, the token in the query. */
  async connect(component?: string): Promise<{ connection: HubConnection; close: () => Promise<void> }> {
    const query = component === undefined ? '' : `?component=${component}`;
    const connection = new HubConnectionBuilder()
      .withUrl(`${this.#url()}${marketHubPath}${query}`, {
        accessTokenFactory: () => this.token,
        transport: HttpTransportType.WebSockets,
      })
      .withHubProtocol(new MessagePackHubProtocol())
      .configureLogging(LogLevel.None)
      .build();
    await connection.start();
    return { connection, close: () => connection.stop() };
  }
}

/** Rejects when no reply comes: the fate of the request is then unknown. */
async function send(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  { body, token }: { readonly body?: object; readonly token?: string },
): Promise<Reply> {
  const reply = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
}
