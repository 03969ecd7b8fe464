// The effect of an order on its account's initial margin: the query to the market, the answer as text, and the note below the
// price.
import {
  type ActiveOrderRow,
  type PreviewMarginBody,
  type PreviewMarginReply,
  toCents,
  toRand,
} from '@openpit/wire';
import { useMemo } from 'react';
import { type Answer, createAnswer, useAnswer } from '../../market/answers.ts';
import { dataSetStores } from '../../stores/stores.ts';
import type { CallResult } from '../../transport/calls.ts';
import { previewMargin } from '../../transport/own-accounts.ts';
import { formatRand } from '../../ui/format.ts';
import type { ParsedChange } from './change.ts';
import type { ReadyOrder } from './parse-ticket.ts';
import styles from './ticket.module.css';

type MarginState =
  /** No query: there is no order, or the user may not see the margin. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly margin: PreviewMarginReply }
  /** The market would reject the order, for this reason. */
  | { readonly kind: 'rejected'; readonly sentence: string }
  /** No usable answer came. */
  | { readonly kind: 'failed' };

type Ask = (query: PreviewMarginBody, signal: AbortSignal) => Promise<CallResult<PreviewMarginReply>>;

/** The debounce time: how long an order must be unchanged before it is queried. */
export const debounceMs = 300;
/** The minimum interval between queries for an account that keeps changing. */
export const minQueryIntervalMs = 1_000;

const none: MarginState = { kind: 'none' };
const asking: MarginState = { kind: 'asking' };

/**
 * The query is debounced, and a change to the order cancels the pending query. The shown answer
 * therefore always belongs to the order in the form. It depends on the account's positions and open
 * orders. If these change, the earlier answer stays until the new one arrives.
 */
export const marginAnswer = (query: PreviewMarginBody, ask: Ask = previewMargin): Answer<MarginState> =>
  createAnswer({
    ask: async (signal) => ({ kind: 'ok', value: stateOf(await ask(query, signal)) }),
    changes: [dataSetStores.positions.onFlush, dataSetStores.activeOrders.onFlush],
    initialDelayMs: debounceMs,
    changeDelayMs: minQueryIntervalMs,
  });

function stateOf(answer: CallResult<PreviewMarginReply>): MarginState {
  if (answer.kind === 'ok') return { kind: 'known', margin: answer.value };
  if (answer.kind !== 'rejected') return { kind: 'failed' };
  if (answer.status === 401 || answer.status === 403) return none;
  return answer.status === 422 ? { kind: 'rejected', sentence: answer.message } : { kind: 'failed' };
}

/** The queries about an order, one for each side. Only a delta's hedge depends on prices. */
export function marginQueries(
  order: Pick<ReadyOrder, 'body' | 'sides'> | null,
): readonly PreviewMarginBody[] {
  if (order === null) return [];
  const { contract, principal, reference } = order.body;
  return order.sides.map(({ side, qty, bodyPrice }) => ({
    ...{ contract, side, qty, principal },
    ...(/ D$/.test(contract) && { ...bodyPrice, reference }),
  }));
}

type Change = Extract<ParsedChange, { readonly kind: 'change' }>;
type ChangedOrder = Pick<ActiveOrderRow, 'activeOrderSeq' | 'contract' | 'side' | 'remaining' | 'pricing'>;

/** The query about an amended order. The price of a delta is its volatility. */
export function marginQueryOfChange(
  { activeOrderSeq, contract, side, pricing }: ChangedOrder,
  { qty, price }: Pick<Change, 'qty' | 'price'>,
  principal: string,
): PreviewMarginBody {
  const priced = / D$/.test(contract) ? { volatility: price, reference: pricing?.reference } : {};
  return { activeOrderSeq, contract, side, qty, principal, ...priced };
}

/** Whether the change only reduces the order, which no limit forbids. */
export const onlyReduces = ({ remaining }: ChangedOrder, { terms, qty }: Change): boolean =>
  qty < remaining && Object.keys(terms).every((name) => name === 'qty');

interface MarginTextFacts {
  readonly before: string;
  readonly after: string;
  /** "+R 2,850", "no change". */
  readonly change: string;
  /** The assumptions of the figures, or why the order would be rejected. */
  readonly note: string;
  readonly isAboveLimit: boolean;
}

/**
 * An account's margin before and after an order, as text (market/money.md, Initial margin). The preview assumes that the whole order deals.
 * Like the market, it counts the account's other open orders towards its limit.
 */
export function marginText(
  { before, after, withOpenOrders, limit }: PreviewMarginReply,
  principal: string,
  { isNeverRejected = false } = {},
): MarginTextFacts {
  const change = toRand(toCents(after) - toCents(before));
  const shown = { before: formatRand(before), after: formatRand(after), change: changeText(change) };
  // The market's own rule: an order that lowers the current margin of the account is never rejected.
  if (!isNeverRejected && limit !== null && withOpenOrders > limit && withOpenOrders > before)
    return { ...shown, note: aboveLimit(limit, { withOpenOrders, after }), isAboveLimit: true };
  const ofLimit = limit === null ? '' : `; limit ${formatRand(limit)}`;
  return {
    ...shown,
    note: `of ${principal} if it all deals, at the last MTM${ofLimit}`,
    isAboveLimit: false,
  };
}

const changeText = (rand: number) => (rand === 0 ? 'no change' : `${rand > 0 ? '+' : ''}${formatRand(rand)}`);

/** The figures are then longer than their line, and the note continues it. */
const hasCents = ({ before, after }: PreviewMarginReply) =>
  !Number.isInteger(before) || !Number.isInteger(after);

function aboveLimit(
  limit: number,
  { withOpenOrders, after }: Pick<PreviewMarginReply, 'withOpenOrders' | 'after'>,
): string {
  const over = `Over the limit ${formatRand(limit)}`;
  return withOpenOrders === after
    ? `${over}: would be rejected`
    : `${over}: ${formatRand(withOpenOrders)} with open orders`;
}

interface MarginNoteProps {
  /** `null` if the order is incomplete, invalid or already sent. */
  readonly query: PreviewMarginBody | null;
  readonly principal: string;
  /** "Bid" or "Offer" in a double. */
  readonly sideName?: 'Bid' | 'Offer' | undefined;
  /** A pure reduction is accepted under any limit. */
  readonly isNeverRejected?: boolean;
}

/**
 * The note below the price: the margin figures and their assumptions. It keeps its space while it is empty, so that the button below does
 * not move.
 */
export function MarginNote({ query, principal, sideName, isNeverRejected = false }: MarginNoteProps) {
  const state = useMarginPreview(query);
  const name = sideName === undefined ? 'Margin' : `${sideName} margin`;
  return (
    <p className={styles.margin} data-margin="" data-kind={state.kind}>
      {/* Only known values are read aloud; the figures of an unfinished order would interrupt the typing. */}
      <span role="status" aria-busy={state.kind === 'asking'}>
        <Known state={state} name={name} principal={principal} isNeverRejected={isNeverRejected} />
      </span>
      {state.kind === 'asking' && <span aria-hidden="true">{name} …</span>}
    </p>
  );
}

function Known({
  state,
  name,
  principal,
  isNeverRejected,
}: {
  readonly state: MarginState;
  readonly name: string;
  readonly principal: string;
  readonly isNeverRejected: boolean;
}) {
  switch (state.kind) {
    case 'none':
    case 'asking':
      return null;
    case 'rejected':
      return <span className={styles.stopped}>{state.sentence}</span>;
    case 'failed':
      return `${name} unknown at the moment: the server did not answer. The next change to the order repeats the query.`;
    case 'known': {
      const { before, after, change, note, isAboveLimit } = marginText(state.margin, principal, {
        isNeverRejected,
      });
      return (
        <>
          <span className={styles.marginFigures} data-cents={hasCents(state.margin) || undefined}>
            {name} {before} <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span> {after} ({change})
          </span>{' '}
          <span className={isAboveLimit ? styles.overLimit : styles.caption}>{note}</span>
        </>
      );
    }
  }
}

function useMarginPreview(query: PreviewMarginBody | null): MarginState {
  const text = query === null ? null : JSON.stringify(query);
  const answer = useMemo(() => (text === null ? null : marginAnswer(JSON.parse(text))), [text]);
  const state = useAnswer(answer);
  if (answer === null) return none;
  return state.status === 'success' ? state.value : asking;
}
