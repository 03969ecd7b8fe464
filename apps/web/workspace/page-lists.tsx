// The dialogs that list the notices of this page and the keys.
import { useId, useMemo, useState } from 'react';
import { ticketKeys } from '../actions/ticket.ts';
import { manualAddress, paletteKeys, workspaceKeys } from '../actions/view-actions.ts';
import { exchangeTime } from '../market/market-text.ts';
import { toastTypeNames } from '../notices/toast-view.tsx';
import { type Toast, useToasts } from '../notices/toasts.ts';
import { panels } from '../panels/registry.ts';
import { serverNow } from '../stores/connection.ts';
import { exchangeDayOf } from '../stores/market-days.ts';
import { ScrollRegion } from '../ui/button.tsx';
import { HeadedDialog } from '../ui/dialog.tsx';
import { formatDayMonth } from '../ui/format.ts';
import { type KeyTable, numberFieldKeys, shownKey } from '../ui/keys.ts';
import { gridHeadKeys, gridKeys } from '../ui/live-grid/grid-keys.ts';
import { panelKeys, tabKeys } from '../ui/panel-frame.tsx';
import styles from './dialogs.module.css';

/** Every toast of this page, newest first, and the announcements of the day from before the sign-in. */
export function Notices({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const { showing, waiting, past } = useToasts();
  const all = useMemo(
    () => [...(showing === null ? [] : [showing]), ...waiting, ...past].sort(newestFirst),
    [showing, waiting, past],
  );
  return (
    <HeadedDialog
      title="Notices"
      titleId={titleId}
      note="the newest first, with the announcements of the whole day"
      closeLabel="Close the notices"
      className={styles.notices}
      onClose={onClose}
    >
      {all.length === 0 ? (
        <p className={styles.empty}>No notices yet. Fills, rejections and announcements are listed here.</p>
      ) : (
        <ScrollRegion className={styles.scroller} aria-labelledby={titleId}>
          <ul className={styles.list}>
            {all.map(({ id, at, type, message }) => (
              <li key={id} className={styles.notice} data-type={type}>
                <time className={styles.time} dateTime={new Date(at).toISOString()}>
                  {noticeTime(at, serverNow())}
                </time>
                <span className={styles.type}>{toastTypeNames[type]}</span>
                <span className={styles.message}>{message}</span>
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </HeadedDialog>
  );
}

/** The time of the exchange, with the day unless it is today. */
function noticeTime(at: number, now: number): string {
  const day = exchangeDayOf(at);
  return day === exchangeDayOf(now) ? exchangeTime(at) : `${formatDayMonth(day)} ${exchangeTime(at)}`;
}

const newestFirst = (a: Toast, b: Toast) => b.at - a.at || b.id - a.id;

/** All tables of keys, in the order of the sheet. */
export const keyTables: readonly KeyTable[] = [
  ...new Set<KeyTable>([
    workspaceKeys,
    ...panels.flatMap(({ keys = [] }) => keys),
    ticketKeys,
    numberFieldKeys,
    paletteKeys,
    gridKeys,
    gridHeadKeys,
    panelKeys,
    tabKeys,
  ]),
];

/** The keys whose label, key or place matches the search text, grouped by place. */
export function keysByPlace(filter = ''): ReadonlyMap<string, KeyTable['keys'][string][]> {
  const text = filter.trim().toLowerCase();
  const places = new Map<string, KeyTable['keys'][string][]>();
  for (const { place, keys } of keyTables) {
    const matching = Object.values(keys).filter((entry) =>
      `${place} ${shownKey(entry)} ${entry.label}`.toLowerCase().includes(text),
    );
    if (matching.length > 0) places.set(place, [...(places.get(place) ?? []), ...matching]);
  }
  return places;
}

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const [filter, setFilter] = useState('');
  const places = [...keysByPlace(filter)];
  return (
    <HeadedDialog
      title="Keys"
      buttons={
        <input
          type="search"
          className={styles.search}
          aria-label="Find a key"
          placeholder="Find a key"
          // biome-ignore lint/a11y/noAutofocus: the sheet is opened to find a key
          autoFocus
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      }
      titleId={titleId}
      closeLabel="Close the keys"
      className={styles.paper}
      onClose={onClose}
    >
      <p className={styles.manual}>
        The{' '}
        <a href={manualAddress} target="_blank" rel="noopener">
          manual
        </a>{' '}
        explains the rest of the application.
      </p>
      <ScrollRegion className={styles.places} aria-labelledby={titleId}>
        {places.length === 0 && <p role="status">No key has these words.</p>}
        {places.map(([place, entries]) => (
          <section key={place} className={styles.place} aria-label={place}>
            <h3 className={styles.name}>{place}</h3>
            <dl className={styles.keys}>
              {entries.map((entry) => (
                <div key={`${shownKey(entry)} ${entry.label}`} className={styles.entry}>
                  <dt>
                    <kbd className={styles.key}>{shownKey(entry)}</kbd>
                  </dt>
                  <dd className={styles.label}>{entry.label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollRegion>
    </HeadedDialog>
  );
}
