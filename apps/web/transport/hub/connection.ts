// One connection to the market hub (HUB-1, HUB-4): its routes, and automatic reconnection after 0, 2, 10 and 30 s over the first route that
// can be used. A first start that fails is retried after the same delays, which the client library does not do automatically. The
// connection interprets no data: events and states are passed to its opener.
import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  HubConnectionState,
  type IRetryPolicy,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import {
  type ConnectionComponent,
  type FallbackTransport,
  type MarketHubEvent,
  type MarketHubMethod,
  marketHub,
  marketHubPath,
} from '@openpit/wire';
import { type HubState, reconnectDelaysMs } from '../../stores/connection.ts';
import { marketInPage, type PageConnection } from '../market-in-page.ts';

/** HUB-4: the server is considered lost after this time without a message. */
const serverTimeoutMs = 30_000;
/** HUB-4: the interval of the heartbeats of this side. */
export const keepAliveMs = 15_000;

/**
 * The time-out of a WebSocket's negotiation. After a loss of the network, browsers may send it over a dead connection. Polls keep the
 * library's 100 s (HUB-4).
 */
export const negotiationTimeoutMs = 10_000;

export type HubTransport = 'WebSockets' | FallbackTransport;

/** One way to connect: a transport, and the address that it connects to. */
interface HubRoute {
  readonly transport: HubTransport;
  readonly url: string;
}

/** The routes of a connection in the order they are tried. */
export type HubRoutes = readonly [HubRoute, ...HubRoute[]];

/**
 * The transports: WebSockets with MessagePack. If they are blocked, server-sent events with JSON if the server's settings enable them, and
 * long polling with MessagePack. `component`: the screen that the connection is for; undefined for the market connection.
 * `fallbackComponent`: the same if WebSockets are blocked; undefined for a connection that uses WebSockets only, because a browser has few
 * HTTP connections to a server (HUB-8). `fallbackTransport`: the first transport that is tried then.
 */
export function hubRoutes({
  component,
  fallbackComponent,
  fallbackTransport,
}: {
  readonly component: ConnectionComponent | undefined;
  readonly fallbackComponent: ConnectionComponent | undefined;
  readonly fallbackTransport: FallbackTransport;
}): HubRoutes {
  const first: HubRoute = { transport: 'WebSockets', url: hubUrl(component) };
  if (fallbackComponent === undefined) return [first];
  const url = hubUrl(fallbackComponent);
  const polls: HubRoute = { transport: 'LongPolling', url };
  return fallbackTransport === 'LongPolling'
    ? [first, polls]
    : [first, { transport: fallbackTransport, url }, polls];
}

export function buildConnection(
  { transport, url }: HubRoute,
  {
    token,
    policy,
    logLevel,
  }: { readonly token: () => string; readonly policy: IRetryPolicy; readonly logLevel: LogLevel },
): HubConnection {
  return (
    new HubConnectionBuilder()
      .withUrl(url, {
        accessTokenFactory: token,
        transport: HttpTransportType[transport],
        ...(transport === 'WebSockets' && { timeout: negotiationTimeoutMs }),
      })
      // Server-sent events carry text only.
      .withHubProtocol(
        transport === 'ServerSentEvents' ? new JsonHubProtocol() : new MessagePackHubProtocol(),
      )
      .withServerTimeout(serverTimeoutMs)
      .withKeepAliveInterval(keepAliveMs)
      .withAutomaticReconnect(policy)
      .configureLogging(logLevel)
      .build()
  );
}

/**
 * True if the hub has answered, but the transport cannot be used: it is blocked on the way, or the browser or the hub does not support
 * it. Only this error of the client library has a list of inner errors.
 */
function isTransportFailure(error: unknown): boolean {
  return error instanceof Error && 'innerErrors' in error;
}

/** True if the server has rejected the token, so that a retry is pointless. */
export function isTokenRejected(error: unknown): boolean {
  return error instanceof Error && /Status code '401'/.test(error.message);
}

function hubUrl(component: ConnectionComponent | undefined): string {
  return component === undefined ? marketHubPath : `${marketHubPath}?component=${component}`;
}

export interface HubProgress {
  readonly state: HubState;
  /** The number of the pending or running reconnection attempt, 1 to 4; otherwise 0. */
  readonly attempt: number;
  /** The start of the next try, epoch milliseconds; null if none is waiting. */
  readonly nextTryAt: number | null;
}

interface HubLinkOptions {
  /** Every attempt begins with the first route; if its transport cannot be used, the next follows immediately. */
  readonly routes: HubRoutes;
  readonly token: () => string;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  readonly onProgress: (progress: HubProgress) => void;
  /** Called after every connection and reconnection, which may use another transport. The receiver must start from snapshots. */
  readonly onConnected: (transport: HubTransport) => void;
  /** Called after the last retry has failed with `error`. */
  readonly onGaveUp: (error: unknown) => void;
  readonly delaysMs?: readonly number[];
  /** The messages that the client library writes to the console; by default warnings and errors. */
  readonly logLevel?: LogLevel;
}

export interface HubLink {
  state(): HubState;
  /** Calls the hub; rejects when it is not connected or the hub rejects. */
  invoke<Reply>(method: MarketHubMethod, ...args: unknown[]): Promise<Reply>;
  /** Retries immediately, also after the last retry has failed. Does nothing while connected. */
  tryNow(): void;
  /** Closes the connection, which then does not reconnect. */
  stop(): Promise<void>;
}

const events = Object.keys(marketHub.events) as MarketHubEvent[];

export function openHub(options: HubLinkOptions): HubLink {
  const { routes, onEvent, onProgress, onConnected, onGaveUp, delaysMs = reconnectDelaysMs } = options;
  const { token, logLevel = LogLevel.Warning } = options;
  let progress: HubProgress = { state: 'Disconnected', attempt: 0, nextTryAt: null };
  let isStopped = false;
  /** The number of the current start loop: a newer loop ends an older one. */
  let run = 0;
  let isCuttingShort = false;
  /** The error of the last failed try to reconnect; undefined while connected. */
  let lastError: unknown;
  let wait: ReturnType<typeof setTimeout> | undefined;
  let transport: HubTransport = routes[0].transport;

  const policy: IRetryPolicy = {
    nextRetryDelayInMilliseconds({ previousRetryCount, retryReason }) {
      lastError = retryReason;
      const delayMs = delaysMs[previousRetryCount];
      if (delayMs === undefined || isTokenRejected(retryReason) || needsOtherRoute(retryReason)) return null;
      report({ state: 'Reconnecting', attempt: previousRetryCount + 1, nextTryAt: Date.now() + delayMs });
      return delayMs;
    },
  };
  let connection = connectionOver(routes[0]);

  function connectionOver(route: HubRoute): HubConnection | PageConnection {
    const built: PageConnection =
      marketInPage()?.connect(route.url, token) ?? buildConnection(route, { token, policy, logLevel });
    for (const event of events) {
      built.on(event, (payload: unknown) => {
        onEvent(event, payload);
      });
    }
    built.onreconnected(hasConnected);
    built.onclose((error) => {
      if (isStopped) report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
      else if (isCuttingShort) return;
      else if (needsOtherRoute(lastError)) void startLoop();
      else giveUp(error ?? lastError);
    });
    return built;
  }

  /** The client library reconnects over the same transport only. */
  function needsOtherRoute(error: unknown): boolean {
    return routes.length > 1 && isTransportFailure(error);
  }

  function report(next: HubProgress): void {
    progress = next;
    onProgress(next);
  }

  function hasConnected(): void {
    lastError = undefined;
    report({ state: 'Connected', attempt: 0, nextTryAt: null });
    onConnected(transport);
  }

  function giveUp(error: unknown): void {
    report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
    onGaveUp(error);
  }

  /** Makes one attempt over all routes. Rejects with the error of the last. */
  async function start(): Promise<void> {
    for (const [index, route] of routes.entries()) {
      transport = route.transport;
      connection = connectionOver(route);
      try {
        await connection.start();
        return;
      } catch (error) {
        const isLast = index === routes.length - 1;
        if (isStopped || isLast || !isTransportFailure(error)) throw error;
      }
    }
  }

  async function startLoop(): Promise<void> {
    run += 1;
    const thisRun = run;
    clearTimeout(wait);
    const isOver = () => thisRun !== run || isStopped;
    for (let failures = 0; ; failures += 1) {
      report({ state: 'Connecting', attempt: failures, nextTryAt: null });
      try {
        await start();
        if (!isOver()) hasConnected();
        return;
      } catch (error) {
        if (isOver()) return;
        const delayMs = delaysMs[failures];
        if (delayMs === undefined || isTokenRejected(error)) return giveUp(error);
        report({ state: 'Connecting', attempt: failures + 1, nextTryAt: Date.now() + delayMs });
        await new Promise<void>((resolve) => {
          wait = setTimeout(resolve, delayMs);
        });
        if (isOver()) return;
      }
    }
  }

  async function cutShort(): Promise<void> {
    if (isCuttingShort) return;
    isCuttingShort = true;
    try {
      await connection.stop();
    } finally {
      isCuttingShort = false;
    }
    if (!isStopped) await startLoop();
  }

  void startLoop();

  return {
    state: () => progress.state,
    invoke: <Reply>(method: MarketHubMethod, ...args: unknown[]) => connection.invoke<Reply>(method, ...args),
    tryNow() {
      const isWaiting = progress.nextTryAt !== null && progress.nextTryAt > Date.now();
      if (isStopped || isCuttingShort || !(isWaiting || progress.state === 'Disconnected')) return;
      if (connection.state === HubConnectionState.Reconnecting) void cutShort();
      else void startLoop();
    },
    async stop() {
      isStopped = true;
      clearTimeout(wait);
      report({ state: 'Disconnecting', attempt: 0, nextTryAt: null });
      await connection.stop();
      report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
    },
  };
}
