// One connection to the market hub (HUB-1, HUB-4): WebSockets with MessagePack, falling back to long polling, automatic
// reconnect after 0, 2, 10 and 30 s. A first start that fails is retried after the same delays, which the client library
// does not do by itself. It interprets no data: events and states are passed to its opener.
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

/** HUB-4: after this time without a message the server counts as lost. */
export const serverTimeoutMs = 30_000;
/** HUB-4: how often this side sends a heartbeat. */
export const keepAliveMs = 15_000;

export interface HubProgress {
  readonly state: HubState;
  /** 1 to 4 while a try after a failure is waiting or under way, else 0. */
  readonly attempt: number;
  /** When the next try begins, epoch milliseconds; null when none is waiting. */
  readonly nextTryAt: number | null;
}

export interface HubLinkOptions {
  readonly url: string;
  readonly token: () => string;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  readonly onProgress: (progress: HubProgress) => void;
  /** Called each time the connection is made, the first and each later one: everything starts from snapshots. */
  readonly onConnected: () => void;
  /** No more tries follow; `error` ended the last one. */
  readonly onGaveUp: (error: unknown) => void;
  readonly delaysMs?: readonly number[];
  /** What the client library writes to the console; by default warnings and errors. */
  readonly logLevel?: LogLevel;
}

export interface HubLink {
  state(): HubState;
  /** Calls the hub; rejects when it is not connected or the hub rejects. */
  invoke<Reply>(method: MarketHubMethod, ...args: unknown[]): Promise<Reply>;
  /** Tries at once: cuts a wait short, or starts again after giving up. Does nothing while connected. */
  tryNow(): void;
  /** Closes it; it does not reconnect. */
  stop(): Promise<void>;
}

const events = Object.keys(marketHub.events) as MarketHubEvent[];

export function openHub(options: HubLinkOptions): HubLink {
  const { onEvent, onProgress, onConnected, onGaveUp, delaysMs = reconnectDelaysMs } = options;
  let progress: HubProgress = { state: 'Disconnected', attempt: 0, nextTryAt: null };
  let isStopped = false;
  /** The number of the current start loop: a newer loop ends an older one. */
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
  connection.onreconnected(hasConnected);
  connection.onclose((error) => {
    if (isStopped) report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
    else if (!isCuttingShort) giveUp(error ?? lastError);
  });

  function report(next: HubProgress): void {
    progress = next;
    onProgress(next);
  }

  function hasConnected(): void {
    report({ state: 'Connected', attempt: 0, nextTryAt: null });
    onConnected();
  }

  function giveUp(error: unknown): void {
    report({ state: 'Disconnected', attempt: 0, nextTryAt: null });
    onGaveUp(error);
  }

  async function startLoop(): Promise<void> {
    run += 1;
    const thisRun = run;
    clearTimeout(wait);
    const isOver = () => thisRun !== run || isStopped;
    for (let failures = 0; ; failures += 1) {
      report({ state: 'Connecting', attempt: failures, nextTryAt: null });
      try {
        await connection.start();
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

/** True when the server does not accept the token: trying again with it is pointless. */
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
