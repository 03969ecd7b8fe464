// One connection to the market hub (HUB-1, HUB-4): WebSockets with MessagePack, falling back to long polling, automatic
// reconnect after 0, 2, 10 and 30 s. A first start that fails is retried by the same delays, which the client library
// does not do by itself. It knows no data: events and states go to whoever opened it.
import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  HubConnectionState,
  type IRetryPolicy,
  LogLevel,
} from '@microsoft/signalr';
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack';
import { type MarketHubEvent, type MarketHubMethod, marketHub } from '@openpit/wire';
import { type HubState, reconnectDelaysMs } from '../stores/connection.ts';

/** HUB-4: the server counts as lost after this silence. */
export const serverTimeoutMs = 30_000;
/** HUB-4: how often this side says that it is there. */
export const keepAliveMs = 15_000;

export interface HubProgress {
  readonly state: HubState;
  /** 1 to 4 while a try is waited for or under way after a failure, else 0. */
  readonly attempt: number;
  /** Epoch milliseconds; null when no try is waited for. */
  readonly nextTryAt: number | null;
}

export interface HubLinkOptions {
  readonly url: string;
  readonly token: () => string;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  readonly onProgress: (progress: HubProgress) => void;
  /** Every time that a connection stands, the first and each later one: everything starts from snapshots. */
  readonly onConnected: () => void;
  /** No more tries will follow; `error` is what ended the last. */
  readonly onGaveUp: (error: unknown) => void;
  readonly delaysMs?: readonly number[];
  /** What the client library writes to the console: warnings and errors unless told otherwise. */
  readonly logLevel?: LogLevel;
}

export interface HubLink {
  state(): HubState;
  /** Calls the hub; rejects when it is not connected or the hub rejects. */
  invoke<Reply>(method: MarketHubMethod, ...args: unknown[]): Promise<Reply>;
  /** Tries at once: cuts a wait short, or begins anew after giving up. Does nothing while connected. */
  tryNow(): void;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const events = Object.keys(marketHub.events) as MarketHubEvent[];

export function openHub(options: HubLinkOptions): HubLink {
  const { onEvent, onProgress, onConnected, onGaveUp, delaysMs = reconnectDelaysMs } = options;
  let progress: HubProgress = { state: 'Disconnected', attempt: 0, nextTryAt: null };
  let isStopped = false;
  /** Tells the runs of the start loop apart: a newer one ends an older one. */
  let run = 0;
  let isCuttingShort = false;
  let lastError: unknown;
  let wait: ReturnType<typeof setTimeout> | undefined;

  const connection = build(options, {
    nextRetryDelayInMilliseconds({ previousRetryCount, retryReason }) {
      lastError = retryReason;
      const delayMs = delaysMs[previousRetryCount];
      if (delayMs === undefined || isTokenRejected(retryReason)) return null;
      report({ state: 'Reconnecting', attempt: previousRetryCount + 1, nextTryAt: Date.now() + delayMs });
      return delayMs;
    },
  });
  for (const event of events) {
    connection.on(event, (payload: unknown) => {
      onEvent(event, payload);
    });
  }
  connection.onreconnected(stand);
  connection.onclose((error) => {
    if (isStopped) report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
    else if (!isCuttingShort) giveUp(error ?? lastError);
  });

  function report(next: HubProgress): void {
    progress = next;
    onProgress(next);
  }

  function stand(): void {
    report({ state: 'Connected', attempt: 0, nextTryAt: null });
    onConnected();
  }

  function giveUp(error: unknown): void {
    report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
    onGaveUp(error);
  }

  async function startLoop(): Promise<void> {
    run += 1;
    const own = run;
    clearTimeout(wait);
    const isOver = () => own !== run || isStopped;
    for (let failures = 0; ; failures += 1) {
      report({ state: 'Connecting', attempt: failures, nextTryAt: null });
      try {
        await connection.start();
        if (!isOver()) stand();
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

/** True when the server does not know the token: trying again with the same one is pointless. */
export function isTokenRejected(error: unknown): boolean {
  return error instanceof Error && /Status code '401'/.test(error.message);
}

function build(
  { url, token, logLevel = LogLevel.Warning }: HubLinkOptions,
  policy: IRetryPolicy,
): HubConnection {
  return new HubConnectionBuilder()
    .withUrl(url, {
      accessTokenFactory: token,
      transport: HttpTransportType.WebSockets | HttpTransportType.LongPolling,
    })
    .withHubProtocol(new MessagePackHubProtocol())
    .withServerTimeout(serverTimeoutMs)
    .withKeepAliveInterval(keepAliveMs)
    .withAutomaticReconnect(policy)
    .configureLogging(logLevel)
    .build();
}
