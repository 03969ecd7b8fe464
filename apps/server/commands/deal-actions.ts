// From wire to venue for the actions on deals and unmatched deals (domain §5.2).
import { type DealAccount, lots } from '@openpit/venue';
import {
  type AcceptUnmatchedDealBody,
  type AssignDealToMemberBody,
  acceptUnmatchedDealBody,
  assignDealToMemberBody,
  type CorrectDealPrincipleBody,
  type CumulateDealBody,
  correctDealPrincipleBody,
  cumulateDealBody,
  type DeleteUnmatchedDealBody,
  dealsReply,
  deleteUnmatchedDealBody,
  type EditUnmatchedDealBody,
  editUnmatchedDealBody,
  type InsertUnmatchedDealBody,
  insertUnmatchedDealBody,
  paths,
  type SplitDealBody,
  type SubAccountChangeBody,
  splitDealBody,
  subAccountChangeBody,
  type TripartiteDealBody,
  tripartiteDealBody,
  unmatchedDealReply,
} from '@openpit/wire';
import { action, centsOf } from './market-action.ts';

interface AccountFields {
  readonly principal: string;
  readonly subAccount?: string | null | undefined;
  readonly capacity?: 'P' | 'A' | undefined;
}

const accountOf = ({ principal, subAccount, capacity }: AccountFields): DealAccount => ({
  principal,
  subAccount: subAccount ?? null,
  capacity: capacity ?? null,
});

const splitDeal = action<SplitDealBody>({
  path: paths.splitDeal,
  summary: 'Make several deals of one, for other principals, dealers or sub-accounts',
  body: splitDealBody,
  reply: dealsReply,
  command: ({ dealSeq, parts }) => ({
    kind: 'splitDeal',
    dealSeq,
    parts: parts.map(({ qty, dealer, ref, ...account }) => ({
      lots: lots(qty),
      ...accountOf(account),
      dealer: dealer ?? null,
      ref: ref ?? null,
    })),
  }),
});

const cumulateDeal = action<CumulateDealBody>({
  path: paths.cumulateDeal,
  summary: 'Make one deal of several that are alike',
  body: cumulateDealBody,
  reply: dealsReply,
  command: ({ dealSeqs, averagePrice }) => ({
    kind: 'cumulateDeal',
    dealSeqs,
    averagePrice: averagePrice ?? false,
  }),
});

const correctDealPrinciple = action<CorrectDealPrincipleBody>({
  path: paths.correctDealPrinciple,
  summary: 'Give a client’s deal to the own member or to another own client',
  body: correctDealPrincipleBody,
  reply: dealsReply,
  command: ({ dealSeq, ...account }) => ({ kind: 'correctDealPrinciple', dealSeq, ...accountOf(account) }),
});

const subAccountChange = action<SubAccountChangeBody>({
  path: paths.subAccountChange,
  summary: 'Put a deal into another sub-account of its principal, or out of any',
  body: subAccountChangeBody,
  reply: dealsReply,
  command: ({ dealSeq, subAccount }) => ({ kind: 'subAccountChange', dealSeq, subAccount }),
});

const assignDealToMember = action<AssignDealToMemberBody>({
  path: paths.assignDealToMember,
  summary: 'Offer a deal to another member; it is ours until that member accepts',
  body: assignDealToMemberBody,
  reply: unmatchedDealReply,
  command: ({ dealSeq, member }) => ({ kind: 'assignDealToMember', dealSeq, member }),
});

const tripartiteDeal = action<TripartiteDealBody>({
  path: paths.tripartiteDeal,
  summary: 'Pass a deal on under a registered arrangement; nobody has to accept it',
  body: tripartiteDealBody,
  reply: unmatchedDealReply,
  command: ({ dealSeq, client, carryingMember }) => ({
    kind: 'tripartiteDeal',
    dealSeq,
    client,
    carryingMember,
  }),
});

const insertUnmatchedDeal = action<InsertUnmatchedDealBody>({
  path: paths.insertUnmatchedDeal,
  summary: 'Report a deal that was agreed off-screen; the other side must accept it',
  body: insertUnmatchedDealBody,
  reply: unmatchedDealReply,
  command: ({ contract, side, qty, price, counterparty, counterpartyPrincipal, ref, ...account }) => ({
    kind: 'insertUnmatchedDeal',
    contract,
    side,
    lots: lots(qty),
    price: centsOf(price),
    ...accountOf(account),
    counterparty,
    counterpartyPrincipal: counterpartyPrincipal ?? null,
    ref: ref ?? '',
  }),
});

const editUnmatchedDeal = action<EditUnmatchedDealBody>({
  path: paths.editUnmatchedDeal,
  summary: 'Change an own capture that nobody has accepted; the other side sees it',
  body: editUnmatchedDealBody,
  reply: unmatchedDealReply,
  command: ({ unmatchedSeq, qty, price, principal, ...account }) => ({
    kind: 'editUnmatchedDeal',
    unmatchedSeq,
    lots: qty === undefined ? null : lots(qty),
    price: price === undefined ? null : centsOf(price),
    account: principal === undefined ? null : accountOf({ principal, ...account }),
  }),
});

const deleteUnmatchedDeal = action<DeleteUnmatchedDealBody>({
  path: paths.deleteUnmatchedDeal,
  summary: 'Withdraw an own capture that nobody has accepted',
  body: deleteUnmatchedDealBody,
  reply: unmatchedDealReply,
  command: ({ unmatchedSeq }) => ({ kind: 'deleteUnmatchedDeal', unmatchedSeq }),
});

const acceptUnmatchedDeal = action<AcceptUnmatchedDealBody>({
  path: paths.acceptUnmatchedDeal,
  summary: 'Accept what another member has reported or offered, for an own account',
  body: acceptUnmatchedDealBody,
  reply: unmatchedDealReply,
  command: ({ unmatchedSeq, version, dealer, ref, ...account }) => ({
    kind: 'acceptUnmatchedDeal',
    unmatchedSeq,
    version,
    ...accountOf(account),
    dealer: dealer ?? null,
    ref: ref ?? '',
  }),
});

/** The actions on deals that each flag permits. */
export const dealActions = {
  splitDeal: [splitDeal],
  cumulateDeal: [cumulateDeal],
  correctDealPrinciple: [correctDealPrinciple],
  subAccountChange: [subAccountChange],
  assignDealToMember: [assignDealToMember],
  tripartiteDeal: [tripartiteDeal],
  insertUnmatchedDeal: [insertUnmatchedDeal],
  editUnmatchedDeal: [editUnmatchedDeal],
  deleteUnmatchedDeal: [deleteUnmatchedDeal],
  acceptUnmatchedDeal: [acceptUnmatchedDeal],
} as const;
