// The Clock panel (PANEL-18): exchange time, the phase of the day with a countdown to the next phase, halts,
// and the state of the connection.
import { useEffect, useState } from 'react';
import { StaleAge } from '../../market/contract-heading.tsx';
import { exchangeTime } from '../../market/market-text.ts';
import { usePhases } from '../../market/phases.ts';
import { type FeedState, isOld, useFeedState } from '../../stores/feed.ts';
import { exchangeZoneName, phaseLines, phaseNames } from '../../stores/market-days.ts';
import { formatCountdown, formatDate } from '../../ui/format.ts';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import styles from './clock.module.css';

const feedTexts: Readonly<Record<FeedState, string>> = {
  live: 'connected',
  stale: 'prices have stopped',
  reconnecting: 'connecting again',
  down: 'connection lost',
  notReady: 'market not ready',
  ordersNotLoaded: 'loading your orders',
  offline: 'this device is offline',
};

export function ClockPanel() {
  const { phases, fault, offsetMs } = usePhases();
  const feed = useFeedState();
  const now = useSeconds() + offsetMs;
  return (
    <>
      <div className={styles.clock} data-stale={isOld(feed) || fault !== null || undefined}>
        <p className={styles.time}>
          <time>{exchangeTime(now)}</time> <span className={styles.zone}>{exchangeZoneName()}</span>
        </p>
        {phases === null ? (
          <div className={styles.message} role={fault === null ? 'status' : 'alert'}>
            <p>
              {fault === null
                ? 'Loading the phase of the day…'
                : `The phase is not known and is requested again every 30 seconds. ${fault}`}
            </p>
          </div>
        ) : (
          <>
            <p className={styles.day}>Business day {formatDate(phases.businessDay)}</p>
            <dl className={styles.lines}>
              {phaseLines(phases.groups).map(({ name, phase, next }) => (
                <div key={name} className={styles.line}>
                  <dt>{name}</dt>
                  <dd>
                    <strong data-phase={phase}>{phaseNames[phase]}</strong>
                    {next !== null && (
                      <span className={styles.next}>
                        {phaseNames[next.phase].toLowerCase()} in <b>{formatCountdown(next.at - now)}</b>
                      </span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {phases.halted.map(({ instrument, reason }) => (
              <p key={instrument} className={styles.halt}>
                {instrument} is halted: {reason}
              </p>
            ))}
            {fault !== null && <p className={styles.halt}>Last known. {fault}</p>}
          </>
        )}
      </div>
      <PanelFooter>
        <span>{feedTexts[feed]}</span>
        <StaleAge />
      </PanelFooter>
    </>
  );
}

/** The time of this browser, updated every full second. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 1_000 - (now % 1_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
