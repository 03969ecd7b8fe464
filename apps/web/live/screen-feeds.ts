// The connections of the market screens (design §4.4): one per kind of screen that is open, shared by all of its panels.
// Contracts are subscribed in batches of 500; the hub answers each with whole rows, and changes follow.
import { type ScreenComponent, subscribeBatchSize } from '@openpit/wire';
import { type Counted, createCounted } from './counted.ts';
import type { HubLink } from './hub-connection.ts';

type ScreenLink = Pick<HubLink, 'state' | 'invoke' | 'stop'>;

export interface ScreenFeeds {
  /** Keeps the rows of these contracts coming over this kind of screen's connection; returns the way to stop. */
  watch(component: ScreenComponent, contracts: readonly string[]): () => void;
  /** The connection stands, for the first time or again: everything is subscribed anew. */
  connected(component: ScreenComponent): void;
  /** Asks for all rows over this screen's connection. */
  askRows(component: ScreenComponent): void;
}

export interface ScreenFeedsOptions {
  /** Opens the connection of a kind of screen; it calls `connected` each time that it stands. */
  readonly open: (component: ScreenComponent) => ScreenLink;
  readonly onFailed: (error: unknown) => void;
  /** A screen that is closed and opened again within this time keeps its connection. */
  readonly lingerMs?: number;
}

interface Screen {
  readonly wanted: Counted<string>;
  link: ScreenLink | undefined;
  /** What the hub has been told of on this connection. */
  subscribed: Set<string>;
  isAsked: boolean;
  closing: ReturnType<typeof setTimeout> | undefined;
}

export function createScreenFeeds({ open, onFailed, lingerMs = 2_000 }: ScreenFeedsOptions): ScreenFeeds {
  const screens = new Map<ScreenComponent, Screen>();

  function screenOf(component: ScreenComponent): Screen {
    const known = screens.get(component);
    if (known) return known;
    const wanted = createCounted<string>(() => follow(component));
    const screen: Screen = {
      wanted,
      link: undefined,
      subscribed: new Set(),
      isAsked: false,
      closing: undefined,
    };
    screens.set(component, screen);
    return screen;
  }

  /** Several panels that open or close in one turn make one pair of calls. */
  function follow(component: ScreenComponent): void {
    const screen = screenOf(component);
    clearTimeout(screen.closing);
    if (screen.wanted.keys().length === 0) screen.closing = setTimeout(() => close(screen), lingerMs);
    else screen.link ??= open(component);
    if (screen.isAsked) return;
    screen.isAsked = true;
    queueMicrotask(() => {
      screen.isAsked = false;
      tellHub(screen).catch(onFailed);
    });
  }

  async function tellHub(screen: Screen): Promise<void> {
    const { link, wanted, subscribed } = screen;
    if (link?.state() !== 'Connected') return;
    const added = wanted.keys().filter((contract) => !subscribed.has(contract));
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
    const { link } = screen;
    screen.link = undefined;
    screen.subscribed = new Set();
    link?.stop().catch(onFailed);
  }

  return {
    watch: (component, contracts) => screenOf(component).wanted.want(contracts),
    connected(component) {
      const screen = screenOf(component);
      screen.subscribed = new Set();
      tellHub(screen).catch(onFailed);
    },
    askRows(component) {
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
