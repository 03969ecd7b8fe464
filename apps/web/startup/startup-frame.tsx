// Covers the workspace while it loads (START-1 to 4): nine lines, the progress, a button to retry a failed loader, and the news since the
// last visit. If the workspace opens despite failures, the failures stay visible above it.
import { type ReactNode, useEffect, useState } from 'react';
import { MarketPhase } from '../session/market-phase.tsx';
import { reconnectDelaysMs, useConnection } from '../stores/connection.ts';
import { useLayouts } from '../stores/layouts.ts';
import { useSettings } from '../stores/session.ts';
import { logout } from '../transport/logout.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/format.ts';
import { beginStartUp, retryLoaders } from './loaders.ts';
import { SinceLastVisit } from './since-last-visit.tsx';
import {
  errorCountOf,
  isInitializing,
  type LoaderName,
  type LoaderState,
  type LoaderStatus,
  loaderNames,
  loaderStatusText,
  progressOf,
  useStartUp,
} from './start-up.ts';
import styles from './startup-frame.module.css';

const signs: Readonly<Record<LoaderStatus, string>> = {
  NotStarted: '·',
  Loading: '…',
  Success: '✓',
  Error: '!',
};

function LoaderLine({ name, state: { status, error } }: { name: LoaderName; state: LoaderState }) {
  return (
    <li className={styles.line} data-status={status}>
      <span className={styles.sign} aria-hidden="true">
        {signs[status]}
      </span>
      <span className={styles.words}>
        <span>{loaderStatusText(name, status)}</span>
        {error !== '' && <span className={styles.detail}>{error}</span>}
      </span>
      {status === 'Error' && (
        <Button
          size="small"
          aria-label={`Retry: ${loaderStatusText(name, 'NotStarted')}`}
          onClick={() => retryLoaders([name])}
        >
          Retry
        </Button>
      )}
    </li>
  );
}

/** Shows `children` as soon as the workspace may open; a later run of the loaders does not cover it again. */
export function StartupFrame({ children }: { children: ReactNode }) {
  const startUp = useStartUp();
  const savedCount = useLayouts((layouts) => layouts.saved.length);
  const hasLayout = useLayouts((layouts) => layouts.current !== null);
  const [isOpen, setOpen] = useState(false);
  const mayOpen = hasLayout && !isInitializing(startUp, savedCount);
  if (mayOpen && !isOpen) setOpen(true);
  useEffect(beginStartUp, []);
  if (!isOpen) return <Initializing />;
  return (
    <>
      {errorCountOf(startUp) > 0 && <FailuresBar />}
      {children}
    </>
  );
}

function Initializing() {
  const startUp = useStartUp();
  const marketName = useSettings((settings) => settings.marketName);
  const percent = Math.round(progressOf(startUp) * 100);
  return (
    <main className={styles.cover}>
      <section className={styles.card} aria-labelledby="startup-title">
        <header className={styles.head}>
          <h1 id="startup-title" className={styles.title}>
            {marketName}
          </h1>
          <Button variant="quiet" size="small" onClick={() => logout()}>
            Sign out
          </Button>
        </header>
        <MarketPhase className={styles.phase} />
        <SinceLastVisit />
        <div
          className={styles.track}
          role="progressbar"
          aria-label="Loading"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <div className={styles.done} style={{ inlineSize: `${percent}%` }} />
        </div>
        <Summary />
        <RetryAll />
        <ul className={styles.lines}>
          {loaderNames.map((name) => (
            <LoaderLine key={name} name={name} state={startUp[name]} />
          ))}
        </ul>
      </section>
    </main>
  );
}

/** The progress as text, and the reason for a delay. */
function Summary() {
  const startUp = useStartUp();
  const attempt = useConnection((connection) => connection.attempt);
  const errorCount = errorCountOf(startUp);
  const doneCount = loaderNames.filter((name) => startUp[name].status === 'Success').length;
  return (
    <p className={styles.summary} role="status">
      <span>
        {doneCount} of {loaderNames.length} loaded
      </span>
      {errorCount > 0 && (
        <>
          <span className={styles.errors}>{countText(errorCount, 'error')}</span>
          <span>Retrying automatically</span>
        </>
      )}
      {attempt > 0 && (
        <span className={styles.waiting}>
          Connecting to the market: try {attempt} of {reconnectDelaysMs.length}
        </span>
      )}
    </p>
  );
}

/** Several failed loaders share one button, because they usually fail for one reason. */
function RetryAll() {
  const startUp = useStartUp();
  const failed = loaderNames.filter((name) => startUp[name].status === 'Error');
  if (failed.length < 2) return null;
  return (
    <p className={styles.all}>
      <Button size="small" onClick={() => retryLoaders(failed)}>
        Retry all {failed.length}
      </Button>
    </p>
  );
}

function FailuresBar() {
  const startUp = useStartUp();
  const failed = loaderNames.filter((name) => startUp[name].status !== 'Success');
  return (
    <details className={styles.bar}>
      <summary className={styles.barHead}>
        Not everything could be loaded:{' '}
        <span className={styles.errors}>{countText(errorCountOf(startUp), 'error')}</span>
      </summary>
      <ul className={styles.lines}>
        {failed.map((name) => (
          <LoaderLine key={name} name={name} state={startUp[name]} />
        ))}
      </ul>
      <RetryAll />
    </details>
  );
}
