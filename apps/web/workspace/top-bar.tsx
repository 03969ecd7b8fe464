// Parts shared by the desktop toolbar and the phone's top bar: the hub's state, the day at a glance (phase, profit,
// working orders), the read-only badge, the theme switch, and a note while the browser blocks sound.
import { useEffect, useState } from 'react';
import { usePhases } from '../market/phases.ts';
import { useStoreRows, useStoreStatus } from '../market/use-store.ts';
import { openDealSound, useDealSound } from '../notices/deal-sound.ts';
import { usePositionSums } from '../panels/parts/own/positions.ts';
import { isOld, useFeedState } from '../stores/feed.ts';
import { mainPhase, phaseNames } from '../stores/market-days.ts';
import { usePreferences, useSession } from '../stores/session.ts';
import { dataSetStores } from '../stores/stores.ts';
import { chooseTheme, useTheme } from '../stores/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { countText, formatCountdown, formatSigned } from '../ui/format.ts';
import { MoonIcon, SoundBlockedIcon, SunIcon } from '../ui/icons.tsx';
import { onEverySecond } from '../ui/media.ts';
import { feedNames } from './panel-content.tsx';
import styles from './top-bar.module.css';

/** The hub's state as a dot: filled when live, a ring when not. */
export function HubDot() {
  const state = useFeedState();
  return <span role="img" aria-label={feedNames[state]} className={styles.dot} data-state={state} />;
}

/** "Trading 1:28:53", or only the phase if its end is unknown. */
export function PhaseFact() {
  const { phases, fault, offsetMs } = usePhases();
  const now = useNow() + offsetMs;
  const isStale = isOld(useFeedState()) || fault !== null;
  const main = phases === null ? null : mainPhase(phases.groups);
  if (main === null) return null;
  const { phase, next } = main;
  return (
    <span className={styles.phase} data-phase={phase} data-stale={isStale || undefined}>
      {phaseNames[phase]}
      {next !== null && ' '}
      {next !== null && (
        <span title={`${phaseNames[next.phase]} follows`} className={styles.countdown}>
          {formatCountdown(next.at - now)} left
        </span>
      )}
    </span>
  );
}

/**
 * The open and realised profit of all positions in whole rand. Shows a dash until they are loaded, and nothing for a dealer who
 * may not see positions.
 */
export function ProfitFact({ hasDelta = true }: { readonly hasDelta?: boolean }) {
  const { open, realised, futures, deltaLots, atMtm, stale } = usePositionSums();
  const isStale = isOld(useFeedState()) || stale > 0;
  const isKnown = useStoreStatus(dataSetStores.positions) === 'success';
  const isPermitted = useSession(({ hqAccess }) => hqAccess?.scope !== 'own');
  if (!isPermitted) return null;
  if (!isKnown) return <span title={profitTitle}>P/L –</span>;
  const profit = open + realised;
  const tone = profit === 0 || isStale ? undefined : profit > 0 ? 'up' : 'down';
  const atMtmText =
    atMtm === 0 ? '' : `; ${atMtm} of the positions at the MTM, because their contracts have not dealt`;
  const staleText = stale === 0 ? '' : `; ${stale} of the positions at an old price`;
  const title = `${profitTitle}${atMtmText}${staleText}`;
  return (
    <>
      <span title={title} data-stale={isStale || undefined}>
        P/L <span data-tone={tone}>{formatSigned(profit, 0)}</span>
      </span>
      {hasDelta && deltaLots !== 0 && (
        <span
          title={`Delta lots: lots of futures that move like all positions, options included. Futures alone: net ${formatSigned(futures, 0)}`}
        >
          Δ {formatSigned(deltaLots, 1)}
        </span>
      )}
    </>
  );
}

const profitTitle = 'Profit of the day: open and realised, in rand';

export function OrdersFact() {
  const orders = useStoreRows(dataSetStores.activeOrders);
  const isKnown = useStoreStatus(dataSetStores.activeOrders) === 'success';
  if (!isKnown) return <span title="Working orders">– orders</span>;
  const count = orders.filter(({ state }) => state !== 'Suspended').length;
  return <span title="Working orders">{countText(count, 'order')}</span>;
}

/** Shown to a user who has none of the permissions. */
export function ReadOnlyBadge() {
  const mayAct = usePreferences(({ document }) => Object.values(document.flags).some(Boolean));
  if (mayAct) return null;
  return (
    <span className={styles.badge} title="Your account may not act. Ask your operator for permissions.">
      Read-only
    </span>
  );
}

/** The time of this browser, updated once per second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => onEverySecond(() => setNow(Date.now())), []);
  return now;
}

export function ThemeSwitch({ size = 'medium' }: { readonly size?: 'medium' | 'large' }) {
  const theme = useTheme((state) => state.theme);
  const isDark = theme === 'dark';
  return (
    <IconButton
      size={size}
      label={isDark ? 'Change to light' : 'Change to dark'}
      icon={isDark ? <SunIcon /> : <MoonIcon />}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  );
}

/** Shown while the browser blocks deal sounds; pressing it allows them. */
export function SoundNote({ size = 'medium' }: { readonly size?: 'medium' | 'large' }) {
  const state = useDealSound((sound) => sound.state);
  if (state !== 'blocked') return null;
  return (
    <IconButton
      size={size}
      icon={<SoundBlockedIcon />}
      label="The browser blocks the sound of deals: press to allow it"
      onClick={() => void openDealSound()}
    />
  );
}
