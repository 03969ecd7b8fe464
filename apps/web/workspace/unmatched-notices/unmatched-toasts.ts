// Unmatched deals as toasts: to the member that must accept, when one arrives, changes or is withdrawn; to the member that
// captured it, when the other has accepted it or it expires.
import type { UnmatchedDealRow } from '@openpit/wire';
import { itemSentence, itemSubject } from '../../actions/unmatched-deals.ts';
import type { NewToast } from '../../notices/toasts.ts';

export interface ItemChange {
  readonly before: UnmatchedDealRow | undefined;
  readonly item: UnmatchedDealRow;
}

type ToastText = Pick<NewToast, 'type' | 'message'>;

/** Null for a change that the user made, or need not know. */
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
  // A tripartite deal is passed on at once: nobody accepts it.
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
