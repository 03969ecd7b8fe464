// The state of all hub connections (HUB-4) as one summary for the screens: the market connection, the worst of the open
// market screens, the depth connection, and the time of the last message on the quietest of them.
import { type Connection, type HubState, useConnection } from '../stores/connection.ts';
import type { HubProgress } from './hub-connection.ts';

export type LinkKind = 'market' | 'screen' | 'depth';

export interface LinkReport {
  readonly kind: LinkKind;
  readonly progress: HubProgress;
  /** When its last message arrived, epoch milliseconds; null before the first. */
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

/** Pure. */
export function summaryOf(links: readonly LinkReport[]): Summary {
  const worst = (kind: LinkKind, none: HubState): HubState => {
    const states = links.filter((link) => link.kind === kind).map((link) => link.progress.state);
    return worstFirst.find((state) => states.includes(state)) ?? none;
  };
  const nextTries = links.flatMap(({ progress }) => progress.nextTryAt ?? []);
  // Without depth: a quiet contract sends nothing for minutes, whereas the other two have a heartbeat.
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
  // A round trip and the list of own orders are valid only for the connection over which they were received.
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

export function reportMessage(name: string): void {
  const link = links.get(name);
  if (link === undefined) return;
  links.set(name, { ...link, lastMessageAt: Date.now() });
  if (performance.now() - publishedAt >= publishEveryMs) publish();
}

/** The connection was closed on purpose. */
export function reportClosed(name: string): void {
  if (links.delete(name)) publish();
}
