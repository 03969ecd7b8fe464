// Unmatched deals (ACT-9 to ACT-12): one side reports a deal that was agreed off-screen and names the other side, which must
// accept it. A deal between two clients of the same member is a cross, which a dealer of that member accepts.
import { otherSide } from '@openpit/terms';
import type { Deal } from '../deals/deal.ts';
import { endUnaccepted } from '../deals/expire-unmatched-deals.ts';
import type { UnmatchedDeal } from '../deals/unmatched-deal.ts';
import { type ActName, isChecked } from '../kernel/act-conditions.ts';
import { mustExist } from '../kernel/assert.ts';
import { isRejection, type Rejection } from '../kernel/rejection.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import { contractRejection, tradableContract } from '../phases/entry-gate.ts';
import { optionDealt } from '../pricing/option-dealt.ts';
import { contractNamed } from '../reference/market.ts';
import type { OrderOwner } from '../rights/owner.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import { quantityRejection } from '../rights/user-rights.ts';
import { bookDeal, updatePositions } from './book-deal.ts';
import {
  accountOwner,
  giveRejection,
  memberRejection,
  otherSideRejection,
  reachRejection,
  withDealer,
} from './deal-account.ts';
import type { UnmatchedAnswer } from './deal-answers.ts';
import type {
  AcceptUnmatchedDeal,
  DeleteUnmatchedDeal,
  EditUnmatchedDeal,
  InsertUnmatchedDeal,
} from './deal-commands.ts';
import { reject } from './deal-rejections.ts';
import { dealTimeRejection } from './deal-time.ts';
import type { UserDealsContext } from './deals-context.ts';
import { waitingItem } from './own-deal.ts';
import { passOnDeal } from './pass-on-deal.ts';
import { reportRejection } from './report-check.ts';

export function insertUnmatchedDeal(
  context: UserDealsContext,
  command: InsertUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, at, emit } = context;
  const { side, lots, price, counterparty, counterpartyPrincipal = null, principal, ref = '' } = command;
  const contract = tradableContract(context, 'report', command.contract);
  if (isRejection(contract)) return contract;
  const invalid =
    dealTimeRejection(context, command.contract) ??
    quantityRejection(rights, lots) ??
    reportRejection(state, contract, price);
  if (invalid !== null) return invalid;
  const owner = accountOwner(context, command, ref);
  if (isRejection(owner)) return owner;
  const rejected =
    memberRejection(market, counterparty) ??
    crossRejection(context, { counterparty, counterpartyPrincipal, principal }) ??
    addressedRejection(context, 'report', counterparty) ??
    reachRejection(context, 'report', owner, { contract: command.contract, side, lots });
  if (rejected !== null) return rejected;

  const item: UnmatchedDeal = {
    unmatchedSeq: state.deals.takeUnmatchedSeq(),
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
    capturedAt: at,
  };
  state.deals.put(item);
  emit({ kind: 'unmatchedDealInserted', item });

  const { unmatchedSeq, version } = item;
  return { kind: 'unmatched', unmatchedSeq, state: 'Waiting', version, deals: [] };
}

const priceOf = ({ value, lots }: UnmatchedDeal): Price => asPrice(value / lots);

/** The reporting side changes price, quantity or its own account before the item is accepted. The other side sees the change. */
export function editUnmatchedDeal(
  context: UserDealsContext,
  command: EditUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, emit } = context;
  const { unmatchedSeq, account } = command;
  const item = waitingItem(context, unmatchedSeq, 'captured');
  if (isRejection(item)) return item;
  if (item.type !== 'reported')
    return reject('unmatchedDealNotEditable', { unmatchedSeq, dealSeq: item.dealSeq ?? 0 });
  const contract = contractNamed(market, item.contract);
  const price = command.price ?? priceOf(item);
  const lots = command.lots ?? item.lots;
  const invalid =
    contractRejection(context, 'editReport', contract) ??
    quantityRejection(rights, lots) ??
    reportRejection(state, contract, price);
  if (invalid !== null) return invalid;
  const newOwner = account === null ? item.owner : accountOwner(context, account, item.owner.ref);
  if (isRejection(newOwner)) return newOwner;
  // The item stays with the dealer who reported it, even if another dealer of the member edits it.
  const { userId, dealer } = item.owner;
  const owner = { ...newOwner, userId, dealer };
  const { counterparty, counterpartyPrincipal, side } = item;
  const rejected =
    crossRejection(context, { counterparty, counterpartyPrincipal, principal: owner.principal }) ??
    addressedRejection(context, 'editReport', counterparty) ??
    reachRejection(context, 'editReport', owner, { contract: item.contract, side, lots });
  if (rejected !== null) return rejected;
  const isSame =
    lots === item.lots &&
    price * lots === item.value &&
    owner.principal === item.owner.principal &&
    owner.subAccount === item.owner.subAccount;
  if (isSame) return reject('unmatchedDealWithoutChange', { unmatchedSeq });

  const version = item.version + 1;
  const edited: UnmatchedDeal = { ...item, lots, value: price * lots, owner, version };
  state.deals.put(edited);
  emit({ kind: 'unmatchedDealEdited', item: edited });

  return { kind: 'unmatched', unmatchedSeq, state: 'Waiting', version, deals: [] };
}

/** Why the member to which a report is addressed may not trade now. Its account and its dealer are not known yet. */
const addressedRejection = (context: UserDealsContext, name: ActName, member: string): Rejection | null =>
  otherSideRejection(context, name, { member, principal: member, dealer: '' });

/** The reporting side withdraws the item before it is accepted. A deal that was offered is released. */
export function deleteUnmatchedDeal(
  context: UserDealsContext,
  { unmatchedSeq }: DeleteUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const item = waitingItem(context, unmatchedSeq, 'captured');
  if (isRejection(item)) return item;

  endUnaccepted(context, item, 'Withdrawn');

  const { version, dealSeq } = item;
  const deals = dealSeq === null ? [] : [dealSeq];
  return { kind: 'unmatched', unmatchedSeq, state: 'Withdrawn', version, deals };
}

/**
 * The addressed side accepts the item for one of its accounts: a report becomes two matched deals; an offered deal is passed on.
 */
export function acceptUnmatchedDeal(
  context: UserDealsContext,
  command: AcceptUnmatchedDeal,
): UnmatchedAnswer | Rejection {
  const { state, market, rights, emit } = context;
  const { unmatchedSeq, version } = command;
  const item = waitingItem(context, unmatchedSeq, 'addressed');
  if (isRejection(item)) return item;
  if (version !== item.version) return reject('unmatchedDealChanged', { unmatchedSeq });
  const name = item.type === 'reported' ? 'acceptReport' : 'acceptOffer';
  const listed = contractNamed(market, item.contract);
  const notNow =
    contractRejection(context, name, listed) ??
    (isChecked(name, 'quantity') ? quantityRejection(rights, item.lots) : null) ??
    // The deal that made the price reportable may have been cancelled since.
    (item.type === 'reported' ? reportRejection(state, listed, priceOf(item)) : null);
  if (notNow !== null) return notNow;
  const owner = takerOf(context, item, command);
  if (isRejection(owner)) return owner;
  const { contract, lots, type } = item;
  const side = type === 'reported' ? otherSide(item.side) : item.side;
  const rejected =
    otherSideRejection(context, name, item.owner) ??
    reachRejection(context, name, owner, { contract, side, lots }) ??
    // The first may have changed since the report, the second since the offer.
    (type === 'reported'
      ? reachRejection(context, name, item.owner, item)
      : giveRejection(context, name, offeredDeal(context, item)));
  if (rejected !== null) return rejected;

  const accepted: UnmatchedDeal = { ...item, accepted: owner, state: 'Accepted' };
  const deal = type === 'reported' ? bookReport(context, item, owner) : takeOver(context, item, owner);
  state.deals.put(accepted);
  emit({ kind: 'unmatchedDealEnded', item: accepted });

  return { kind: 'unmatched', unmatchedSeq, state: 'Accepted', version, deals: [deal.dealSeq] };
}

/** The accepting account; in a cross the named account. */
function takerOf(
  context: UserDealsContext,
  { type, counterpartyPrincipal }: UnmatchedDeal,
  command: AcceptUnmatchedDeal,
): OrderOwner | Rejection {
  const owner = accountOwner(context, command, command.ref ?? '');
  if (isRejection(owner)) return owner;
  if (counterpartyPrincipal !== null && owner.principal !== counterpartyPrincipal)
    return reject('crossForAnother', { principal: counterpartyPrincipal });
  const taker = withDealer(context, owner, command.dealer ?? null);
  if (isRejection(taker)) return taker;
  // The deal belongs to the named dealer, not to the accepting dealer.
  const name = type === 'reported' ? 'acceptReport' : 'acceptOffer';
  return (isChecked(name, 'stopped') ? context.state.tradingStops.rejectionFor(taker) : null) ?? taker;
}

/** Books both sides of a reported deal; returns the accepting side. */
function bookReport(context: UserDealsContext, item: UnmatchedDeal, owner: OrderOwner): Deal {
  const { state, market, at } = context;
  const { contract, side, lots, value } = item;
  const { businessDay } = market;
  const terms = {
    matchSeq: state.deals.takeMatchSeq(),
    contract,
    lots,
    value,
    averagePrice: null,
    isDisclosed: true,
    origin: 'reported',
    linkedGroup: null,
    activeOrderSeq: null,
    isAggressor: false,
    option: optionDealt(state, contractNamed(market, contract), { premium: priceOf(item), businessDay }),
    dealtAt: at,
  } as const;
  bookDeal(context, { ...terms, side, owner: item.owner, counterparty: owner.member });
  const booked = bookDeal(context, {
    ...terms,
    side: otherSide(side),
    owner,
    counterparty: item.owner.member,
  });
  updatePositions(context, contract, [item.owner, owner], booked);
  return booked;
}

const takeOver = (context: UserDealsContext, item: UnmatchedDeal, taker: OrderOwner): Deal =>
  passOnDeal(context, offeredDeal(context, item), { taker, origin: 'assigned' }).theirs;

const offeredDeal = ({ state }: UserDealsContext, { dealSeq }: UnmatchedDeal): Deal =>
  mustExist(state.deals.deal(dealSeq ?? 0), `deal ${dealSeq} is offered but not known`);

/**
 * The user's member may be on both sides only for a deal between two of its clients, and only then may it name the other account.
 */
function crossRejection(
  { market, rights }: UserDealsContext,
  report: Pick<UnmatchedDeal, 'counterparty' | 'counterpartyPrincipal'> & { readonly principal: string },
): Rejection | null {
  const { counterparty: member, counterpartyPrincipal, principal } = report;
  if (member !== rights.member)
    return counterpartyPrincipal === null ? null : reject('otherPrincipalNotYours', { member });
  const other = counterpartyPrincipal === null ? undefined : market.clients.get(counterpartyPrincipal);
  const isCross =
    other?.member === rights.member &&
    market.clients.get(principal)?.member === rights.member &&
    counterpartyPrincipal !== principal;
  if (!isCross) return reject('crossNotBetweenOwnClients', { member });
  return other.active ? null : rejectRights('principalNotActive', { principal: other.code });
}
