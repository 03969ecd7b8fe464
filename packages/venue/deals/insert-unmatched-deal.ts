// Insert an unmatched deal (ACT-9): one side captures a deal that was agreed off-screen and names the other, which must accept it
// (domain §5.2). Between two clients of the own member it is a cross, and a dealer of the own member accepts it.

import { quantityRejection } from '../orders/entry-check.ts';
import { tradableContract } from '../orders/tradable-contract.ts';
import type { UnmatchedAnswer } from '../outcome.ts';
import { type Rejection, rejection } from '../rejections.ts';
import { accountOwner } from './deal-account.ts';
import { type DealDesk, flagRejection, isRejection, memberRejection, reachRejection } from './deal-action.ts';
import type { InsertUnmatchedDeal } from './deal-commands.ts';
import { dealTimeRejection } from './deal-time.ts';
import { reportRejection } from './report-check.ts';
import type { UnmatchedDeal } from './unmatched-deal.ts';

export function insertUnmatchedDeal(
  desk: DealDesk,
  command: InsertUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, handling } = desk;
  const { side, lots, price, counterparty, counterpartyPrincipal, ref } = command;
  const unpermitted = flagRejection(desk, 'insertUnmatchedDeal');
  if (unpermitted !== null) return unpermitted;
  const contract = tradableContract(market, command.contract);
  if ('code' in contract) return contract;
  const failed =
    dealTimeRejection(market, command.contract) ??
    quantityRejection(rights, lots) ??
    reportRejection(contract, price);
  if (failed !== null) return failed;
  const owner = accountOwner(desk, command, ref);
  if (isRejection(owner)) return owner;
  const rejected =
    memberRejection(desk, counterparty) ??
    crossRejection(desk, command) ??
    reachRejection(desk, owner, { contract: command.contract, side, lots });
  if (rejected !== null) return rejected;

  const item: UnmatchedDeal = {
    ...state.deals.takeUnmatchedSeqs(),
    type: 'reported',
    contract: command.contract,
    side,
    lots,
    value: price * lots,
    owner,
    counterparty,
    counterpartyPrincipal,
    accepted: null,
    state: 'Waiting',
    version: 1,
    dealSeq: null,
    capturedAt: handling.at,
  };
  state.deals.put(item);
  handling.tell({ kind: 'unmatchedDealInserted', item });

  return { kind: 'unmatched', unmatchedSeq: item.ownSeq, state: 'Waiting', version: item.version, deals: [] };
}

/** The own member is on both sides only where two of its clients deal with each other; only then is the other account ours to name. */
export function crossRejection(
  { market, rights }: Pick<DealDesk, 'market' | 'rights'>,
  report: Pick<InsertUnmatchedDeal, 'counterparty' | 'counterpartyPrincipal' | 'principal'>,
): Rejection | null {
  const { counterparty, counterpartyPrincipal, principal } = report;
  if (counterparty !== rights.member)
    return counterpartyPrincipal === null
      ? null
      : rejection('otherPrincipalNotYours', { member: counterparty });
  const other = counterpartyPrincipal === null ? undefined : market.clients.get(counterpartyPrincipal);
  const isCross =
    other?.member === rights.member &&
    market.clients.get(principal)?.member === rights.member &&
    counterpartyPrincipal !== principal;
  if (!isCross) return rejection('crossNotBetweenOwnClients', { member: counterparty });
  return other.active ? null : rejection('principalNotActive', { principal: other.code });
}
