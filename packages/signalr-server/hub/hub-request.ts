// What the application sees of an HTTP request when it must say who is asking, and what a hub method sees of the
// request that opened its connection (without the secrets in it).
import type { IncomingHttpHeaders } from 'node:http';

/** Query parameters; names match without regard to case, of repeated ones the first counts. */
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

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  /** The same without some parameters. */
  without(names: readonly string[]): HubQuery {
    const values = new Map(this.#values);
    for (const name of names) values.delete(name.toLowerCase());
    return new HubQuery(values);
  }
}

export interface HubRequest {
  /** For what the client is asking; a token is checked at each. */
  readonly stage: 'negotiate' | 'connect' | 'poll' | 'send' | 'delete';
  /** From `Authorization: Bearer …`, else from the query parameter `access_token`. Never log it. */
  readonly token: string | null;
  readonly path: string;
  readonly query: HubQuery;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | null;
}

/** The request that opened a connection, as hub methods see it: no access token, no connection token. */
export interface ConnectionRequest {
  readonly path: string;
  readonly query: HubQuery;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string | null;
}
