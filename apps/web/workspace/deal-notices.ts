// Notices of deals. New deals and changes to unmatched deals become toasts, even while the window is hidden. A deal also plays a
// sound if the preferences ask for it. The badge counts the unmatched deals that wait for the user's member.
import {
  type ActiveOrderRow,
  type DealRow,
  isCountedDeal,
  type Side,
  type UnmatchedDealRow,
} from '@openpit/wire';
import Big from 'big.js';
import { useCallback, useEffect } from 'react';
import { orderSubject } from '../actions/send.ts';
import { itemSentence, itemSubject, waitsForUs } from '../actions/unmatched-deals.ts';
import { useWorkspacePort } from '../actions/workspace-port.ts';
import { isDelta, priceDecimals, priceText } from '../market/market-text.ts';
import { useStoreRows } from '../market/use-store.ts';
import { playDealSound, startDealSound } from '../notices/deal-sound.ts';
import { type NewToast, showToast } from '../notices/toasts.ts';
import { showAppBadge } from '../pwa/installed-app.ts';
import type { ReadableStore } from '../stores/keyed-store.ts';
import { usePreferences, useSession } from '../stores/session.ts';
import { dataSetStores } from '../stores/stores.ts';
import { rowsReceived } from '../transport/hub/data-sets.ts';
import { formatTruncated } from '../ui/format.ts';

type NoticedDeal = Pick<
  DealRow,
  | 'dealSeq'
  | 'contract'
  | 'instrument'
  | 'side'
  | 'qty'
  | 'price'
  | 'activeOrderSeq'
  | 'isAggressor'
  | 'time'
  | 'state'
  | 'origin'
>;

const past: Readonly<Record<Side, string>> = { B: 'Bought', S: 'Sold' };
const reasons: Partial<Record<DealRow['origin'], string>> = {
  exercise: ' by exercise',
  lapse: ' as it lapsed',
  settlement: ' at its cash settlement',
  delivery: ' at its delivery',
};
/** More orders than this at the same time share one toast. */
const maxToastsAtOnce = 3;

type FilledOrder = Pick<ActiveOrderRow, 'contract' | 'qty' | 'remaining' | 'price' | 'state'>;

export interface FillSources {
  /** All deals of today, including the new ones. */
  readonly deals: readonly NoticedDeal[];
  readonly orderOf: (activeOrderSeq: number) => FilledOrder | undefined;
  readonly priceText: (price: number, deal: NoticedDeal) => string;
  readonly averageText: (price: number, deal: NoticedDeal) => string;
}

export function fillToasts(newDeals: readonly NoticedDeal[], sources: FillSources): NewToast[] {
  const groups = new Map<string, NoticedDeal>();
  for (const deal of newDeals) groups.set(subjectOf(deal), deal);
  const orders = newDeals.flatMap(({ activeOrderSeq }) => activeOrderSeq ?? []);
  if (groups.size > maxToastsAtOnce) {
    const message = `${newDeals.length} deals: ${lotsByContract(newDeals)}`;
    return [{ type: 'success', priority: 'urgent', message, supersedes: orders.map(orderSubject) }];
  }
  return [...groups].map(([subject, deal]) => {
    const rest = restText(deal, sources);
    return {
      type: rest !== '' && hasJustEntered(deal, sources) ? 'warning' : 'success',
      priority: 'urgent',
      message: fillSentence(subject, deal, sources) + rest,
      subject,
      supersedes: deal.activeOrderSeq === null ? [] : [orderSubject(deal.activeOrderSeq)],
    };
  });
}

/** How long the first fills of an order share its toast. */
const entryMs = 10_000;

/**
 * Whether the order was to deal now, as Flatten's is, so that lots that rest are a surprise. An order that has rested for longer fills in
 * parts as a matter of course.
 */
function hasJustEntered(deal: NoticedDeal, { deals }: FillSources): boolean {
  const subject = subjectOf(deal);
  return deals.some(
    (other) => other.isAggressor && subjectOf(other) === subject && deal.time - other.time < entryMs,
  );
}

/** ", 40 rest at 3 984.80"; empty if the deal's order has no lots in the market. */
function restText(deal: NoticedDeal, { orderOf, priceText }: FillSources): string {
  const order = deal.activeOrderSeq === null ? undefined : orderOf(deal.activeOrderSeq);
  if (order === undefined || order.contract !== deal.contract || order.state !== 'Active') return '';
  const { remaining, price } = order;
  if (remaining === 0) return '';
  return `, ${remaining} ${remaining === 1 ? 'rests' : 'rest'} at ${priceText(price, deal)}`;
}

/** One order may fill in several contracts, such as the legs of a pair or a delta's hedge. */
function subjectOf({ activeOrderSeq, dealSeq, contract, side }: NoticedDeal): string {
  return activeOrderSeq === null ? `deal ${dealSeq}` : `fills of order ${activeOrderSeq} ${side} ${contract}`;
}

function fillSentence(subject: string, deal: NoticedDeal, sources: FillSources): string {
  const { side, contract, activeOrderSeq } = deal;
  const fills = sources.deals.filter((other) => isCountedDeal(other) && subjectOf(other) === subject);
  const qty = fills.reduce((sum, fill) => sum + fill.qty, 0);
  const order = activeOrderSeq === null ? undefined : sources.orderOf(activeOrderSeq);
  const isPart = order !== undefined && order.contract === contract && order.qty > qty;
  const lots = isPart ? `${qty} of ${order.qty}` : `${qty}`;
  const isOnePrice = fills.every(({ price }) => price === deal.price);
  const at = isOnePrice
    ? ` at ${sources.priceText(deal.price, deal)}`
    : `, average ${sources.averageText(averageOf(fills, qty), deal)}`;
  return `${past[side]} ${lots} ${contract}${at}${reasons[deal.origin] ?? ''}`;
}

function averageOf(fills: readonly NoticedDeal[], qty: number): number {
  const value = fills.reduce((sum, fill) => sum.plus(new Big(fill.price).times(fill.qty)), new Big(0));
  return value.div(qty).toNumber();
}

function lotsByContract(deals: readonly NoticedDeal[]): string {
  const lots = new Map<string, { readonly deal: NoticedDeal; qty: number }>();
  for (const deal of deals) {
    const key = `${deal.side} ${deal.contract}`;
    const sum = lots.get(key) ?? { deal, qty: 0 };
    sum.qty += deal.qty;
    lots.set(key, sum);
  }
  return [...lots.values()]
    .map(({ deal: { side, contract }, qty }) => `${past[side].toLowerCase()} ${qty} ${contract}`)
    .join(', ');
}

/** Deals in the first snapshot are not new. Deals in a later snapshot, after a lost connection, are new to the dealer. */
export function createNewDeals(store: Pick<ReadableStore<DealRow, number>, 'rows' | 'keys' | 'status'>): {
  take(): readonly DealRow[];
} {
  let knownSeqs: Set<number> | null = null;
  return {
    take() {
      if (store.status() !== 'success') {
        knownSeqs = null;
        return [];
      }
      const before = knownSeqs;
      knownSeqs = new Set(store.keys());
      if (before === null) return [];
      return store.rows().filter(({ dealSeq }) => !before.has(dealSeq));
    },
  };
}

/**
 * Whether the dealer is notified of a deal: their own deal, a deal that the market made without a dealer, such as an assignment,
 * or any deal of the member if the account names no dealer.
 */
export function isOwnDeal(deal: Pick<DealRow, 'dealer'>, dealerCode: string): boolean {
  return dealerCode === '' || deal.dealer === '' || deal.dealer === dealerCode;
}

/** Origins of deals for which both members already receive a notice about the offer, acceptance or pass-on. */
const noticedOtherwise: ReadonlySet<DealRow['origin']> = new Set(['reported', 'assigned', 'tripartite']);

/**
 * The new deals that changed the dealer's position, by trading or by the market itself. Deals derived from other deals, such as
 * the parts of a split, are not news, because nothing was bought or sold.
 */
export function dealtNow(newDeals: readonly DealRow[], allDeals: readonly DealRow[]): readonly DealRow[] {
  const replacedIn = new Set(
    allDeals.flatMap(({ linkedGroup, state }) => (isReplaced(state) ? (linkedGroup ?? []) : [])),
  );
  return newDeals.filter(
    ({ origin, linkedGroup }) =>
      !noticedOtherwise.has(origin) && (linkedGroup === null || !replacedIn.has(linkedGroup)),
  );
}

/** Whether a deal in this state was replaced by other deals. */
const isReplaced = (state: DealRow['state']) =>
  state === 'Split' || state === 'Cumulated' || state === 'Assigned' || state === 'Tripartite';

export function useDealNotices(): void {
  const hasSound = usePreferences((preferences) => preferences.document.defaults.soundOnDealExecution);
  useEffect(() => (hasSound ? startDealSound() : undefined), [hasSound]);
  useEffect(() => {
    const newDeals = createNewDeals(dataSetStores.deals);
    newDeals.take();
    return rowsReceived.on((name) => {
      if (name !== 'deals') return;
      const dealerCode = useSession.getState().hqAccess?.dealerCode ?? '';
      const ownDeals = dealtNow(newDeals.take(), allDeals()).filter((deal) => isOwnDeal(deal, dealerCode));
      const [first] = ownDeals;
      if (first === undefined) return;
      playDealSound(first.side);
      // The rows of the orders follow in the same frame: a fill shows which part of its order it is.
      setTimeout(() => {
        const orderOf = dataSetStores.activeOrders.get;
        const seconds = usePreferences.getState().document.defaults.defaultPopupNotificationTime;
        for (const toast of fillToasts(ownDeals, { deals: allDeals(), orderOf, priceText, averageText }))
          showToast({ ...toast, length: seconds > 0 ? seconds * 1_000 : undefined });
      });
    });
  }, []);
}

const allDeals = () => dataSetStores.deals.rows();

/** Truncated, not rounded, like all averages on the screen. */
function averageText(price: number, deal: NoticedDeal): string {
  return `${formatTruncated(price, Math.max(2, priceDecimals(deal)))}${isDelta(deal) ? '\u00a0%' : ''}`;
}

interface ItemChange {
  readonly before: UnmatchedDealRow | undefined;
  readonly item: UnmatchedDealRow;
}

type ToastText = Pick<NewToast, 'type' | 'message'>;

/** `null` for a change that the user made or that does not concern them. */
export function unmatchedToast(
  { before, item }: ItemChange,
  priceText: (item: UnmatchedDealRow) => string,
): NewToast | null {
  const sentence = itemSentence(item, priceText(item));
  const text =
    item.role === 'captured' ? ours({ before, item }, sentence) : forUs({ before, item }, sentence);
  if (text === null) return null;
  const subject = itemSubject(item);
  return { ...text, priority: 'urgent', subject, supersedes: [subject] };
}

function forUs({ before, item }: ItemChange, sentence: string): ToastText | null {
  const { counterparty, state, type } = item;
  if (state === 'Waiting') {
    const verb = type === 'reported' ? 'reports' : 'assigns to you';
    if (before === undefined)
      return { type: 'warning', message: `To accept: ${counterparty} ${verb} “${sentence}”.` };
    return before.version === item.version
      ? null
      : { type: 'warning', message: `To accept: ${counterparty} has changed it to “${sentence}”.` };
  }
  // A tripartite deal is passed on immediately, without acceptance.
  if (before === undefined && type === 'tripartite' && state === 'Accepted')
    return { type: 'info', message: `${counterparty} has passed on to you: ${sentence}.` };
  if (before?.state !== 'Waiting') return null;
  if (state === 'Withdrawn') return { type: 'info', message: `${counterparty} has withdrawn “${sentence}”.` };
  return state === 'Expired' ? expired(sentence) : null;
}

function ours({ before, item }: ItemChange, sentence: string): ToastText | null {
  const { counterparty, state } = item;
  if (before?.state !== 'Waiting') return null;
  if (state === 'Accepted') return { type: 'success', message: `${counterparty} has accepted: ${sentence}.` };
  return state === 'Expired' ? expired(sentence) : null;
}

const expired = (sentence: string): ToastText => ({
  type: 'warning',
  message: `Expired, because it was not accepted in time: ${sentence}.`,
});

export function createItemChanges(store: Pick<ReadableStore<UnmatchedDealRow, number>, 'rows' | 'status'>): {
  take(): readonly ItemChange[];
} {
  let knownRows: ReadonlyMap<number, UnmatchedDealRow> | null = null;
  return {
    take() {
      if (store.status() !== 'success') {
        knownRows = null;
        return [];
      }
      const before = knownRows;
      knownRows = new Map(store.rows().map((item) => [item.unmatchedSeq, item]));
      if (before === null) return [];
      return [...knownRows].flatMap(([key, item]) =>
        before.get(key) === item ? [] : [{ before: before.get(key), item }],
      );
    },
  };
}

/**
 * The member that must accept an unmatched deal is notified when it arrives, changes or is withdrawn. The member that reported it is
 * notified when it is accepted or expires. `show` raises or opens the panel.
 */
function useUnmatchedNotices(show: () => void): void {
  useEffect(() => {
    const changes = createItemChanges(dataSetStores.unmatchedDeal);
    changes.take();
    return rowsReceived.on((name) => {
      if (name !== 'unmatchedDeal') return;
      for (const change of changes.take()) {
        const toast = unmatchedToast(change, (item) => priceText(item.price, item));
        if (toast !== null) showToast({ ...toast, action: { label: 'Show', run: show } });
      }
    });
  }, [show]);
}

/** The notices of unmatched deals. This is a component so that a toast's button can open the panel in the workspace around it. */
export function UnmatchedNotices(): null {
  const workspace = useWorkspacePort();
  useUnmatchedNotices(useCallback(() => workspace.showPanel('unMatchedDeals'), [workspace]));
  return null;
}

const store = dataSetStores.unmatchedDeal;

/** The badge of the installed application (SHELL-1) is also updated while the window is hidden and the stores notify no listener. */
export function useAppBadge(): void {
  useEffect(() => {
    const show = () => showAppBadge(store.rows().filter(waitsForUs).length);
    show();
    return rowsReceived.on((name) => {
      if (name === 'unmatchedDeal') show();
    });
  }, []);
}

/** The number of unmatched deals that wait for the acceptance of the user's member. */
export const useWaitingForUs = (): number =>
  useStoreRows(dataSetStores.unmatchedDeal).filter(waitsForUs).length;

/** "2 to accept", or null. */
export const waitingText = (count: number): string | null => (count === 0 ? null : `${count} to accept`);
