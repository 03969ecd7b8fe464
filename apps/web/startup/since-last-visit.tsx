// News since the user's last visit, shown during the delay of START-3: orders that have ended, deals, and the newest announcement. The
// loaders do not wait for this news. A line whose call fails stays empty, because the loaders report the fault.
import { type CompletedOrderRow, type DealRow, isCountedDeal } from '@openpit/wire';
import { useEffect, useState } from 'react';
import { exchangeDayTime } from '../session/market-phase.tsx';
import { readToken } from '../session/stored-session.ts';
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';
import { online, serverNow } from '../stores/connection.ts';
import { exchangeDayOf } from '../stores/market-days.ts';
import { useSession, useSettings } from '../stores/session.ts';
import type { CallResult } from '../transport/calls.ts';
import { getAnnouncements, getDealsSince, getOrdersSince, type RowsSince } from '../transport/static-data.ts';
import { countText, dash } from '../ui/format.ts';
import { loadClientSettings } from './start-delay.ts';
import styles from './startup-frame.module.css';

/** The minimum time to read the news. */
const shortestDelayMs = 1_000;

/** The last visit on the server's clock, in epoch milliseconds; null if the last visit is unknown, of another user, or not in the past. */
export function lastVisitOf(userId: string, storedVisit: string | null, now: number): number | null {
  const [at = '', ...user] = (storedVisit ?? '').split(' ');
  return user.join(' ') === userId && /^\d+$/.test(at) && Number(at) < now ? Number(at) : null;
}

const atLeast = ({ next }: RowsSince<object>) => (next === null ? '' : 'At least ');

/** "2 filled, 1 expired" */
export function ordersLine(orders: RowsSince<Pick<CompletedOrderRow, 'state'>>): string {
  const counts = new Map<string, number>();
  for (const { state } of orders.rows) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = Array.from(counts, ([state, count]) => `${count} ${state.toLowerCase()}`);
  return parts.length === 0 ? 'None has ended' : atLeast(orders) + parts.join(', ');
}

/** "12 lots bought, 1 lot sold", with the deals that count in the sums of Deals. */
export function dealsLine(deals: RowsSince<Pick<DealRow, 'side' | 'qty' | 'state'>>): string {
  const counted = deals.rows.filter(isCountedDeal);
  const lots = (side: DealRow['side']) => {
    const sum = counted.reduce((total, row) => total + (row.side === side ? row.qty : 0), 0);
    return countText(sum, 'lot');
  };
  return counted.length === 0 && deals.next === null
    ? 'None'
    : `${atLeast(deals)}${lots('B')} bought, ${lots('S')} sold`;
}

export function SinceLastVisit() {
  // The answer with the settings also sets the server's clock.
  const { startupDelayMs } = useSettings();
  const userId = useSession(({ token }) => (token === null ? null : readToken(token)?.subject) ?? '');
  const [storedVisit] = useState(() => readStored(storageKeys.lastVisit));
  const since = lastVisitOf(userId, storedVisit, serverNow());
  const [lines, setLines] = useState({ Orders: '', Deals: '', News: '' });
  useEffect(() => {
    const show = async <Value,>(
      name: keyof typeof lines,
      call: Promise<CallResult<Value>>,
      textOf: (value: Value) => string,
    ) => {
      const result = await call;
      setLines((was) => ({ ...was, [name]: result.kind === 'ok' ? textOf(result.value) : dash }));
    };
    const load = async () => {
      await online();
      await loadClientSettings();
      if (useSettings.getState().startupDelayMs < shortestDelayMs) return;
      const now = serverNow();
      const from = String(lastVisitOf(userId, storedVisit, now) ?? exchangeDayOf(now));
      void show('Orders', getOrdersSince(from), ordersLine);
      void show('Deals', getDealsSince(from), dealsLine);
      void show('News', getAnnouncements(), (rows) => rows.at(-1)?.message ?? 'None today');
    };
    void load();
    // This listener stays after the workspace has opened: the visit ends when the page is hidden.
    document.addEventListener('visibilitychange', () =>
      writeStored(storageKeys.lastVisit, `${serverNow()} ${userId}`),
    );
  }, [storedVisit, userId]);
  if (startupDelayMs < shortestDelayMs) return null;
  return (
    <section className={styles.since} aria-labelledby="since-title">
      <h2 id="since-title">
        {since === null ? 'Today so far' : `Since your last visit, ${exchangeDayTime(since, serverNow())}`}
      </h2>
      <dl>
        {Object.entries(lines).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
