// The phase of the market in one sentence, before prices are loaded: on Login, and while Trading loads.
import { type GroupPhase, maxTimerMs } from '@openpit/wire';
import { useEffect } from 'react';
import {
  exchangeShiftMs,
  exchangeZoneName,
  mainPhase,
  phaseNames,
  withDayUnlessToday,
} from '../stores/market-days.ts';
import { useSettings } from '../stores/session.ts';
import { getClientSettings } from '../transport/client-settings.ts';
import { formatMoment } from '../ui/format.ts';

/** The server is asked again this long after a change of phase. */
const afterChangeMs = 1_000;

/** Renders nothing while the phase is not known. */
export function MarketPhase({ className }: { readonly className: string | undefined }) {
  const exchangeDay = useSettings((settings) => settings.exchangeDay);
  const main = exchangeDay === null ? null : mainPhase(exchangeDay.groups);
  const changesIn = exchangeDay === null || !main?.next ? null : main.next.at - exchangeDay.serverTime;
  useEffect(() => {
    if (changesIn === null) return;
    const wait = Math.min(maxTimerMs, Math.max(0, changesIn) + afterChangeMs);
    const timer = setTimeout(() => void askAgain(), wait);
    return () => clearTimeout(timer);
  }, [changesIn]);
  if (exchangeDay === null || main === null) return null;
  return (
    <p className={className} data-phase={main.phase}>
      {phaseSentence(main, exchangeDay.serverTime)}
    </p>
  );
}

/** Without an answer the phase is unknown, and nothing is said. */
async function askAgain(): Promise<void> {
  const result = await getClientSettings();
  useSettings.setState(result.kind === 'ok' ? result.value : { exchangeDay: null });
}

/** "Trading until 16:15 SAST", "Closed, orders are accepted from Mon 23 Nov, 08:45 SAST"; times are epoch milliseconds. */
export function phaseSentence({ phase, next, opensAt }: GroupPhase, serverTime: number): string {
  const name = phaseNames[phase];
  const at = (time: number) => exchangeDayTime(time, serverTime);
  if (phase === 'continuous') return next === null ? name : `${name} until ${at(next.at)}`;
  if (opensAt !== null) return `${name}, orders are accepted from ${at(opensAt)}`;
  return next === null ? name : `${name}, ${phaseNames[next.phase].toLowerCase()} from ${at(next.at)}`;
}

/** The time of the exchange, with the day unless it is today. */
export function exchangeDayTime(time: number, now: number): string {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
  const text = `${formatMoment(time + exchangeShiftMs(), clock)} ${exchangeZoneName()}`;
  return withDayUnlessToday(text, time, now);
}
