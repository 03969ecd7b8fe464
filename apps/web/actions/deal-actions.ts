// What a member does with its deals (ACT-13 to ACT-17, ACT-20). Each action opens a form that shows the deals before and after;
// the form sends the command.
import type { ComponentType } from 'react';
import {
  AccountIcon,
  AssignIcon,
  CumulateIcon,
  LinkIcon,
  PrincipalIcon,
  SplitDealIcon,
  TripartiteIcon,
} from '../ui/icons.tsx';
import { type Action, permitted } from './action.ts';
import { type DealFormKind, openDealForm, useDealDetails } from './deal-form-request.ts';
import { alikeDeals, type DealTarget, dealDifference, dealReason } from './deal-reasons.ts';
import { type Permission, permissionOf } from './may.ts';

export interface DealAction extends Action<DealTarget, void> {
  readonly id: DealFormKind;
  readonly icon: ComponentType;
  readonly permission: Permission;
}

export const noDealChosen = 'Choose a deal first: click its row in Deals.';

interface DealActionTerms extends Pick<DealAction, 'id' | 'label' | 'icon' | 'key'> {
  /** Why this action does not suit deals that may be changed; null when it does. */
  readonly against?: (target: DealTarget) => string | null;
  readonly takesSeveral?: boolean;
}

function dealAction({ against, takesSeveral = false, ...shown }: DealActionTerms): DealAction {
  const permission = permissionOf(shown.id);
  return {
    ...shown,
    permission,
    enabled(target, context) {
      const answer = permitted(permission, context);
      if (answer !== true) return answer;
      const { deals } = target;
      if (deals.length === 0) return { reason: noDealChosen };
      if (deals.length > 1 && !takesSeveral) return { reason: 'One deal at a time: several are chosen.' };
      const reasons = deals.map((deal) => dealReason(deal, target));
      const reason = reasons.find((one) => one !== null) ?? against?.(target) ?? null;
      return reason === null ? true : { reason };
    },
    mustConfirm: () => null,
    perform: ({ deals }) => openDealForm({ kind: shown.id, deals }),
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
    const other = others.find((one) => dealDifference(first, one) !== null);
    return other === undefined
      ? null
      : `Deal ${other.dealSeq} has another ${dealDifference(first, other)} than deal ${first.dealSeq}.`;
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
  against: ({ deals: [deal], account }) =>
    deal === undefined ||
    deal.subAccount !== null ||
    account === null ||
    account.subAccounts.some(({ principal }) => principal === deal.principal)
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

/** In the order in which they are shown. */
export const dealActions: readonly DealAction[] = [
  splitDeal,
  cumulateDeal,
  correctDealPrinciple,
  subAccountChange,
  assignDealToMember,
  tripartiteDeal,
];

/** Shows a deal with its corrections, and the deals that were made of one another. It changes nothing. */
export const showDealDetails: Action<DealTarget, void> = {
  id: 'showDealDetails',
  label: 'Details and linked deals',
  icon: LinkIcon,
  key: 'l',
  enabled: ({ deals }) =>
    deals.length === 1
      ? true
      : { reason: deals.length === 0 ? noDealChosen : 'One deal at a time: several are chosen.' },
  mustConfirm: () => null,
  perform({ deals: [deal], all, isHistory = false }) {
    if (deal !== undefined) useDealDetails.setState({ request: { deal, ...(isHistory && { among: all }) } });
  },
};
