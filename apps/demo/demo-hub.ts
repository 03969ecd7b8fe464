// The hub of the demonstration: connections of the page to the market in its worker, and the groups whose messages they receive.
import {
  type createMarketHubMethods,
  type FeedGroup,
  type FeedHub,
  type MarketConnection,
  newSubscriptions,
} from '@openpit/market';
import type { MarketHubEvent, MarketHubEvents, MarketHubMethod } from '@openpit/wire';

/** The page's end of a connection. */
export interface ConnectionEnd {
  event(event: MarketHubEvent, payload: unknown): void;
  /** The market has closed the connection; the page may connect again. */
  closed(): void;
}

interface Message {
  readonly event: MarketHubEvent;
  readonly payload: unknown;
}

export interface DemoConnection {
  /** Rejects with a sentence if the market cannot carry out the request. */
  invoke(method: MarketHubMethod, args: readonly unknown[]): Promise<unknown>;
  close(): void;
}

type Methods = ReturnType<typeof createMarketHubMethods>;

export class DemoHub implements FeedHub<Message> {
  readonly #connections = new Set<Connection>();
  readonly #groups = new Map<string, Set<Connection>>();
  #opened = 0;

  connect(
    { userId, component }: { readonly userId: string; readonly component: string | null },
    end: ConnectionEnd,
    market: Methods,
  ): DemoConnection {
    this.#opened += 1;
    const connection = new Connection(`page-${this.#opened}`, userId, end, {
      join: (group) => this.#membersOf(group).add(connection),
      leave: (group) => this.#membersOf(group).delete(connection),
    });
    this.#connections.add(connection);
    market.connected(connection, component);
    const close = () => {
      if (connection.signal.aborted) return;
      connection.signal.aborted = true;
      this.#connections.delete(connection);
      for (const members of this.#groups.values()) members.delete(connection);
      market.disconnected(connection);
    };
    connection.onClose = () => {
      close();
      end.closed();
    };
    return {
      invoke: async (method, args) => {
        if (method === 'DisconnectCheck') return { Message: 'False' };
        const run = market.methods[method] as (
          connection: MarketConnection,
          ...args: readonly unknown[]
        ) => unknown;
        return await run(connection, ...args);
      },
      close,
    };
  }

  group(name: string): FeedGroup<Message> {
    const members = this.#groups.get(name) ?? nobody;
    return {
      size: members.size,
      send: (event, payload) => sendTo(members, { event, payload }),
      sendMessage: (message) => sendTo(members, message),
      conflate: (_key, { update }) => sendTo(members, update),
    };
  }

  get all() {
    return {
      send: <Event extends MarketHubEvent>(event: Event, payload: MarketHubEvents[Event]) =>
        sendTo(this.#connections, { event, payload }),
    };
  }

  message<Event extends MarketHubEvent>(event: Event, payload: MarketHubEvents[Event]): Message {
    return { event, payload };
  }

  contexts(): Iterable<Connection> {
    return [...this.#connections];
  }

  #membersOf(group: string): Set<Connection> {
    const subscribers = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, subscribers);
    return subscribers;
  }
}

const nobody: ReadonlySet<Connection> = new Set();

function sendTo(members: Iterable<Connection>, { event, payload }: Message): void {
  for (const member of members) member.end.event(event, payload);
}

class Connection implements MarketConnection {
  readonly items = newSubscriptions();
  readonly signal = { aborted: false };
  readonly connectionId: string;
  readonly user: { readonly userId: string };
  readonly end: ConnectionEnd;
  readonly groups: MarketConnection['groups'];
  onClose = (): void => undefined;

  constructor(connectionId: string, userId: string, end: ConnectionEnd, groups: MarketConnection['groups']) {
    this.connectionId = connectionId;
    this.user = { userId };
    this.end = end;
    this.groups = groups;
  }

  send<Event extends MarketHubEvent>(event: Event, payload: MarketHubEvents[Event]): void {
    this.end.event(event, payload);
  }

  close(): void {
    this.onClose();
  }

  /** The page is as fast as the worker. */
  async whenWritable(): Promise<void> {}
}
