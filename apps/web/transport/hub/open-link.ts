// Opens the hub connections of this page as the signed-in user, and summarises their state for the screens (HUB-4). If a connection is
// lost and no retry is left, one toast reports it and offers to reconnect (HUB-7). The hub is then left alone, and while the page is
// visible, calls over HTTP find out when the server is back.

import { type ConnectionComponent, type MarketHubEvent, paths } from '@openpit/wire';
import { dismissToast, showToast } from '../../notices/toasts.ts';
import { type Connection, type HubState, useConnection } from '../../stores/connection.ts';
import { useSession, useSettings } from '../../stores/session.ts';
import { anyReply, callServer } from '../calls.ts';
import { isLeaving, logout, tokenExpiredToast } from '../logout.ts';
import {
  type HubLink,
  type HubProgress,
  type HubTransport,
  hubRoutes,
  isTokenRejected,
  openHub,
} from './connection.ts';

export type LinkKind = 'market' | 'screen' | 'depth';

export interface LinkReport {
  readonly kind: LinkKind;
  readonly progress: HubProgress;
  /** The time of the last message, epoch milliseconds; null before the first. */
  readonly lastMessageAt: number | null;
}

type Summary = Pick<Connection, 'market' | 'screen' | 'depth' | 'attempt' | 'nextTryAt' | 'lastMessageAt'>;

const worstFirst: readonly HubState[] = [
  'Disconnected',
  'Disconnecting',
  'Reconnecting',
  'Connecting',
  'Connected',
];

/** Summarises the states of the connections. */
export function summaryOf(links: readonly LinkReport[]): Summary {
  const worst = (kind: LinkKind, none: HubState): HubState => {
    const states = links.filter((link) => link.kind === kind).map((link) => link.progress.state);
    return worstFirst.find((state) => states.includes(state)) ?? none;
  };
  const nextTries = links.flatMap(({ progress }) => progress.nextTryAt ?? []);
  // Depth is excluded: a quiet contract sends nothing for minutes, whereas the other two connections have a heartbeat.
  const lastMessages = links
    .filter(({ kind }) => kind !== 'depth')
    .flatMap((link) => link.lastMessageAt ?? []);
  return {
    market: worst('market', 'Disconnected'),
    screen: worst('screen', 'Connected'),
    depth: worst('depth', 'Disconnected'),
    attempt: Math.max(0, ...links.map(({ progress }) => progress.attempt)),
    nextTryAt: nextTries.length === 0 ? null : Math.min(...nextTries),
    lastMessageAt: lastMessages.length === 0 ? null : Math.min(...lastMessages),
  };
}

/** Messages arrive twenty times per second on each connection; the screens need their time a few times per second. */
const publishEveryMs = 200;

const links = new Map<string, LinkReport>();
let publishedAt = Number.NEGATIVE_INFINITY;

function publish(): void {
  publishedAt = performance.now();
  const summary = summaryOf([...links.values()]);
  // A round trip and the list of the user's orders are valid only for the connection that received them.
  const ofConnection = { roundTripMs: null, ownOrdersLoaded: false };
  useConnection.setState(summary.market === 'Connected' ? summary : { ...summary, ...ofConnection });
}

export function reportProgress(name: string, kind: LinkKind, progress: HubProgress): void {
  const before = links.get(name);
  const hasJustConnected = progress.state === 'Connected' && before?.progress.state !== 'Connected';
  const lastMessageAt = hasJustConnected ? Date.now() : (before?.lastMessageAt ?? null);
  links.set(name, { kind, progress, lastMessageAt });
  publish();
}

function reportMessage(name: string): void {
  const link = links.get(name);
  if (link === undefined) return;
  links.set(name, { ...link, lastMessageAt: Date.now() });
  if (performance.now() - publishedAt >= publishEveryMs) publish();
}

/** The connection was closed on purpose. */
export function reportClosed(name: string): void {
  if (links.delete(name)) publish();
}

export interface LinkOptions {
  /** Identifies the connection; a reopened connection keeps its name. */
  readonly name: string;
  readonly kind: LinkKind;
  /** The screen that the connection is for; the market connection has none. */
  readonly component?: ConnectionComponent;
  /** The component if WebSockets are blocked; if omitted, the connection needs WebSockets (HUB-8). */
  readonly fallbackComponent?: ConnectionComponent;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  /** Called each time the connection is made. */
  readonly onConnected: (transport: HubTransport) => void;
  readonly onGaveUp?: () => void;
}

const openLinks = new Map<string, HubLink>();
let lostToastId: number | null = null;

export function openLink({
  name,
  kind,
  component,
  fallbackComponent,
  onEvent,
  onConnected,
  onGaveUp,
}: LinkOptions): HubLink {
  const { fallbackTransport } = useSettings.getState();
  let isStopping = false;
  const link = openHub({
    routes: hubRoutes({ component, fallbackComponent, fallbackTransport }),
    token: () => useSession.getState().token ?? '',
    onEvent: (event, payload) => {
      reportMessage(name);
      onEvent(event, payload);
    },
    // A connection that is being stopped reports nothing, because a new connection may already have its name.
    onProgress: (progress) => {
      if (!isStopping) reportProgress(name, kind, progress);
    },
    onConnected: (transport) => {
      questions = 0;
      onConnected(transport);
    },
    onGaveUp: (error) => {
      console.error(`The ${name} connection is lost.`, error);
      onGaveUp?.();
      if (isTokenRejected(error)) logout({ toast: tokenExpiredToast, notifyServer: false });
      else void reportLost();
    },
  });
  openLinks.set(name, link);
  return {
    ...link,
    stop() {
      isStopping = true;
      if (openLinks.get(name) === link) {
        openLinks.delete(name);
        reportClosed(name);
      }
      return link.stop();
    },
  };
}

/** Retries every lost connection immediately: for “Connect again”, and when the browser is online again or the page visible. */
export function connectAgain(): void {
  questions = 0;
  retry();
}

function retry(): void {
  if (lostToastId !== null) dismissToast(lostToastId);
  lostToastId = null;
  clearTimeout(nextQuestion);
  for (const link of openLinks.values()) link.tryNow();
}

/** A call with the same token checks whether the server has ended the session; its 401 then logs out. */
const askHq = (signal?: AbortSignal) => callServer(paths.getHqAccess, anyReply, { signal });

/** The first pauses before the server is asked whether it is back. */
const longestDelayMs = 60_000;
const questionDelaysMs = [15_000, 30_000] as const;
const questionTimeoutMs = 10_000;
/** The number of questions since the last connection, or since the user asked to connect. */
let questions = 0;
let nextQuestion: ReturnType<typeof setTimeout> | undefined;

/** Shows one toast for all lost connections, unless the session has ended. */
async function reportLost(): Promise<void> {
  await askHq();
  if (isLeaving()) return;
  lostToastId ??= showToast({
    type: 'error',
    message:
      'The connection to the market is lost, and reconnecting has failed. This page reconnects when the server answers again.',
    action: { label: 'Connect again', run: connectAgain },
  });
  askLater();
}

function askLater(): void {
  const delayMs = questionDelaysMs[questions] ?? longestDelayMs;
  clearTimeout(nextQuestion);
  // All pages lose a server at the same moment, and should not all return at the same moment.
  nextQuestion = setTimeout(() => void askServer(), delayMs * (0.75 + Math.random() / 2));
}

/** Reconnects if the server answers. A hidden page does not ask: it retries when it becomes visible. */
async function askServer(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  questions += 1;
  const { kind } = await askHq(AbortSignal.timeout(questionTimeoutMs));
  if (isLeaving()) return;
  if (kind === 'ok') retry();
  else askLater();
}
