// Which action answers which command on deals.
import type { Command } from '../commands.ts';
import type { DealsAnswer, UnmatchedAnswer } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import { acceptUnmatchedDeal } from './accept-unmatched-deal.ts';
import { assignDealToMember } from './assign-deal-to-member.ts';
import { correctDealPrinciple } from './correct-deal-principle.ts';
import { cumulateDeal } from './cumulate-deal.ts';
import type { DealDesk } from './deal-action.ts';
import type { DealCommand } from './deal-commands.ts';
import { deleteUnmatchedDeal } from './delete-unmatched-deal.ts';
import { editUnmatchedDeal } from './edit-unmatched-deal.ts';
import { insertUnmatchedDeal } from './insert-unmatched-deal.ts';
import { splitDeal } from './split-deal.ts';
import { subAccountChange } from './sub-account-change.ts';
import { tripartiteDeal } from './tripartite-deal.ts';

const kinds: Readonly<Record<DealCommand['kind'], true>> = {
  splitDeal: true,
  cumulateDeal: true,
  correctDealPrinciple: true,
  subAccountChange: true,
  assignDealToMember: true,
  tripartiteDeal: true,
  insertUnmatchedDeal: true,
  editUnmatchedDeal: true,
  deleteUnmatchedDeal: true,
  acceptUnmatchedDeal: true,
};

export const isDealCommand = (command: Command): command is DealCommand => Object.hasOwn(kinds, command.kind);

export function dealAnswer(desk: DealDesk, command: DealCommand): DealsAnswer | UnmatchedAnswer | Rejection {
  switch (command.kind) {
    case 'splitDeal':
      return splitDeal(desk, command);
    case 'cumulateDeal':
      return cumulateDeal(desk, command);
    case 'correctDealPrinciple':
      return correctDealPrinciple(desk, command);
    case 'subAccountChange':
      return subAccountChange(desk, command);
    case 'assignDealToMember':
      return assignDealToMember(desk, command);
    case 'tripartiteDeal':
      return tripartiteDeal(desk, command);
    case 'insertUnmatchedDeal':
      return insertUnmatchedDeal(desk, command);
    case 'editUnmatchedDeal':
      return editUnmatchedDeal(desk, command);
    case 'deleteUnmatchedDeal':
      return deleteUnmatchedDeal(desk, command);
    case 'acceptUnmatchedDeal':
      return acceptUnmatchedDeal(desk, command);
  }
}
