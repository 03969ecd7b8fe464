// The connections of the market screens: one per kind of screen that is open, shared by all of its panels. Where WebSockets
// are blocked, all screens share the market connection, so that few HTTP connections wait for messages (HUB-8). Contracts
// are subscribed in batches of 500; the hub answers each batch with whole rows, and changes follow.
import { type ScreenComponent, subscribeBatchSize } from '@openpit/wire';
import type { HubLink } from './hub-connection.ts';
import { createReferenceCounts, type ReferenceCounts } from './reference-counts.ts';

type ScreenLink = Pick<HubLink, 'state' | 'invoke' | 'stop'>;

export interface ScreenFeeds {
  /** Keeps the rows of these contracts up to date over this kind of screen's connection; returns the way to stop. */
  watch(component: ScreenComponent, contracts: readonly string[]): () => void;
  /** The connection has been made, for the first time or again: everything is subscribed again. */
  connected(component: ScreenComponent): void;
  /** Requests all rows over this screen's connection. */
  requestRows(component: ScreenComponent): void;
  /**
   * The market connection has been made, for the first time or again. All screens use this link from now on, and their own
   * connections are closed; with null, each kind of screen has a connection of its own.
   */
  share(link: ScreenLink | null): void;
}

export interface ScreenFeedsOptions {
  /** Opens the connection of a kind of screen; it calls `connected` each time it is made. */
  readonly open: (component: ScreenComponent) => ScreenLink;
  readonly onFailed: (error: unknown) => void;
  /** A screen that is closed and opened again within this time keeps its connection. */
  readonly lingerMs?: number;
}

/** A connection with the contracts that it has subscribed. */
interface Line {
  readonly link: ScreenLink;
  readonly subscribed: Set<string>;
}

interface Screen {
  readonly watched: ReferenceCounts<string>;
  /** The screen's own connection; undefined while it has none. */
  line: Line | undefined;
  isScheduled: boolean;
  closing: ReturnType<typeof setTimeout> | undefined;
}

export function createScreenFeeds({ open, onFailed, lingerMs = 2_000 }: ScreenFeedsOptions): ScreenFeeds {
  const screens = new Map<ScreenComponent, Screen>();
  /** The market connection, while all screens use it. */
  let shared: Line | null = null;

  function screenOf(component: ScreenComponent): Screen {
    const known = screens.get(component);
    if (known) return known;
    const watched = createReferenceCounts<string>(() => watchedChanged(component));
    const screen: Screen = { watched, line: undefined, isScheduled: false, closing: undefined };
    screens.set(component, screen);
    return screen;
  }

  /** Several panels that open or close in the same task make one pair of calls. */
  function watchedChanged(component: ScreenComponent): void {
    const screen = screenOf(component);
    openOrClose(component, screen);
    if (screen.isScheduled) return;
    screen.isScheduled = true;
    queueMicrotask(() => {
      screen.isScheduled = false;
      updateSubscriptions(screen).catch(onFailed);
    });
  }

  function openOrClose(component: ScreenComponent, screen: Screen): void {
    clearTimeout(screen.closing);
    if (shared !== null) close(screen);
    else if (screen.watched.keys().length > 0) screen.line ??= newLine(open(component));
    else screen.closing = setTimeout(() => close(screen), lingerMs);
  }

  async function updateSubscriptions(screen: Screen): Promise<void> {
    const line = shared ?? screen.line;
    if (line?.link.state() !== 'Connected') return;
    const { link, subscribed } = line;
    const users = shared === null ? [screen] : [...screens.values()];
    const wanted = new Set(users.flatMap(({ watched }) => watched.keys()));
    const added = [...wanted].filter((contract) => !subscribed.has(contract));
    const dropped = [...subscribed].filter((contract) => !wanted.has(contract));
    for (const contract of added) subscribed.add(contract);
    for (const contract of dropped) subscribed.delete(contract);
    const calls = [
      ...batchesOf(added).map((batch) => link.invoke('Subscribe', batch)),
      ...batchesOf(dropped).map((batch) => link.invoke('Unsubscribe', batch)),
    ];
    try {
      await Promise.all(calls);
    } catch (error) {
      for (const contract of added) subscribed.delete(contract);
      throw error;
    }
  }

  function close(screen: Screen): void {
    const { line } = screen;
    screen.line = undefined;
    line?.link.stop().catch(onFailed);
  }

  return {
    watch: (component, contracts) => screenOf(component).watched.acquire(contracts),
    connected(component) {
      const screen = screenOf(component);
      if (screen.line !== undefined) screen.line = newLine(screen.line.link);
      updateSubscriptions(screen).catch(onFailed);
    },
    requestRows(component) {
      const link = (shared ?? screenOf(component).line)?.link;
      if (link?.state() === 'Connected') link.invoke('GetMarketDisplayChunks').catch(onFailed);
    },
    share(link) {
      if (link === null && shared === null) return;
      shared = link === null ? null : newLine(link);
      for (const [component, screen] of screens) {
        openOrClose(component, screen);
        updateSubscriptions(screen).catch(onFailed);
      }
    },
  };
}

/** Nothing is subscribed over a connection that has just been made. */
function newLine(link: ScreenLink): Line {
  return { link, subscribed: new Set() };
}

function batchesOf(contracts: readonly string[]): string[][] {
  const count = Math.ceil(contracts.length / subscribeBatchSize);
  return Array.from({ length: count }, (_, index) =>
    contracts.slice(index * subscribeBatchSize, (index + 1) * subscribeBatchSize),
  );
}
