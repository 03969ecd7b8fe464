// The actions of members on their deals, and of the operator on error trades.
import { byOperator, byUser } from '../kernel/command-entry.ts';
import { cumulateDeal } from './cumulate-deal.ts';
import { dealRejections } from './deal-rejections.ts';
import { cancelDeal, repriceDeal } from './error-trades.ts';
import { correctDealPrinciple, subAccountChange } from './move-deal.ts';
import { assignDealToMember, tripartiteDeal } from './pass-on-deal.ts';
import { splitDeal } from './split-deal.ts';
import {
  acceptUnmatchedDeal,
  deleteUnmatchedDeal,
  editUnmatchedDeal,
  insertUnmatchedDeal,
} from './unmatched-deals.ts';

export const dealActionsModule = {
  name: 'dealActions',
  commands: {
    splitDeal: byUser(splitDeal),
    cumulateDeal: byUser(cumulateDeal),
    correctDealPrinciple: byUser(correctDealPrinciple),
    subAccountChange: byUser(subAccountChange),
    assignDealToMember: byUser(assignDealToMember),
    tripartiteDeal: byUser(tripartiteDeal),
    insertUnmatchedDeal: byUser(insertUnmatchedDeal),
    editUnmatchedDeal: byUser(editUnmatchedDeal),
    deleteUnmatchedDeal: byUser(deleteUnmatchedDeal),
    acceptUnmatchedDeal: byUser(acceptUnmatchedDeal),
    cancelDeal: byOperator(cancelDeal),
    repriceDeal: byOperator(repriceDeal),
  },
  rejections: dealRejections,
} as const;
