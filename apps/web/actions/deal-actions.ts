// A member's actions on its deals (ACT-13 to ACT-17, ACT-20), and the reasons why a deal cannot be changed now (market/deals.md, Deals). The
// market checks them again.
import { type DealRow, type HqAccess, type Phase, parseContractName } from '@openpit/wire';
import { useMemo } from 'react';
import { phaseOfContract, usePhases } from '../market/phases.ts';
import { useStoreRows } from '../market/use-store.ts';
import { useSession } from '../stores/session.ts';
import { dataSetStores } from '../stores/stores.ts';
import {
  AccountIcon,
  AssignIcon,
  CumulateIcon,
  LinkIcon,
  PrincipalIcon,
  SplitDealIcon,
  TripartiteIcon,
} from '../ui/icons.tsx';
import { type Permission, permissionOf, type RowAction } from './action.ts';
import { type DealFormKind, openDialog } from './dialogs.ts';

/** The deals of an action, and the facts that decide whether they may be changed now. */
export interface DealTarget {
  /** The chosen deals. */
  readonly deals: readonly DealRow[];
  /** Today's deals that the user sees. */
  readonly all: readonly DealRow[];
  /** The phase of a contract; null while it is not known. */
  readonly phaseOf: (contract: string, instrument: string) => Phase | null;
  readonly hqAccess: Pick<HqAccess, 'subAccounts'> | null;
  /** Whether the deals are rows of the history. */
  readonly isHistory?: boolean;
}

const closedWords: Readonly<Record<Phase, string | null>> = {
  closed: 'it is closed',
  preOpen: null,
  continuous: null,
  admin: null,
  delivery: 'delivery is being processed',
};

/** The reason why the deal cannot be changed; null if it is open and its contract is in a phase that allows changes. */
function dealReason(deal: DealRow, { phaseOf, isHistory = false }: DealTarget): string | null {
  const { dealSeq, contract, instrument, origin } = deal;
  if (isHistory) return 'History cannot be changed. Deals of today can, in the list of today.';
  if (origin === 'exercise')
    return `Deal ${dealSeq} comes from an exercise and cannot be changed. Ask your operator to cancel the exercise.`;
  const state = stateReason(deal);
  if (state !== null) return state;
  const phase = phaseOf(contract, instrument);
  const closed = phase === null ? null : closedWords[phase];
  return closed === null
    ? null
    : `Deals in ${contract} can be changed from its pre-open to the end of its administration; now ${closed}.`;
}

function stateReason({ dealSeq, state }: DealRow): string | null {
  switch (state) {
    case 'Open':
      return null;
    case 'Assigning':
      return `Deal ${dealSeq} is offered to another member, which has not accepted it yet. Withdraw the offer first.`;
    case 'Cancelled':
      return `Deal ${dealSeq} was cancelled as an error trade.`;
    case 'Split':
      return `Deal ${dealSeq} was split. Use the deals that replaced it.`;
    case 'Cumulated':
      return `Deal ${dealSeq} was cumulated. Use the deal that replaced it.`;
    case 'Assigned':
    case 'Tripartite':
      return `Deal ${dealSeq} was passed on to another member.`;
  }
}

/** The first field in which two deals differ, as a rejection names it; null if they can be cumulated. */
function dealDifference(first: DealRow, second: DealRow): string | null {
  if (first.contract !== second.contract) return 'contract';
  if (first.side !== second.side) return 'side';
  if (first.principal !== second.principal) return 'principal';
  if (first.subAccount !== second.subAccount) return 'sub-account';
  if (first.dealer !== second.dealer) return 'dealer';
  return first.origin === second.origin ? null : 'origin';
}

/** The other deals that a deal can be cumulated with, in the order of their numbers. */
export function alikeDeals(deal: DealRow, all: readonly DealRow[]): readonly DealRow[] {
  return all
    .filter(
      (other) =>
        other.dealSeq !== deal.dealSeq && other.state === 'Open' && dealDifference(deal, other) === null,
    )
    .toSorted((a, b) => a.dealSeq - b.dealSeq);
}

/** Each action only opens a form, which shows the deals before and after and sends the command. */
export interface DealAction extends RowAction<DealTarget> {
  readonly id: DealFormKind;
  readonly permission: Permission;
}

const noDealChosen = 'Choose a deal first: click its row in Deals.';
const severalDealsChosen = 'One deal at a time: several are chosen.';

interface DealActionTerms extends Pick<DealAction, 'id' | 'label' | 'icon' | 'key'> {
  /** The reason why this action cannot change these deals, although other actions may; null if it can. */
  readonly against?: (target: DealTarget) => string | null;
  readonly takesSeveral?: boolean;
}

function dealAction({ against, takesSeveral = false, ...shown }: DealActionTerms): DealAction {
  return {
    ...shown,
    permission: permissionOf(shown.id),
    several: 'together',
    against(target) {
      const { deals } = target;
      if (deals.length === 0) return noDealChosen;
      if (deals.length > 1 && !takesSeveral) return severalDealsChosen;
      const reasons = deals.map((deal) => dealReason(deal, target));
      return reasons.find((reason) => reason !== null) ?? against?.(target) ?? null;
    },
    perform: ({ deals }) => openDialog({ kind: 'dealForm', request: { kind: shown.id, deals } }),
  };
}

export const splitDeal = dealAction({
  id: 'splitDeal',
  label: 'Split',
  icon: SplitDealIcon,
  key: 'i',
  against: ({ deals: [deal] }) =>
    deal !== undefined && deal.qty < 2 ? 'A deal of one lot cannot be split.' : null,
});

export const cumulateDeal = dealAction({
  id: 'cumulateDeal',
  label: 'Cumulate',
  icon: CumulateIcon,
  key: 'm',
  takesSeveral: true,
  against({ deals: [first, ...others], all }) {
    if (first === undefined) return null;
    if (others.length === 0)
      return alikeDeals(first, all).length === 0
        ? 'No other open deal has the same contract, side, principal, sub-account, dealer and origin.'
        : null;
    const other = others.find((deal) => dealDifference(first, deal) !== null);
    return other === undefined
      ? null
      : `Deal ${other.dealSeq} differs from deal ${first.dealSeq} in its ${dealDifference(first, other)}.`;
  },
});

export const correctDealPrinciple = dealAction({
  id: 'correctDealPrinciple',
  label: 'Correct principal',
  icon: PrincipalIcon,
  key: 'p',
  against: ({ deals: [deal] }) =>
    deal?.capacity === 'P'
      ? `The principal of deal ${deal.dealSeq} is ${deal.principal}, which is not a client: only a client’s deal can be corrected.`
      : null,
});

export const subAccountChange = dealAction({
  id: 'subAccountChange',
  label: 'Change sub-account',
  icon: AccountIcon,
  key: 'n',
  against: ({ deals: [deal], hqAccess }) =>
    deal === undefined ||
    deal.subAccount !== null ||
    hqAccess === null ||
    hqAccess.subAccounts.some(({ principal }) => principal === deal.principal)
      ? null
      : `${deal.principal} has no sub-accounts.`,
});

export const assignDealToMember = dealAction({
  id: 'assignDealToMember',
  label: 'Assign to member',
  icon: AssignIcon,
  key: 'a',
});

export const tripartiteDeal = dealAction({
  id: 'tripartiteDeal',
  label: 'Tripartite',
  icon: TripartiteIcon,
  key: 't',
});

/** The actions in the order they are shown. */
export const dealActions: readonly DealAction[] = [
  splitDeal,
  cumulateDeal,
  correctDealPrinciple,
  subAccountChange,
  assignDealToMember,
  tripartiteDeal,
];

/** Shows a deal with its corrections and linked deals. It changes nothing. */
export const showDealDetails: RowAction<DealTarget> = {
  id: 'showDealDetails',
  label: 'Details and linked deals',
  icon: LinkIcon,
  key: 'l',
  several: 'together',
  against: ({ deals: { length } }) =>
    length === 1 ? null : length === 0 ? noDealChosen : severalDealsChosen,
  perform({ deals: [deal], all, isHistory = false }) {
    return deal === undefined
      ? null
      : openDialog({ kind: 'dealDetails', request: { deal, among: isHistory ? all : undefined } });
  },
};

/** The facts apart from the deals that decide whether deals may be changed now: the phases of contracts, and the user's access. */
export interface DealFacts extends Omit<DealTarget, 'deals'> {
  readonly hqAccess: HqAccess | null;
}

export function useDealFacts(): DealFacts {
  const { phases } = usePhases();
  const all = useStoreRows(dataSetStores.deals);
  const hqAccess = useSession((session) => session.hqAccess);
  return useMemo(
    () => ({
      all,
      hqAccess,
      phaseOf: (contract, instrument) =>
        phaseOfContract({
          phases,
          instrument: dataSetStores.instruments.get(instrument),
          dates: dataSetStores.contractDate.get(parseContractName(contract).future),
        }),
    }),
    [all, hqAccess, phases],
  );
}
