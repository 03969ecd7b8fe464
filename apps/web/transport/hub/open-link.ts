// Opens the hub connections of this page as the signed-in user, and publishes the state of the market connection to the screens (HUB-4).
// If connections are lost and no retry is left, one toast reports them and offers to reconnect (HUB-7). The hub is then left alone, and
// while the page is visible, calls over HTTP find out when the server is back.

import { type ConnectionComponent, type MarketHubEvent, paths } from '@openpit/wire';
import { dismissToast, showToast } from '../../notices/toasts.ts';
import { useConnection } from '../../stores/connection.ts';
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

interface LinkReport {
  readonly kind: LinkKind;
  readonly progress: HubProgress;
  /** The time of the last message, epoch milliseconds; null before the first. */
  readonly lastMessageAt: number | null;
}

/** Messages arrive twenty times per second on each connection; the screens need their time a few times per second. */
const publishEveryMs = 200;

const links = new Map<string, LinkReport>();
let publishedAt = Number.NEGATIVE_INFINITY;

/** Screens see only the market connection: order entry depends on it, and the other connections carry only their own contracts. */
function publish({ kind, progress: { state, attempt }, lastMessageAt }: LinkReport): void {
  if (kind !== 'market') return;
  publishedAt = performance.now();
  // A round trip and the list of the user's orders are valid only for the connection that received them.
  const ofConnection = state === 'Connected' ? {} : { roundTripMs: null, ownOrdersLoaded: false };
  useConnection.setState({ market: state, attempt, lastMessageAt, ...ofConnection });
}

export function reportProgress(name: string, kind: LinkKind, progress: HubProgress): void {
  const before = links.get(name);
  const hasJustConnected = progress.state === 'Connected' && before?.progress.state !== 'Connected';
  const lastMessageAt = hasJustConnected ? Date.now() : (before?.lastMessageAt ?? null);
  const report = { kind, progress, lastMessageAt };
  links.set(name, report);
  publish(report);
}

function reportMessage(name: string): void {
  const link = links.get(name);
  if (link === undefined) return;
  const report = { ...link, lastMessageAt: Date.now() };
  links.set(name, report);
  if (performance.now() - publishedAt >= publishEveryMs) publish(report);
}

/** The connection was closed on purpose. */
export function reportClosed(name: string): void {
  const link = links.get(name);
  if (link === undefined) return;
  links.delete(name);
  publish({ ...link, progress: { state: 'Disconnected', attempt: 0, nextTryAt: null }, lastMessageAt: null });
}

/** A connection as its opener sees it. */
export interface OpenLink extends HubLink {
  /** True if the heartbeat, which every connection receives, has been missing for so long that its data count as old. */
  isSilent(): boolean;
  /** Epoch milliseconds; null before the first message. */
  lastMessageAt(): number | null;
}

function isSilent(name: string): boolean {
  const { lastMessageAt = null } = links.get(name) ?? {};
  return lastMessageAt !== null && Date.now() - lastMessageAt > useSettings.getState().staleAfterMs;
}

interface LinkOptions {
  /** Identifies the connection; a reopened connection keeps its name. */
  readonly name: string;
  readonly kind: LinkKind;
  /** The screen that the connection is for; the market connection has none. */
  readonly component?: ConnectionComponent;
  /** The component if WebSockets are blocked; if omitted, the connection needs WebSockets (HUB-8). */
  readonly fallbackComponent?: ConnectionComponent;
  readonly onEvent: (event: MarketHubEvent, payload: unknown) => void;
  /** Called each time the connection is made. */
  readonly onConnected?: (transport: HubTransport) => void;
  readonly onGaveUp?: () => void;
  /** Called after every change of the connection's state. */
  readonly onState?: () => void;
}

const openLinks = new Map<string, HubLink>();
let lostToast: { readonly id: number; readonly message: string } | null = null;

export function openLink({
  name,
  kind,
  component,
  fallbackComponent,
  onEvent,
  onConnected,
  onGaveUp,
  onState,
}: LinkOptions): OpenLink {
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
      if (isStopping) return;
      reportProgress(name, kind, progress);
      onState?.();
    },
    onConnected: (transport) => {
      questions = 0;
      onConnected?.(transport);
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
    isSilent: () => isSilent(name),
    lastMessageAt: () => links.get(name)?.lastMessageAt ?? null,
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
  dismissLostToast();
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

function dismissLostToast(): void {
  if (lostToast !== null) dismissToast(lostToast.id);
  lostToast = null;
}

/** Shows one toast for all lost connections, unless the session has ended. */
async function reportLost(): Promise<void> {
  await askHq();
  if (isLeaving()) return;
  const message = `${lostConnections()}, and reconnecting has failed. This page reconnects when the server answers again.`;
  if (lostToast?.message !== message) {
    dismissLostToast();
    const action = { label: 'Connect again', run: connectAgain };
    lostToast = { id: showToast({ type: 'error', message, action }), message };
  }
  askLater();
}

/** "The connection for depth is lost". Without the market connection, nothing else matters. */
function lostConnections(): string {
  const lost = [...links].filter(([, { progress }]) => progress.state === 'Disconnected');
  if (lost.some(([, { kind }]) => kind === 'market')) return 'The connection to the market is lost';
  const uses = lost.map(([name, { kind }]) => (kind === 'depth' ? 'depth' : `prices in ${name}`));
  return `The connection for ${uses.join(' and ')} is lost`;
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
