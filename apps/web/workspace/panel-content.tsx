// The contents of a panel's frame: the panel itself, loaded when it is first shown, its name and look, and the strips for stopped
// prices and a frozen panel. An error in one panel does not affect the others.
import type { LayoutColumn } from '@openpit/wire';
import { Component, memo, type ReactNode, Suspense, useCallback } from 'react';
import { exchangeTime } from '../market/market-text.ts';
import { type PanelProps, pinnedContract } from '../panels/parts/panel-settings.ts';
import { panelEntry } from '../panels/registry.ts';
import { isMissingFile, offerUpdate, useUpdate } from '../pwa/updates.ts';
import { reconnectDelaysMs, serverTimeOf, useConnection } from '../stores/connection.ts';
import type { DeviceKind } from '../stores/device-kind.ts';
import { type FeedState, useFeedState } from '../stores/feed.ts';
import { changePanel } from '../stores/layouts.ts';
import { connectAgain } from '../transport/hub/feeds.ts';
import { Button } from '../ui/button.tsx';
import { FreezeIcon, WarningIcon } from '../ui/icons.tsx';
import type { FlashMode } from '../ui/panel-frame.tsx';
import styles from './panel-content.module.css';

interface PanelContentProps {
  readonly column: LayoutColumn;
  readonly device: DeviceKind;
}

export const PanelContent = memo(function PanelContent({ column, device }: PanelContentProps) {
  const { id } = column;
  const onChange = useCallback<PanelProps['onChange']>((change) => changePanel(id, change), [id]);
  const entry = panelEntry(column.component);
  if (entry === undefined) return <UnknownPanel component={column.component} />;
  return (
    <PanelBoundary name={entry.title}>
      <Suspense
        fallback={
          <p className={styles.loading} data-loading-panel="">
            Loading {entry.title}…
          </p>
        }
      >
        <entry.Panel column={column} device={device} onChange={onChange} />
      </Suspense>
    </PanelBoundary>
  );
});

/** The layout keeps a panel that this version does not know, for a version that does. */
function UnknownPanel({ component }: { readonly component: string }) {
  return (
    <div className={styles.unknown}>
      <p className={styles.title}>“{component}” is not part of this version.</p>
      <p className={styles.detail}>The layout keeps the panel. Close it here if you no longer want it.</p>
    </div>
  );
}

/** Showing the panel again would not help, because the browser caches a file's failure until the page is reloaded. */
function MissingFile({ name }: { readonly name: string }) {
  const isOutdated = useUpdate((update) => update.isOutdated);
  return (
    <div role="alert" className={styles.fault}>
      <p className={styles.title}>{name} could not be loaded.</p>
      <p className={styles.detail}>
        {isOutdated
          ? 'The server has a newer version of Openpit, in which this panel is another file. Update to show it.'
          : 'The file of this panel did not arrive. Load the page again when there is a connection.'}
      </p>
      <p className={styles.detail}>The other panels go on. Orders in the market are not affected.</p>
      {isOutdated ? (
        <Button size="small" onClick={() => offerUpdate('missingFile')}>
          Update…
        </Button>
      ) : (
        <Button size="small" onClick={() => location.reload()}>
          Load the page again
        </Button>
      )}
    </div>
  );
}

interface BoundaryProps {
  readonly name: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly fault: Error | null;
}

class PanelBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    if (isMissingFile(fault)) return <MissingFile name={this.props.name} />;
    return (
      <div role="alert" className={styles.fault}>
        <p className={styles.title}>{this.props.name} has stopped because of an error in this program.</p>
        <p className={styles.detail}>{fault.message}</p>
        <p className={styles.detail}>The other panels go on. Orders in the market are not affected.</p>
        <Button size="small" onClick={() => this.setState({ fault: null })}>
          Show it again
        </Button>
      </div>
    );
  }
}

/**
 * Panels of the same kind get different names for screen readers: "Depth MAR27 SUNS", with a number if the contracts are equal.
 */
export function panelNames(columns: readonly LayoutColumn[]): ReadonlyMap<LayoutColumn['id'], string> {
  const names = new Map<LayoutColumn['id'], string>();
  const counts = new Map<string, number>();
  for (const column of columns) {
    const title = panelEntry(column.component)?.title ?? column.component;
    const contract = pinnedContract(column);
    const name = contract === null ? title : `${title} ${contract}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    names.set(column.id, count === 1 ? name : `${name}, ${count}`);
  }
  return names;
}

export const densities = ['compact', 'standard', 'comfortable'] as const;
export type Density = (typeof densities)[number];
export const flashModes: readonly FlashMode[] = ['none', 'text', 'background'];

/**
 * A panel can differ from the user's preferences. The differences are in the `style` of its column (LAYOUT-2); unknown fields and values
 * are ignored.
 */
export function keptDensity({ style }: LayoutColumn): Density | null {
  return densities.find((density) => density === style?.density) ?? null;
}

export function keptFlash({ style }: LayoutColumn): FlashMode | null {
  return flashModes.find((mode) => mode === style?.flash) ?? null;
}

/** Text size in a grid, in pixels: the range, and the default. */
const textSizes = { min: 9, usual: 12, max: 20 } as const;

/** Returns null if the density determines the size. */
export function keptLetters({ style }: LayoutColumn): number | null {
  const px = style?.lettersPx;
  return typeof px === 'number' && Number.isInteger(px) && px >= textSizes.min && px <= textSizes.max
    ? px
    : null;
}

/** The size after `steps` steps, larger if positive, smaller if negative, within the range. */
export function steppedLetters(column: LayoutColumn, steps: number): number {
  const from =
    keptLetters(column) ?? (keptDensity(column) === 'comfortable' ? textSizes.usual + 1 : textSizes.usual);
  return Math.max(textSizes.min, Math.min(textSizes.max, from + steps));
}

/** The text of the amber strip while prices are not live, and the names of these states. */
interface FeedStripText {
  /** The text in parts, the most important first, because a narrow header drops whole parts from the end. */
  readonly parts: readonly string[];
  /** Whether “Connect again” would help. */
  readonly canConnect: boolean;
}

/** `null` while prices are live. `lastHeard` is the exchange time of the server's last message; null before the first. */
export function feedStrip(
  state: FeedState,
  {
    attempt,
    tries,
    lastHeard,
  }: { readonly attempt: number; readonly tries: number; readonly lastHeard: string | null },
): FeedStripText | null {
  if (state === 'live') return null;
  if (state === 'notReady')
    return {
      parts: ['The market accepts no orders at the moment.', 'Prices are shown as they arrive.'],
      canConnect: false,
    };
  if (state === 'ordersNotLoaded')
    return {
      parts: ['Your own orders are being loaded.', 'Order entry opens after that.'],
      canConnect: false,
    };
  const stopped = lastHeard === null ? ['No prices yet'] : ['Prices stopped', lastHeard];
  if (state === 'offline') return { parts: [...stopped, '— this device is offline'], canConnect: false };
  if (state === 'stale') return { parts: [...stopped, '— the market has gone quiet'], canConnect: false };
  if (state === 'down') return { parts: [...stopped, '— the connection is lost'], canConnect: true };
  const tried = attempt === 0 ? '— connecting' : `— reconnecting (${attempt} of ${tries})`;
  return { parts: [...stopped, tried], canConnect: false };
}

export const textOf = ({ parts }: FeedStripText): string => parts.join(' ');

/** The hub's state in a word or two, for the dot's name. */
export const feedNames: Readonly<Record<FeedState, string>> = {
  live: 'Prices are live',
  stale: 'Prices are old',
  reconnecting: 'Reconnecting',
  down: 'Connection lost',
  notReady: 'Market not ready',
  ordersNotLoaded: 'Loading your orders',
  offline: 'Offline',
};

function useFeedStrip(): FeedStripText | null {
  const state = useFeedState();
  const attempt = useConnection((connection) => connection.attempt);
  // While prices are live, the time of the last message is hidden and must not cause a render.
  const lastMessageAt = useConnection((connection) => (state === 'live' ? null : connection.lastMessageAt));
  const lastHeard = lastMessageAt === null ? null : exchangeTime(serverTimeOf(lastMessageAt));
  return feedStrip(state, { attempt, tries: reconnectDelaysMs.length, lastHeard });
}

/** The strip is not a live region: the workspace announces it once for all panels. */
export function FeedStrip() {
  const strip = useFeedStrip();
  if (strip === null) return null;
  return (
    <div className={styles.strip} data-tip={textOf(strip)}>
      <WarningIcon />
      {strip.canConnect && (
        <Button size="small" onClick={connectAgain}>
          Connect again
        </Button>
      )}
      <span className={styles.text}>
        {strip.parts.map((part) => (
          <span key={part}>{part} </span>
        ))}
      </span>
    </div>
  );
}

/** Announces the strips of all panels to screen readers, once. */
export function FeedAnnouncer() {
  const strip = useFeedStrip();
  return (
    <div role="status" className="visually-hidden">
      {strip === null ? '' : textOf(strip)}
    </div>
  );
}

export function FrozenStrip({ at, onUnfreeze }: { readonly at: number; readonly onUnfreeze: () => void }) {
  return (
    <div className={styles.frozen} role="status">
      <FreezeIcon />
      <span>Frozen at {exchangeTime(at)}: the market goes on.</span>
      <Button size="small" onClick={onUnfreeze}>
        Unfreeze
      </Button>
    </div>
  );
}
