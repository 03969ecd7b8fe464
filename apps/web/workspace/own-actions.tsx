// My actions: the commands that the user has sent today from any browser or program, as listed by the market. Commands of this
// page that are missing there, because the market has not answered or never received them, are added from the page's own record.
import {
  type DealRow,
  type OwnActionRow,
  parseContractName,
  type UserCommand,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import { useEffect, useId, useMemo, useRef } from 'react';
import { create } from 'zustand';
import {
  doubleSentence,
  type OrderSummary,
  orderSentence,
  outcomeSentence,
} from '../actions/order-actions.ts';
import { commandName } from '../actions/send.ts';
import { exchangeTime, priceText, sideVerb } from '../market/market-text.ts';
import { useDeviceKind } from '../stores/device-kind.ts';
import { type OwnAction, type OwnActionOutcome, useOwnActions } from '../stores/own-actions.ts';
import { dataSetStores } from '../stores/stores.ts';
import { getOwnActions } from '../transport/commands.ts';
import { Button } from '../ui/button.tsx';
import { HeadedDialog } from '../ui/dialog.tsx';
import { formatLots } from '../ui/format.ts';
import { DownloadIcon } from '../ui/icons.tsx';
import type { CellTone, GridColumn, GridMessage, GridSource } from '../ui/live-grid/grid-column.ts';
import { LiveGrid } from '../ui/live-grid/live-grid.tsx';
import { type GridTools, PanelLookContext, Unframed } from '../ui/panel-frame.tsx';
import styles from './dialogs.module.css';

const maxNumbers = 10;

const dealTerms = (deal: Pick<DealRow, 'side' | 'qty' | 'contract' | 'instrument' | 'price'> | undefined) =>
  deal && `${sideVerb(deal.side)} ${formatLots(deal.qty)} ${deal.contract} at ${priceText(deal.price, deal)}`;

/** The terms of a changed item, by its noun; undefined if this page does not have it. */
const termsOf: Readonly<Record<string, (number: number) => string | undefined>> = {
  Deals: (number) => dealTerms(dataSetStores.deals.get(number)),
  'Unmatched deal': (number) => dealTerms(dataSetStores.unmatchedDeal.get(number)),
  Lot(number) {
    const offer = dataSetStores.siloOffers.get(number);
    return offer && `${formatLots(offer.tons)} t of ${offer.contract}`;
  },
};

/**
 * The row of the list for an action listed by the market. Without the rows of panels it has numbers instead of terms, because a deal may
 * not be loaded.
 */
export function listedAction({
  seq,
  at,
  requestId,
  command,
  orders,
  numbers,
  error,
}: OwnActionRow): OwnAction {
  const kind = command in userCommands ? (command as UserCommandKind) : null;
  const { effect, noun = 'Numbers' }: UserCommand['names'] =
    kind === null ? { name: command, effect: command } : userCommands[kind].names;
  const summaries = orders.map(orderSummaryOf);
  const [first, second] = summaries;
  const action = kind === null ? command : commandName(kind, first?.side);
  const { activeOrderSeq = null } = orders[0] ?? {};
  const description =
    first === undefined
      ? effect
      : second !== undefined
        ? doubleSentence(first, second)
        : command === 'insertOrder'
          ? orderSentence(first)
          : `${action} order ${activeOrderSeq}: ${orderSentence(first)}`;
  const outcomes = orders.flatMap(({ reply }, index) => {
    const order = summaries[index];
    return reply === null || order === undefined ? [] : outcomeSentence(order, reply);
  });
  const named = numbers
    .slice(0, maxNumbers)
    .map((number) => {
      const terms = termsOf[noun]?.(Number(number));
      return terms === undefined ? number : `${number} (${terms})`;
    })
    .join(', ');
  const more = numbers.length > maxNumbers ? ` and ${numbers.length - maxNumbers} more` : '';
  const done = numbers.length === 0 ? 'Done.' : `${noun} ${named}${more}.`;
  return {
    requestId,
    seq,
    at,
    action,
    description,
    outcome: error === null ? 'accepted' : 'rejected',
    sentence: error !== null ? `Rejected: ${error.message}` : outcomes.join(' ') || done,
  };
}

function orderSummaryOf({ contract, side, qty, price }: OwnActionRow['orders'][number]): OrderSummary {
  const { instrument } = parseContractName(contract);
  return { contract, side, qty, priceText: priceText(price, { contract, instrument }) };
}

/** The polling interval while the list is open. An answer to a command of this page triggers a query immediately. */
const askAgainMs = 2_000;

interface ActionList {
  /** The newest first. */
  readonly entries: readonly OwnAction[];
  /** The state of the last query to the market. */
  readonly state: 'loading' | 'current' | 'failed';
}
/** The list while the dialog is open: the actions listed by the market, and this page's commands that are missing there. */
const useListed = create<ActionList>()(() => ({ entries: [], state: 'loading' }));

/**
 * Newest first. If the market lists an action, its version is shown, with the words of this page: they name what the market does not
 * list, such as the filter of “Cancel all”.
 */
export function mergedActions(
  listed: readonly OwnAction[],
  sent: readonly OwnAction[],
): readonly OwnAction[] {
  const listedIds = new Set(listed.map(({ requestId }) => requestId));
  const sentWords = new Map(sent.map(({ requestId, description }) => [requestId, description]));
  return [
    ...sent.filter(({ requestId }) => !listedIds.has(requestId)),
    ...listed.map((entry) => ({
      ...entry,
      description: sentWords.get(entry.requestId) ?? entry.description,
    })),
  ].sort((a, b) => b.at - a.at);
}

/** Returns a function that stops the polling. */
function followOwnActions(): () => void {
  let listed: readonly OwnAction[] = [];
  let day: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isStopped = false;
  const show = (state?: ActionList['state']) =>
    useListed.setState({
      entries: mergedActions(listed, useOwnActions.getState().sent),
      ...(state !== undefined && { state }),
    });
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    if (isAsking) return;
    isAsking = true;
    const result = await getOwnActions(listed[0]?.seq ?? 0);
    isAsking = false;
    if (isStopped) return;
    if (result.kind === 'ok') {
      const { businessDay, actions } = result.value;
      const isNewDay = day !== null && day !== businessDay;
      day = businessDay;
      listed = isNewDay ? [] : [...actions.map(listedAction).reverse(), ...listed];
      if (isNewDay) return ask();
    }
    show(result.kind === 'ok' ? 'current' : 'failed');
    timer = setTimeout(ask, askAgainMs);
  };
  show('loading');
  void ask();
  const stopFollowing = useOwnActions.subscribe(() => {
    show();
    void ask();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopFollowing();
  };
}

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

const columns: readonly GridColumn<OwnAction>[] = [
  {
    id: 'at',
    title: 'Time',
    width: 92,
    align: 'left',
    pinned: true,
    // With milliseconds, because they may decide which order came first.
    text: ({ at }) => `${exchangeTime(at)}.${String(Math.floor(at % 1_000)).padStart(3, '0')}`,
    sortValue: (row) => row.at,
    exported: (row) => new Date(row.at).toISOString(),
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
    text: (row) => row.description,
    sortValue: (row) => row.description,
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
    id: 'seq',
    title: 'Number',
    fullTitle: 'Number of the command in the journal',
    width: 72,
    align: 'right',
    text: ({ seq }) => (seq === null ? '–' : String(seq)),
    tone: () => 'second',
    sortValue: (row) => row.seq,
  },
  {
    id: 'requestId',
    title: 'Request',
    fullTitle: 'Id of the request',
    width: 96,
    align: 'left',
    isFileOnly: true,
    text: (row) => row.requestId,
  },
];

/** On a phone the cells of these columns are on three lines. */
const phoneColumns = columns.filter(({ id }) => id !== 'seq' && id !== 'requestId');

const find = (requestId: string) =>
  useListed.getState().entries.find((entry) => entry.requestId === requestId);
const source: GridSource<OwnAction, string> = {
  get: find,
  onRow: (requestId, listener) =>
    useListed.subscribe((_now, before) => {
      const was = before.entries.find((entry) => entry.requestId === requestId);
      const is = find(requestId);
      if (is !== was) listener(is, was);
    }),
};
const keyOf = (entry: OwnAction) => entry.requestId;

const messages: Readonly<Record<ActionList['state'], GridMessage>> = {
  loading: { kind: 'loading', title: 'Loading your actions…' },
  current: {
    kind: 'empty',
    title: 'No actions yet.',
    detail: 'Every order, change and cancellation that you send today is listed here with its outcome.',
  },
  failed: {
    kind: 'error',
    title: 'Your actions could not be loaded.',
    detail: 'The server does not answer. It is asked again every two seconds.',
  },
};
const notes: Readonly<Record<ActionList['state'], string>> = {
  loading: '',
  current: 'of today, from any browser or program; times of the exchange',
  failed: 'The server does not answer: newer actions may be missing.',
};

export function OwnActions({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const isPhone = useDeviceKind() === 'mobile';
  const tools = useRef<GridTools | null>(null);
  const look = useMemo(() => ({ tools, frozenAt: null }), []);
  const { entries, state } = useListed();
  const ids = useMemo(() => entries.map(keyOf), [entries]);
  useEffect(followOwnActions, []);
  return (
    <HeadedDialog
      title="My actions"
      titleId={titleId}
      note={notes[state]}
      buttons={
        <>
          {!isPhone && (
            <Button size="small" onClick={() => tools.current?.toggleFilters()}>
              Filter row
            </Button>
          )}
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
            rowKeys={ids}
            keyOf={keyOf}
            columns={isPhone ? phoneColumns : columns}
            isStacked={isPhone}
            className={isPhone ? styles.actionLines : undefined}
            message={messages[state]}
          />
        </PanelLookContext>
      </Unframed>
    </HeadedDialog>
  );
}
