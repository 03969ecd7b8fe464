// The HTTP calls of one dealer over persistent connections, as a trading program makes them. It uses plain sockets: node:http
// takes more processor time per request than the server does, which would distort a measurement on the same machine.
import { connect, type Socket } from 'node:net';

export interface HttpReply {
  readonly status: number;
  readonly text: string;
}

/** The call was not sent: no connection was free in time. */
export class GivenUp extends Error {
  override name = 'GivenUp';
}

interface Call {
  readonly text: string;
  readonly resolve: (reply: HttpReply) => void;
  readonly reject: (error: Error) => void;
}

/** Most connections, with one call at a time on each. Additional calls wait, and their waiting time counts. */
const defaultConnections = 256;
/** A connection is not used so shortly before its announced end, because the server may be closing it. */
const closeMarginMs = 1_000;

export class KeepAliveClient {
  readonly #host: string;
  readonly #port: number;
  readonly #headers: string;
  readonly #maxConnections: number;
  #free: Connection[] = [];
  readonly #all = new Set<Connection>();
  #waiting: Call[] = [];
  #nextWaiting = 0;

  constructor(url: string, token: string, maxConnections = defaultConnections) {
    this.#maxConnections = maxConnections;
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    this.#headers = `Host: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  }

  /** Rejects when no reply comes, or with GivenUp. */
  post(path: string, body: object): Promise<HttpReply> {
    const json = JSON.stringify(body);
    const text = `POST ${path} HTTP/1.1\r\n${this.#headers}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
    return new Promise((resolve, reject) => {
      const call = { text, resolve, reject };
      const connection = this.#fresh() ?? this.#another();
      if (connection === null) this.#waiting.push(call);
      else connection.send(call);
    });
  }

  /** Rejects the calls that wait for a connection; calls that have been sent continue. */
  giveUpWaiting(): void {
    const waiting = this.#waiting.slice(this.#nextWaiting);
    this.#waiting = [];
    this.#nextWaiting = 0;
    for (const { reject } of waiting) reject(new GivenUp('No connection became free in time.'));
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  /** The most recently used free connection that the server is not about to close. */
  #fresh(): Connection | undefined {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (free.isKept()) return free;
      free.close();
    }
    return undefined;
  }

  #another(): Connection | null {
    if (this.#all.size >= this.#maxConnections) return null;
    const connection = new Connection(connect({ host: this.#host, port: this.#port, noDelay: true }), {
      onFree: () => this.#freed(connection),
      onGone: () => {
        this.#all.delete(connection);
        const at = this.#free.indexOf(connection);
        if (at >= 0) this.#free.splice(at, 1);
      },
    });
    this.#all.add(connection);
    return connection;
  }

  #freed(connection: Connection): void {
    const next = this.#waiting[this.#nextWaiting];
    if (next === undefined) {
      this.#free.push(connection);
      return;
    }
    this.#nextWaiting += 1;
    if (this.#nextWaiting === this.#waiting.length) {
      this.#waiting = [];
      this.#nextWaiting = 0;
    }
    connection.send(next);
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #onFree: () => void;
  #call: Call | null = null;
  #received = '';
  /** The server closes the idle connection at this time (performance.now()). */
  #keptUntilMs = Number.POSITIVE_INFINITY;

  constructor(socket: Socket, { onFree, onGone }: { onFree: () => void; onGone: () => void }) {
    this.#socket = socket;
    this.#onFree = onFree;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      onGone();
      this.#fail(new Error('The server closed the connection.'));
    });
  }

  send(call: Call): void {
    this.#call = call;
    this.#socket.write(call.text);
  }

  close(): void {
    this.#socket.destroy();
  }

  isKept(): boolean {
    return performance.now() < this.#keptUntilMs;
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) {
      this.#fail(new Error(`A reply has no length: ${this.#received}`));
      this.close();
      return;
    }
    if (this.#received.length < head + 4 + Number(length)) return;
    const keptSeconds = /\r\nkeep-alive: timeout=(\d+)/i.exec(this.#received)?.[1];
    if (keptSeconds !== undefined)
      this.#keptUntilMs = performance.now() + Number(keptSeconds) * 1_000 - closeMarginMs;
    const call = this.#call;
    const status = Number(this.#received.slice(9, 12));
    const text = Buffer.from(this.#received.slice(head + 4), 'latin1').toString();
    this.#received = '';
    this.#call = null;
    call?.resolve({ status, text });
    this.#onFree();
  }

  #fail(error: Error): void {
    this.#call?.reject(error);
    this.#call = null;
  }
}
