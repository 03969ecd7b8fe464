// Three lists in dialogs: the commands that this user sent from this browser, the notices of this page, and the keys.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type OwnAction, type OwnActionOutcome, readOwnActions, useOwnActions } from '../actions/send.ts';
import { manualAddress, paletteKeys, workspaceKeys } from '../actions/view-actions.ts';
import { ticketKeys } from '../forms/ticket/ticket.ts';
import { exchangeTime } from '../market/market-text.ts';
import { toastTypeNames } from '../notices/toast-view.tsx';
import { type Toast, useToasts } from '../notices/toasts.ts';
import { panels } from '../panels/registry.ts';
import { Button, ScrollRegion } from '../ui/button.tsx';
import { HeadedDialog } from '../ui/dialog.tsx';
import { formatLots } from '../ui/format.ts';
import { DownloadIcon } from '../ui/icons.tsx';
import { type KeyTable, numberFieldKeys, shownKey } from '../ui/keys.ts';
import type { CellTone, GridColumn, GridSource } from '../ui/live-grid/grid-column.ts';
import { gridHeadKeys, gridKeys } from '../ui/live-grid/grid-keys.ts';
import { LiveGrid } from '../ui/live-grid/live-grid.tsx';
import { type GridTools, PanelLookContext, panelKeys, Unframed } from '../ui/panel-frame.tsx';
import styles from './dialogs.module.css';

const outcomeNames: Readonly<Record<OwnActionOutcome, string>> = {
  sending: 'Sending…',
  unknown: 'Unknown',
  accepted: 'Accepted',
  rejected: 'Rejected',
  notReceived: 'Not received',
};
const tones: Readonly<Record<OwnActionOutcome, CellTone | undefined>> = {
  sending: 'second',
  unknown: 'warning',
  accepted: undefined,
  rejected: 'warning',
  notReceived: 'warning',
};
/** Time of day with milliseconds, which may decide which order was first. */
const exact = (at: number | null) =>
  at === null ? '–' : `${exchangeTime(at)}.${String(Math.floor(at % 1_000)).padStart(3, '0')}`;

const columns: readonly GridColumn<OwnAction>[] = [
  {
    id: 'sentAt',
    title: 'Sent',
    width: 92,
    align: 'left',
    pinned: true,
    text: (row) => exact(row.sentAt),
    sortValue: (row) => row.sentAt,
    exported: (row) => new Date(row.sentAt).toISOString(),
  },
  {
    id: 'answeredAt',
    title: 'Answered',
    width: 92,
    align: 'left',
    text: (row) => exact(row.answeredAt),
    sortValue: (row) => row.answeredAt,
    exported: (row) => (row.answeredAt === null ? null : new Date(row.answeredAt).toISOString()),
  },
  {
    id: 'took',
    title: 'ms',
    fullTitle: 'Milliseconds from sending to the outcome',
    width: 52,
    align: 'right',
    text: (row) => formatLots(took(row)),
    tone: () => 'second',
    sortValue: took,
  },
  {
    id: 'action',
    title: 'Action',
    width: 84,
    align: 'left',
    groups: true,
    weight: 'strong',
    text: (row) => row.action,
    sortValue: (row) => row.action,
  },
  {
    id: 'words',
    title: 'What',
    width: 344,
    align: 'left',
    clips: true,
    text: (row) => row.words,
    sortValue: (row) => row.words,
  },
  {
    id: 'outcome',
    title: 'Outcome',
    width: 84,
    align: 'left',
    groups: true,
    text: (row) => outcomeNames[row.outcome],
    tone: (row) => tones[row.outcome],
    sortValue: (row) => row.outcome,
  },
  {
    id: 'sentence',
    title: 'Result',
    width: 364,
    align: 'left',
    grows: true,
    clips: true,
    rank: 0,
    text: (row) => row.sentence,
    sortValue: (row) => row.sentence,
  },
  {
    id: 'requestId',
    title: 'Request',
    fullTitle: 'Id of the request',
    width: 96,
    align: 'left',
    clips: true,
    text: (row) => row.requestId,
    tone: () => 'second',
    sortValue: (row) => row.requestId,
  },
];

function took({ sentAt, answeredAt }: OwnAction): number | null {
  return answeredAt === null ? null : Math.round(answeredAt - sentAt);
}

const find = (number: number) => useOwnActions.getState().entries.find((entry) => entry.number === number);
const source: GridSource<OwnAction, number> = {
  get: find,
  onRow: (number, listener) =>
    useOwnActions.subscribe((_now, before) => {
      const was = before.entries.find((entry) => entry.number === number);
      const is = find(number);
      if (is !== was) listener(is, was);
    }),
};
const keyOf = (entry: OwnAction) => entry.number;

export function OwnActions({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const tools = useRef<GridTools | null>(null);
  const look = useMemo(() => ({ tools, frozenAt: null }), []);
  const entries = useOwnActions((state) => state.entries);
  const numbers = useMemo(() => entries.map(keyOf), [entries]);
  useEffect(readOwnActions, []);
  return (
    <HeadedDialog
      title="My actions"
      titleId={titleId}
      note="from this browser, the newest first; times of the exchange"
      buttons={
        <>
          <Button size="small" onClick={() => tools.current?.toggleFilters()}>
            Filter row
          </Button>
          <Button
            size="small"
            icon={<DownloadIcon />}
            disabledReason={entries.length === 0 ? 'There is nothing to export yet.' : null}
            onClick={() => tools.current?.exportCsv()}
          >
            Export as CSV
          </Button>
        </>
      }
      closeLabel="Close my actions"
      className={styles.ownActions}
      onClose={onClose}
    >
      <Unframed>
        <PanelLookContext value={look}>
          <LiveGrid
            label="My actions"
            source={source}
            rowKeys={numbers}
            keyOf={keyOf}
            columns={columns}
            message={{
              kind: 'empty',
              title: 'No actions yet.',
              detail: 'Every order, change and cancellation that you send is listed here with its outcome.',
            }}
          />
        </PanelLookContext>
      </Unframed>
    </HeadedDialog>
  );
}

// Every toast of this page, newest first, and the announcements of the day from before the sign-in.

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
                  {exchangeTime(at)}
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

const newestFirst = (one: Toast, other: Toast) => other.at - one.at || other.id - one.id;

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
  ]),
];

/** The entries by place whose key, label or place has the typed text; tables of the same place are one. */
export function keysByPlace(typed = ''): ReadonlyMap<string, KeyTable['keys'][string][]> {
  const text = typed.trim().toLowerCase();
  const places = new Map<string, KeyTable['keys'][string][]>();
  for (const { place, keys } of keyTables) {
    const found = Object.values(keys).filter((entry) =>
      `${place} ${shownKey(entry)} ${entry.label}`.toLowerCase().includes(text),
    );
    if (found.length > 0) places.set(place, [...(places.get(place) ?? []), ...found]);
  }
  return places;
}

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const places = [...keysByPlace(typed)];
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
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
