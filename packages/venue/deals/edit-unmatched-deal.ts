// Edit an unmatched deal (ACT-12): the side that captured it changes price, quantity or its own account while nobody has accepted; the
// other side sees the change (domain §5.2).

import { present } from '../kernel/assert.ts';
import { cents } from '../kernel/units.ts';
import { quantityRejection } from '../orders/entry-check.ts';
import type { UnmatchedAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { accountOwner } from './deal-account.ts';
import { type DealDesk, isRejection, reachRejection } from './deal-action.ts';
import type { EditUnmatchedDeal } from './deal-commands.ts';
import { crossRejection } from './insert-unmatched-deal.ts';
import { isItemRejection, waitingItem } from './own-unmatched-deal.ts';
import { reportRejection } from './report-check.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

export function editUnmatchedDeal(desk: DealDesk, command: EditUnmatchedDeal): UnmatchedAnswer | Rejection {
  const { state, market, rights, handling } = desk;
  const { unmatchedSeq, account } = command;
  const item = waitingItem(desk, 'editUnmatchedDeal', { unmatchedSeq, as: 'captured' });
  if (isItemRejection(item)) return item;
  if (item.type !== 'reported')
    return rejection('unmatchedDealNotEditable', { unmatchedSeq, dealSeq: item.dealSeq ?? 0 });
  const contract = present(
    market.contracts.get(item.contract),
    `unmatched deal ${unmatchedSeq} has no contract`,
  );
  const price = command.price ?? cents(item.value / item.lots);
  const lots = command.lots ?? item.lots;
  const failed = quantityRejection(rights, lots) ?? reportRejection(contract, price);
  if (failed !== null) return failed;
  const wanted = account === null ? item.owner : accountOwner(desk, account, item.owner.ref);
  if (isRejection(wanted)) return wanted;
  // It stays with the dealer who captured it, whoever of the member edits it.
  const { userId, dealer } = item.owner;
  const owner = { ...wanted, userId, dealer };
  const { counterparty, counterpartyPrincipal } = item;
  const rejected =
    crossRejection(desk, { counterparty, counterpartyPrincipal, principal: owner.principal }) ??
    reachRejection(desk, owner, { contract: item.contract, side: item.side, lots });
  if (rejected !== null) return rejected;
  const same =
    lots === item.lots &&
    price * lots === item.value &&
    owner.principal === item.owner.principal &&
    owner.subAccount === item.owner.subAccount;
  if (same) return rejection('unmatchedDealWithoutChange', { unmatchedSeq });

  const edited: UnmatchedDeal = { ...item, lots, value: price * lots, owner, version: item.version + 1 };
  state.deals.put(edited);
  handling.tell({ kind: 'unmatchedDealEdited', item: edited });

  return { kind: 'unmatched', unmatchedSeq, state: 'Waiting', version: edited.version, deals: [] };
}
