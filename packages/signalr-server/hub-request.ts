// HTTP requests as the application sees them: in full when it authenticates a client, and without secrets in
// the context of a connection.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** Query parameters. Names are case-insensitive; if a parameter is repeated, its first value counts. */
export class HubQuery {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  static parse(text: string): HubQuery {
    const values = new Map<string, string>();
    for (const [name, value] of new URLSearchParams(text)) {
      const key = name.toLowerCase();
      if (!values.has(key)) values.set(key, value);
    }
    return new HubQuery(values);
  }

  /** The value of a parameter; null if it is absent. */
  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  /** A copy without the named parameters. */
  without(names: readonly string[]): HubQuery {
    const values = new Map(this.#values);
    for (const name of names) values.delete(name.toLowerCase());
    return new HubQuery(values);
  }
}

export interface HubRequest {
  /** The operation that the client requests. The token is checked for every operation. */
  readonly stage: 'negotiate' | 'connect' | 'poll' | 'send' | 'delete';
  /** From `Authorization: Bearer …`, otherwise from the query parameter `access_token`. Never log it. */
  readonly token: string | null;
  readonly path: string;
  readonly query: HubQuery;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | null;
  /** The connection that it arrived on. */
  readonly socket: Socket;
}

/** The request that opened a connection, without access token and connection token. */
export interface ConnectionRequest {
  readonly path: string;
  readonly query: HubQuery;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | null;
}
