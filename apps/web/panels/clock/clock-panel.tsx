// The Clock panel (PANEL-18, domain §4.15): the exchange's own time, the phase of the day with what comes next, halts, and how the
// connection is.
import { useEffect, useState } from 'react';
import { useFeedState } from '../../actions/use-action-context.ts';
import type { FeedState } from '../../stores/feed.ts';
import { Button } from '../../ui/button.tsx';
import { formatCountdown } from '../../ui/format.ts';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { FeedAge, isOld } from '../market/feed-age.tsx';
import { exchangeTime } from '../market/market-text.ts';
import { usePhases } from '../market/use-phases.ts';
import styles from './clock.module.css';
import { phaseLines, phaseNames } from './phase-lines.ts';

const feedWords: Readonly<Record<FeedState, string>> = {
  live: 'connected',
  stale: 'prices have stopped',
  reconnecting: 'connecting again',
  down: 'connection lost',
  notReady: 'market not ready',
};

export function ClockPanel() {
  const { phases, fault, offsetMs, ask } = usePhases();
  const feed = useFeedState();
  const now = useSeconds() + offsetMs;
  return (
    <>
      <div className={styles.clock} data-stale={isOld(feed) || fault !== null || undefined}>
        <p className={styles.time}>
          <time>{exchangeTime(now)}</time> <span className={styles.zone}>SAST</span>
        </p>
        {phases === null ? (
          <div className={styles.message} role={fault === null ? 'status' : 'alert'}>
            <p>{fault === null ? 'Asking for the phase of the day…' : `The phase is not known. ${fault}`}</p>
            <Button size="small" onClick={ask}>
              Ask again
            </Button>
          </div>
        ) : (
          <>
            <p className={styles.day}>
              Business day {phases.businessDay}
              <Button size="small" variant="quiet" onClick={ask}>
                Ask again
              </Button>
            </p>
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
        <span>{feedWords[feed]}</span>
        <FeedAge />
      </PanelFooter>
    </>
  );
}

/** This browser's time, anew at every full second. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 1_000 - (now % 1_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
