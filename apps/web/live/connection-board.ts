// One picture of all hub connections (HUB-4) for the screens: the market connection, the worst of the open market screens,
// the depth connection, and how long ago the quietest of them spoke.
import { type Connection, type HubState, useConnection } from '../stores/connection.ts';
import type { HubProgress } from './hub-connection.ts';

export type LinkKind = 'market' | 'screen' | 'depth';

export interface LinkReport {
  readonly kind: LinkKind;
  readonly progress: HubProgress;
  /** When it last sent something, epoch milliseconds; null before that. */
  readonly lastMessageAt: number | null;
}

type Picture = Pick<Connection, 'market' | 'screen' | 'depth' | 'attempt' | 'nextTryAt' | 'lastMessageAt'>;

const worstFirst: readonly HubState[] = [
  'Disconnected',
  'Disconnecting',
  'Reconnecting',
  'Connecting',
  'Connected',
];

/** Pure: what the screens are shown of these connections. */
export function pictureOf(links: readonly LinkReport[]): Picture {
  const worst = (kind: LinkKind, none: HubState): HubState => {
    const states = links.filter((link) => link.kind === kind).map((link) => link.progress.state);
    return worstFirst.find((state) => states.includes(state)) ?? none;
  };
  const nextTries = links.flatMap(({ progress }) => progress.nextTryAt ?? []);
  // Depth is left out: a quiet contract sends nothing for minutes, the other two have a heartbeat.
  const spoken = links.filter(({ kind }) => kind !== 'depth').flatMap((link) => link.lastMessageAt ?? []);
  return {
    market: worst('market', 'Disconnected'),
    screen: worst('screen', 'Connected'),
    depth: worst('depth', 'Disconnected'),
    attempt: Math.max(0, ...links.map(({ progress }) => progress.attempt)),
    nextTryAt: nextTries.length === 0 ? null : Math.min(...nextTries),
    lastMessageAt: spoken.length === 0 ? null : Math.min(...spoken),
  };
}

/** Messages come twenty times a second from each connection; the screens need their time a few times a second. */
const publishEveryMs = 200;

const links = new Map<string, LinkReport>();
let publishedAt = Number.NEGATIVE_INFINITY;

function publish(): void {
  publishedAt = performance.now();
  const picture = pictureOf([...links.values()]);
  // A round trip is only true of the connection over which it was measured.
  useConnection.setState(picture.market === 'Connected' ? picture : { ...picture, roundTripMs: null });
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

/** The connection is no longer wanted. */
export function reportClosed(name: string): void {
  if (links.delete(name)) publish();
}
