// Subscriptions to market rows. Each kind of market screen that is open has a connection, shared by all of its panels; every other value
// that depends on prices uses the market connection. If WebSockets are blocked, all screens share the market connection, so that few HTTP
// connections wait for messages (HUB-8). Contracts are subscribed in batches of 500; the hub answers each batch with complete rows, and
// changes follow.
import { type ScreenComponent, subscribeBatchSize } from '@openpit/wire';
import { createSignal } from '../../ui/signal.ts';
import type { OpenLink } from './open-link.ts';
import { createReferenceCounts, type ReferenceCounts } from './reference-counts.ts';

type ScreenLink = Pick<OpenLink, 'state' | 'isSilent' | 'invoke' | 'stop'>;

/** The connection of a kind of screen, or the market connection. */
export type PriceLine = ScreenComponent | 'Market';

interface ScreenFeeds {
  /** Keeps the rows of these contracts up to date over this connection; the returned function stops it. */
  watch(line: PriceLine, contracts: readonly string[]): () => void;
  /** True if the row of this contract is watched. */
  isWatched(contract: string): boolean;
  /** True if the hub has confirmed a subscription to this contract over a connection that is open and not silent. */
  isReceived(contract: string): boolean;
  /** True if the connection is open and not silent. */
  isLineLive(line: PriceLine): boolean;
  /** Called after `isReceived` may have changed for some contracts. Returns a function that stops this. */
  onReceived(listener: () => void): () => void;
  /** Notices that connections were lost or fell silent. Called after each change of state, and a few times per second. */
  checkLines(): void;
  /** The connection of this screen has been made, for the first time or again: everything is subscribed again. */
  connected(component: ScreenComponent): void;
  /** Requests all rows over this screen's connection. */
  requestRows(component: ScreenComponent): void;
  /**
   * The market connection has been made, for the first time or again. With `carriesScreens` all screens use it from now on,
   * and their connections are closed; without, each kind of screen has a connection.
   */
  marketConnected(link: ScreenLink, options: { readonly carriesScreens: boolean }): void;
}

interface ScreenFeedsOptions {
  /** Opens the connection of a kind of screen; it calls `connected` each time it is made. */
  readonly open: (component: ScreenComponent) => ScreenLink;
  readonly onFailed: (error: unknown) => void;
  /** A screen that is closed and opened again within this time keeps its connection. */
  readonly lingerMs?: number;
  /** A subscription that failed is retried after this time. */
  readonly retryMs?: number;
}

/** A connection with its subscriptions. */
interface Line {
  readonly link: ScreenLink;
  /** Contracts of all subscription calls, answered or not. */
  readonly requested: Set<string>;
  /** Contracts whose subscription the hub has confirmed. */
  readonly received: Set<string>;
  isUpdating: boolean;
}

interface Screen {
  readonly watched: ReferenceCounts<string>;
  /** The screen's own connection; undefined while it has none. */
  line: Line | undefined;
  isScheduled: boolean;
  closing: ReturnType<typeof setTimeout> | undefined;
}

export function createScreenFeeds({
  open,
  onFailed,
  lingerMs = 2_000,
  retryMs = 2_000,
}: ScreenFeedsOptions): ScreenFeeds {
  const screens = new Map<PriceLine, Screen>();
  const receivedChanged = createSignal();
  let market: Line | null = null;
  let marketCarriesScreens = false;
  /** The connections over which prices arrived at the last check. */
  let checkedLines: readonly Line[] = [];

  function screenOf(name: PriceLine): Screen {
    const openScreen = screens.get(name);
    if (openScreen) return openScreen;
    const watched = createReferenceCounts<string>(() => watchedChanged(name));
    const screen: Screen = { watched, line: undefined, isScheduled: false, closing: undefined };
    screens.set(name, screen);
    return screen;
  }

  /** Several panels that open or close in the same task make one pair of calls. */
  function watchedChanged(name: PriceLine): void {
    const screen = screenOf(name);
    openOrClose(name, screen);
    if (screen.isScheduled) return;
    screen.isScheduled = true;
    queueMicrotask(() => {
      screen.isScheduled = false;
      update(lineOf(name, screen));
    });
  }

  const usesMarket = (name: PriceLine) => name === 'Market' || marketCarriesScreens;
  const lineOf = (name: PriceLine, screen: Screen) => (usesMarket(name) ? market : screen.line) ?? null;

  function openOrClose(name: PriceLine, screen: Screen): void {
    clearTimeout(screen.closing);
    if (name === 'Market') return;
    if (marketCarriesScreens) close(screen);
    else if (screen.watched.keys().length > 0) screen.line ??= newLine(open(name));
    else screen.closing = setTimeout(() => close(screen), lingerMs);
  }

  function wantedOver(line: Line): Set<string> {
    return new Set(
      [...screens]
        .filter(([name, screen]) => lineOf(name, screen) === line)
        .flatMap(([, { watched }]) => watched.keys()),
    );
  }

  /** After a reconnection, a new line over the same link has replaced this one. */
  const isOpen = (line: Line) =>
    line.link.state() === 'Connected' &&
    (line === market || [...screens.values()].some((screen) => screen.line === line));
  const isArriving = (line: Line | null): line is Line =>
    line !== null && isOpen(line) && !line.link.isSilent();
  const allLines = () => [market, ...[...screens.values()].map(({ line }) => line ?? null)];
  const notify = receivedChanged.emit;

  /** One update at a time: changes that occur before the hub has answered are sent in the calls after its answer. */
  function update(line: Line | null): void {
    if (line === null || line.isUpdating || !isOpen(line)) return;
    subscribeWanted(line).catch((error: unknown) => {
      onFailed(error);
      // Without a retry the failure would go unnoticed, because the open panel would simply stop updating.
      setTimeout(() => update(line), retryMs);
    });
  }

  async function subscribeWanted(line: Line): Promise<void> {
    line.isUpdating = true;
    try {
      for (;;) {
        const contracts = wantedOver(line);
        const added = [...contracts].filter((contract) => !line.requested.has(contract));
        const dropped = [...line.requested].filter((contract) => !contracts.has(contract));
        if (added.length === 0 && dropped.length === 0) return;
        for (const contract of added) line.requested.add(contract);
        for (const contract of dropped) {
          line.requested.delete(contract);
          line.received.delete(contract);
        }
        const answers = await Promise.allSettled([
          ...batchesOf(added).map((batch) => subscribe(line, batch)),
          ...batchesOf(dropped).map((batch) => line.link.invoke('Unsubscribe', batch)),
        ]);
        notify();
        const failed = answers.find((answer) => answer.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
        if (!isOpen(line)) return;
      }
    } finally {
      // Ends with the last look for changes, in the same microtask: a change between the two would never be sent.
      line.isUpdating = false;
    }
  }

  function close(screen: Screen): void {
    const { line } = screen;
    screen.line = undefined;
    line?.link.stop().catch(onFailed);
  }

  return {
    watch: (line, contracts) => screenOf(line).watched.acquire(contracts),
    isWatched: (contract) => [...screens.values()].some(({ watched }) => watched.has(contract)),
    isReceived: (contract) =>
      allLines().some((line) => line?.received.has(contract) === true && isArriving(line)),
    isLineLive: (name) => isArriving(lineOf(name, screenOf(name))),
    onReceived: receivedChanged.on,
    checkLines() {
      const lines = allLines().filter(isArriving);
      const hasChanged =
        lines.length !== checkedLines.length || lines.some((line, index) => line !== checkedLines[index]);
      checkedLines = lines;
      if (hasChanged) notify();
    },
    connected(component) {
      const screen = screenOf(component);
      if (screen.line !== undefined) screen.line = newLine(screen.line.link);
      notify();
      update(lineOf(component, screen));
    },
    requestRows(component) {
      const link = lineOf(component, screenOf(component))?.link;
      if (link?.state() === 'Connected') link.invoke('GetMarketDisplayChunks').catch(onFailed);
    },
    marketConnected(link, { carriesScreens }) {
      market = newLine(link);
      marketCarriesScreens = carriesScreens;
      for (const [name, screen] of screens) {
        openOrClose(name, screen);
        update(lineOf(name, screen));
      }
      notify();
    },
  };
}

/** A connection that has just been made has no subscriptions. */
function newLine(link: ScreenLink): Line {
  return { link, requested: new Set(), received: new Set(), isUpdating: false };
}

async function subscribe(line: Line, batch: readonly string[]): Promise<void> {
  try {
    const { Unknown = [] } = await line.link.invoke<{ readonly Unknown?: readonly string[] }>(
      'Subscribe',
      batch,
    );
    for (const contract of batch) if (!Unknown.includes(contract)) line.received.add(contract);
  } catch (error) {
    for (const contract of batch) line.requested.delete(contract);
    throw error;
  }
}

function batchesOf(contracts: readonly string[]): string[][] {
  const count = Math.ceil(contracts.length / subscribeBatchSize);
  return Array.from({ length: count }, (_, index) =>
    contracts.slice(index * subscribeBatchSize, (index + 1) * subscribeBatchSize),
  );
}
