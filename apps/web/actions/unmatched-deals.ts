// A dealer's actions on unmatched deals (ACT-9 to ACT-12), and the sentences that describe such deals to the user's member.

import { otherSide, type UnmatchedDealRow } from '@openpit/wire';
import { priceText, sideVerb } from '../market/market-text.ts';
import { CheckIcon, DeleteIcon, EditIcon, PlusIcon } from '../ui/icons.tsx';
import { type Action, permissionOf, type RowAction } from './action.ts';
import { openDialog, type UnmatchedForm, type UnmatchedTarget } from './dialogs.ts';
import { sendCommand } from './send.ts';

type Item = Pick<UnmatchedDealRow, 'side' | 'qty' | 'contract' | 'counterparty'>;

/** "Buy 5 MAR27 WMAZ at 4 060.00 from VELD". */
export function itemSentence({ side, qty, contract, counterparty }: Item, priceText: string): string {
  return `${sideVerb(side)} ${qty} ${contract} at ${priceText} ${side === 'B' ? 'from' : 'to'} ${counterparty}`;
}

/** The kind of an unmatched deal, from the viewer's side. */
export function typeText({ type, role }: Pick<UnmatchedDealRow, 'type' | 'role'>): string {
  if (type === 'reported') return 'Reported';
  if (type === 'tripartite') return 'Tripartite';
  return role === 'captured' ? 'Assigned by us' : 'Assigned to us';
}

/** The subject of toasts about an unmatched deal. */
export const itemSubject = ({ unmatchedSeq }: Pick<UnmatchedDealRow, 'unmatchedSeq'>): string =>
  `unmatched deal ${unmatchedSeq}`;

/** Whether the user's member must accept this deal. */
export const waitsForUs = ({ role, state }: Pick<UnmatchedDealRow, 'role' | 'state'>): boolean =>
  state === 'Waiting' && role !== 'captured';

const openForm = (form: UnmatchedForm): null => openDialog({ kind: 'unmatchedForm', form });

type ItemTarget = Pick<UnmatchedDealRow, 'role' | 'state' | 'type' | 'counterparty'>;

const stateReasons: Readonly<Record<Exclude<ItemTarget['state'], 'Waiting'>, string>> = {
  Accepted: 'It is already accepted.',
  Withdrawn: 'It was withdrawn.',
  Expired: 'It has expired.',
};

const stateReason = ({ state }: ItemTarget): string | null =>
  state === 'Waiting' ? null : stateReasons[state];

/** The reason why this item cannot be accepted; null if it can. */
function acceptReason(item: ItemTarget): string | null {
  if (item.state !== 'Waiting' || item.role !== 'captured') return stateReason(item);
  return `${item.counterparty} must accept it, not your member.`;
}

/** A cross from the side that is accepted; any other item unchanged. */
export function toAccept(item: UnmatchedDealRow): UnmatchedDealRow {
  if (item.role !== 'cross') return item;
  const { principal, theirPrincipal, side } = item;
  const other = { principal: theirPrincipal, theirPrincipal: principal, subAccount: null, capacity: null };
  return { ...item, ...other, side: otherSide(side), dealer: null, ref: '' };
}

function reportedByOthers(item: ItemTarget): string | null {
  const { role, type, counterparty } = item;
  const verb = type === 'reported' ? 'reported' : 'assigned';
  return (
    stateReason(item) ??
    (role === 'addressed' ? `Only ${counterparty}, which ${verb} it, can do that.` : null)
  );
}

/** The reason why the terms of this item cannot be changed; null if they can. */
const editReason = (item: ItemTarget): string | null =>
  reportedByOthers(item) ??
  (item.type === 'reported' ? null : 'A deal that is passed on keeps its terms: withdraw it instead.');

export const openAcceptForm: RowAction<UnmatchedTarget> = {
  id: 'acceptUnmatchedDeal',
  label: 'Accept',
  icon: CheckIcon,
  permission: permissionOf('acceptUnmatchedDeal'),
  key: 'a',
  against: ({ item }) => acceptReason(item),
  perform: ({ item }) => openForm({ kind: 'accept', item: toAccept(item) }),
};

export const openEditUnmatchedForm: RowAction<UnmatchedTarget> = {
  id: 'editUnmatchedDeal',
  label: 'Edit',
  icon: EditIcon,
  permission: permissionOf('editUnmatchedDeal'),
  key: 'e',
  against: ({ item }) => editReason(item),
  perform: ({ item }) => openForm({ kind: 'edit', item }),
};

export const deleteUnmatchedDeal: RowAction<UnmatchedTarget> = {
  id: 'deleteUnmatchedDeal',
  label: 'Withdraw',
  icon: DeleteIcon,
  permission: permissionOf('deleteUnmatchedDeal'),
  key: 'Delete',
  against: ({ item }) => reportedByOthers(item),
  question: ({ item }) => ({
    title: 'Withdraw the unmatched deal?',
    sentence: `${item.unmatchedSeq}: ${itemSentence(item, priceText(item.price, item))}. ${
      item.type === 'reported'
        ? `${item.counterparty} can no longer accept it.`
        : `The deal stays with your member: ${item.counterparty} can no longer take it over.`
    }`,
    confirmLabel: 'Withdraw',
    cancelLabel: 'Keep it',
    isDestructive: true,
  }),
  perform: ({ item }) =>
    sendCommand({
      command: 'deleteUnmatchedDeal',
      body: { unmatchedSeq: item.unmatchedSeq },
      description: `Withdraw unmatched deal ${item.unmatchedSeq}: ${itemSentence(item, priceText(item.price, item))}`,
      accepted: () => `Withdrew unmatched deal ${item.unmatchedSeq}. ${item.counterparty} sees that.`,
    }),
};

/** The actions on one unmatched deal, in the order they are shown. */
export const itemActions = [openAcceptForm, openEditUnmatchedForm, deleteUnmatchedDeal];

/** `contract`: the contract chosen at first; null for none. */
export const openReportForm: Action<{ readonly contract: string | null }, null> = {
  id: 'insertUnmatchedDeal',
  label: 'Report a deal',
  icon: PlusIcon,
  permission: permissionOf('insertUnmatchedDeal'),
  perform: ({ contract }) => openForm({ kind: 'insert', contract }),
};
