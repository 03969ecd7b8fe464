// Edit an unmatched deal (ACT-12): the side that captured it changes price, quantity or its own account while nobody has accepted; the
// other side sees the change (domain §5.2).

import { present } from '../kernel/assert.ts';
import { cents } from '../kernel/units.ts';
import { quantityRefusal } from '../orders/entry-check.ts';
import type { UnmatchedAnswer } from '../outcome.ts';
import { type Refusal, refusal } from '../refusals.ts';
import { accountOwner } from './deal-account.ts';
import { type DealDesk, isRefusal, reachRefusal } from './deal-action.ts';
import type { EditUnmatchedDeal } from './deal-commands.ts';
import { crossRefusal } from './insert-unmatched-deal.ts';
import { isItemRefusal, waitingItem } from './own-unmatched-deal.ts';
import { reportRefusal } from './report-check.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

export function editUnmatchedDeal(desk: DealDesk, command: EditUnmatchedDeal): UnmatchedAnswer | Refusal {
  const { state, market, rights, handling } = desk;
  const { unmatchedSeq, account } = command;
  const item = waitingItem(desk, 'editUnmatchedDeal', { unmatchedSeq, as: 'captured' });
  if (isItemRefusal(item)) return item;
  if (item.type !== 'reported')
    return refusal('unmatchedDealNotEditable', { unmatchedSeq, dealSeq: item.dealSeq ?? 0 });
  const contract = present(
    market.contracts.get(item.contract),
    `unmatched deal ${unmatchedSeq} has no contract`,
  );
  const price = command.price ?? cents(item.value / item.lots);
  const lots = command.lots ?? item.lots;
  const failed = quantityRefusal(rights, lots) ?? reportRefusal(contract, price);
  if (failed !== null) return failed;
  const wanted = account === null ? item.owner : accountOwner(desk, account, item.owner.ref);
  if (isRefusal(wanted)) return wanted;
  // It stays with the dealer who captured it, whoever of the member edits it.
  const { userId, dealer } = item.owner;
  const owner = { ...wanted, userId, dealer };
  const { counterparty, counterpartyPrincipal } = item;
  const refused =
    crossRefusal(desk, { counterparty, counterpartyPrincipal, principal: owner.principal }) ??
    reachRefusal(desk, owner, { contract: item.contract, side: item.side, lots });
  if (refused !== null) return refused;
  const same =
    lots === item.lots &&
    price * lots === item.value &&
    owner.principal === item.owner.principal &&
    owner.subAccount === item.owner.subAccount;
  if (same) return refusal('unmatchedDealWithoutChange', { unmatchedSeq });

  const edited: UnmatchedDeal = { ...item, lots, value: price * lots, owner, version: item.version + 1 };
  state.deals.put(edited);
  handling.tell({ kind: 'unmatchedDealEdited', item: edited });

  return { kind: 'unmatched', unmatchedSeq, state: 'Waiting', version: edited.version, deals: [] };
}
