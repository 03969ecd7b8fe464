// A TCP proxy in front of a PostgreSQL server, for tests: it can lead to another server, freeze its connections as a firewall that
// forgets them, and behave as a pooler.
import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';

/** The parameters that PgBouncer accepts from a client. */
const parametersOfPoolers = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
]);

export type ProxyKind =
  | 'plain'
  /** A pooler in session mode: it rejects other startup parameters. */
  | 'session'
  /** A pooler in transaction mode: all clients share one connection to the server. */
  | 'transaction';

export class PostgresProxy {
  readonly #kind: ProxyKind;
  #url: URL;
  /** A frozen connection does not answer the end of its client either. */
  readonly #server = createServer({ allowHalfOpen: true }, (client) => this.#take(client));
  #frozen = new Set<Socket>();
  #lost: string | null = null;
  readonly #losing = new Set<Socket>();
  readonly #clients = new Set<Socket>();
  #isCut = false;
  #taken = 0;
  #shared: Socket | null = null;
  #current: Socket | null = null;

  private constructor(url: string, kind: ProxyKind) {
    this.#url = new URL(url);
    this.#kind = kind;
  }

  /** `url`: of a database of a test server. */
  static async start(url: string, kind: ProxyKind = 'plain'): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(url, kind);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The number of connections that the proxy has led to its current server. */
  get connections(): number {
    return this.#taken;
  }

  /** The address of the database through the proxy. */
  get url(): string {
    return `postgres://${this.#url.username}@127.0.0.1:${this.port}${this.#url.pathname}`;
  }

  /** New connections lead to this server; those that are open are cut. */
  leadTo(url: string): void {
    this.#url = new URL(url);
    this.cut();
    this.#isCut = false;
    this.#taken = 0;
  }

  /** The open connections stop carrying data, and do not end; new ones work. */
  freeze(): void {
    this.#frozen = new Set(this.#clients);
  }

  /** Like `freeze`, and new connections are not taken until `leadTo`. */
  isolate(): void {
    this.freeze();
    this.#isCut = true;
  }

  /** The answer to the next request with this text is lost, and the connection with it: the server has carried out the statement. */
  loseAnswer(text: string): void {
    this.#lost = text;
  }

  /** Ends all connections, and accepts no new ones until `leadTo`. */
  cut(): void {
    this.#isCut = true;
    for (const client of this.#clients) client.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#shared?.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(client: Socket): void {
    if (this.#isCut) {
      client.destroy();
      return;
    }
    this.#taken += 1;
    this.#clients.add(client);
    client.on('error', () => undefined);
    client.on('end', () => this.#frozen.has(client) || client.end());
    client.on('close', () => this.#clients.delete(client));
    if (this.#kind !== 'plain') client.once('data', (startup) => this.#pool(client, startup));
    else this.#join(client, this.#connect());
  }

  #connect(): Socket {
    const folder = this.#url.searchParams.get('host') ?? '';
    return openSocket(`${folder}/.s.PGSQL.5432`).on('error', () => undefined);
  }

  #join(client: Socket, server: Socket, startup?: Buffer): void {
    if (startup !== undefined) server.write(startup);
    client.on('data', (bytes: Buffer) => {
      if (this.#lost !== null && bytes.includes(this.#lost)) {
        this.#lost = null;
        this.#losing.add(client);
      }
      if (!this.#frozen.has(client)) server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (this.#losing.has(client)) client.destroy();
      else if (!this.#frozen.has(client)) client.write(bytes);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => this.#frozen.has(client) || client.destroy());
  }

  #pool(client: Socket, startup: Buffer): void {
    const words = startup.subarray(8).toString().split('\0');
    const unsupported = words.find(
      (word, at) => at % 2 === 0 && word !== '' && !parametersOfPoolers.has(word),
    );
    if (unsupported !== undefined) {
      const fields = ['SFATAL', 'VFATAL', 'C08P01', `Munsupported startup parameter: ${unsupported}`, ''];
      client.end(message('E', Buffer.from(`${fields.join('\0')}\0`)));
      return;
    }
    if (this.#kind === 'session') {
      this.#join(client, this.#connect(), startup);
      return;
    }
    client.on('data', (bytes) => {
      this.#current = client;
      this.#shared?.write(bytes);
    });
    const isFirst = this.#shared === null;
    this.#current = client;
    this.#shared ??= this.#connect().on('data', (bytes) => this.#current?.write(bytes));
    if (isFirst) this.#shared.write(startup);
    else client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
