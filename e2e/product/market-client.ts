// A client without a screen: signs in over HTTP, sends orders, and reads a data set over the hub with the public SignalR
// client. Journeys use it for state that no screen shows, and as the load of the kill -9 cycles.
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { type DataSetInit, dataSetIds, marketHubPath, paths, userCommands } from '@openpit/wire';
import { demoPassword, type Person, type PersonName } from './people.ts';
import type { Product } from './running-product.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export class MarketClient {
  readonly #product: Product;
  readonly #member: string;
  readonly token: string;

  private constructor(product: Product, member: string, token: string) {
    this.#product = product;
    this.#member = member;
    this.token = token;
  }

  static async signIn(product: Product, name: PersonName): Promise<MarketClient> {
    return MarketClient.signInAs(product, product.people[name], demoPassword);
  }

  static async signInAs(
    product: Product,
    { email, member }: Pick<Person, 'email' | 'member'>,
    password: string,
  ): Promise<MarketClient> {
    const reply = await send(product.url, 'POST', paths.login, { body: { email, password } });
    const token = (reply.body as { token?: string }).token;
    if (token === undefined) throw new Error(`${email} could not sign in: ${JSON.stringify(reply)}`);
    return new MarketClient(product, member, token);
  }

  post(path: string, body: object): Promise<Reply> {
    return send(this.#product.url, 'POST', path, { body, token: this.token });
  }

  /** Reads are tried again: connections that were kept open may have ended with the server. */
  async get(path: string, tries = 10): Promise<Reply> {
    try {
      return await send(this.#product.url, 'GET', path, { token: this.token });
    } catch (error) {
      if (tries <= 1) throw error;
      return this.get(path, tries - 1);
    }
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
    return this.post(userCommands.insertOrder.path, { ...defaults, ...order });
  }

  activeOrders(): Promise<{ activeOrderSeq: number; ref: string; remaining: number; state: string }[]> {
    return this.rows('activeOrders');
  }

  /** The rows of a data set that this user may see; one of those that arrive as `DataSetInit`. */
  async rows<Row>(dataSet: keyof typeof dataSetIds): Promise<Row[]> {
    const { connection, close } = await this.connect();
    try {
      return await this.rowsOver(connection, dataSet);
    } finally {
      await close();
    }
  }

  /** The same over an open connection: the server limits how often a user opens one. */
  rowsOver<Row>(connection: HubConnection, dataSet: keyof typeof dataSetIds): Promise<Row[]> {
    const id = dataSetIds[dataSet];
    return new Promise((resolve, reject) => {
      const all: Row[] = [];
      const take = ({ dataSetId, rows, more }: DataSetInit) => {
        if (dataSetId !== id) return;
        all.push(...(rows as readonly Row[]));
        if (more) return;
        connection.off('DataSetInit', take);
        resolve(all);
      };
      connection.on('DataSetInit', take);
      connection.invoke('PublishAllData', id, null).catch(reject);
    });
  }

  /** A hub connection as the browser makes it: WebSockets, MessagePack, the token in the query. */
  async connect(component?: string): Promise<{ connection: HubConnection; close: () => Promise<void> }> {
    const query = component === undefined ? '' : `?component=${component}`;
    const connection = new HubConnectionBuilder()
      .withUrl(`${this.#product.url}${marketHubPath}${query}`, {
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

/** Rejects when there is no reply: it is then unknown whether the request was carried out. */
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
