// The connections of the market screens: one per kind of screen that is open, shared by all of its panels. Contracts are
// subscribed in batches of 500; the hub answers each batch with whole rows, and changes follow.
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
}

export interface ScreenFeedsOptions {
  /** Opens the connection of a kind of screen; it calls `connected` each time it is made. */
  readonly open: (component: ScreenComponent) => ScreenLink;
  readonly onFailed: (error: unknown) => void;
  /** A screen that is closed and opened again within this time keeps its connection. */
  readonly lingerMs?: number;
}

interface Screen {
  readonly watched: ReferenceCounts<string>;
  link: ScreenLink | undefined;
  /** The contracts that this connection has subscribed. */
  subscribed: Set<string>;
  isScheduled: boolean;
  closing: ReturnType<typeof setTimeout> | undefined;
}

export function createScreenFeeds({ open, onFailed, lingerMs = 2_000 }: ScreenFeedsOptions): ScreenFeeds {
  const screens = new Map<ScreenComponent, Screen>();

  function screenOf(component: ScreenComponent): Screen {
    const known = screens.get(component);
    if (known) return known;
    const watched = createReferenceCounts<string>(() => watchedChanged(component));
    const screen: Screen = {
      watched,
      link: undefined,
      subscribed: new Set(),
      isScheduled: false,
      closing: undefined,
    };
    screens.set(component, screen);
    return screen;
  }

  /** Several panels that open or close in the same task make one pair of calls. */
  function watchedChanged(component: ScreenComponent): void {
    const screen = screenOf(component);
    clearTimeout(screen.closing);
    if (screen.watched.keys().length === 0) screen.closing = setTimeout(() => close(screen), lingerMs);
    else screen.link ??= open(component);
    if (screen.isScheduled) return;
    screen.isScheduled = true;
    queueMicrotask(() => {
      screen.isScheduled = false;
      updateSubscriptions(screen).catch(onFailed);
    });
  }

  async function updateSubscriptions(screen: Screen): Promise<void> {
    const { link, watched, subscribed } = screen;
    if (link?.state() !== 'Connected') return;
    const added = watched.keys().filter((contract) => !subscribed.has(contract));
    const dropped = [...subscribed].filter((contract) => !watched.has(contract));
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
    const { link } = screen;
    screen.link = undefined;
    screen.subscribed = new Set();
    link?.stop().catch(onFailed);
  }

  return {
    watch: (component, contracts) => screenOf(component).watched.acquire(contracts),
    connected(component) {
      const screen = screenOf(component);
      screen.subscribed = new Set();
      updateSubscriptions(screen).catch(onFailed);
    },
    requestRows(component) {
      const { link } = screenOf(component);
      if (link?.state() === 'Connected') link.invoke('GetMarketDisplayChunks').catch(onFailed);
    },
  };
}

function batchesOf(contracts: readonly string[]): string[][] {
  const count = Math.ceil(contracts.length / subscribeBatchSize);
  return Array.from({ length: count }, (_, index) =>
    contracts.slice(index * subscribeBatchSize, (index + 1) * subscribeBatchSize),
  );
}
