// The scopes of all user commands.
import type { UserCommandKind } from '@openpit/wire';
import { deliverable } from '../../testing/added-dealers.ts';
import type { CommandScope } from './call-scope.ts';
import type { Fields } from './fixture.ts';
import { type Person, pieter } from './people.ts';

const noOrder = { activeOrderSeq: 999_999 };
const noDeal = { dealSeq: 999_999 };
const noReport = { unmatchedSeq: 999_999 };
const double = {
  contract: 'JUL27 WMAZ',
  bidQty: 2,
  bidPrice: 3890,
  offerQty: 2,
  offerPrice: 4100,
  capacity: 'A',
};

export const onOrder = (more: Fields = {}): CommandScope => ({
  scope: 'acts',
  make: async (fixture, owner) => ({ activeOrderSeq: await fixture.order(owner), ...more }),
  none: { ...noOrder, ...more },
  by: 'dealer',
});
const onSuspendedOrder = (more: Fields = {}): CommandScope => ({
  scope: 'acts',
  make: async (fixture, owner) => {
    const activeOrderSeq = await fixture.order(owner);
    await fixture.send(owner, 'suspendActiveOrder', { activeOrderSeq });
    return { activeOrderSeq, ...more };
  },
  none: { ...noOrder, ...more },
  by: 'dealer',
});
const onAllOrders = (): CommandScope => {
  const others = { includeHoldOver: true, expectedCount: 1 };
  return {
    scope: 'acts',
    make: async (fixture, owner) => {
      await fixture.order(owner, { contract: 'SEP27 WMAZ', price: 3960 });
      return { filter: { contract: 'SEP27 WMAZ', dealer: owner.dealer }, ...others };
    },
    none: { filter: { contract: 'SEP27 WMAZ', dealer: 'NOBODY' }, ...others },
    by: 'dealer',
  };
};
export const onDeal = (more: (owner: Person) => Fields): CommandScope => ({
  scope: 'acts',
  make: async (fixture, owner) => ({ dealSeq: await fixture.deal(owner), ...more(owner) }),
  none: { ...noDeal, ...more(pieter) },
  by: 'dealer',
});
export const onReport = (more: Fields = {}): CommandScope => ({
  scope: 'acts',
  make: async (fixture, owner) => ({ unmatchedSeq: await fixture.report(owner), ...more }),
  none: { ...noReport, ...more },
  by: 'dealer',
  sharedWith: 'VELD',
});

/** The account has no dealer: any dealer of the member may act for it. */
const onLongOption: CommandScope = {
  scope: 'acts',
  make: (fixture, owner) => fixture.longOption(owner),
  none: { contract: 'DEC26 WMAZ 4040 C', qty: 2, principal: 'NONE' },
  by: 'member',
};

export const commandScopes: Readonly<Record<UserCommandKind, CommandScope>> = {
  insertOrder: {
    scope: 'acts',
    make: (fixture, owner) => ({ ...fixture.bid(owner), ref: '' }),
    none: {
      contract: 'JUL27 WMAZ',
      side: 'B',
      type: 0,
      qty: 5,
      price: 3900,
      capacity: 'A',
      principal: 'NONE',
    },
    by: 'member',
  },
  insertDoubleOrder: {
    scope: 'acts',
    make: (_fixture, { client }) => ({ ...double, principal: client }),
    none: { ...double, principal: 'NONE' },
    by: 'member',
  },
  addStrike: {
    scope: 'permitted',
    fields: { instrument: 'WMAZ', contractDate: 'MAR27', strike: 3800 },
  },
  deleteActiveOrder: onOrder(),
  suspendActiveOrder: onOrder(),
  reduceActiveOrder: onOrder({ qty: 1 }),
  amendActiveOrder: onOrder({ qty: 3 }),
  resubmitActiveOrder: onSuspendedOrder(),
  editSuspendOrder: onSuspendedOrder({ qty: 3 }),
  cancelAllActiveOrders: onAllOrders(),
  suspendAllActiveOrders: onAllOrders(),

  splitDeal: onDeal(({ client }) => ({
    parts: [
      { qty: 1, principal: client },
      { qty: 3, principal: client },
    ],
  })),
  cumulateDeal: {
    scope: 'acts',
    make: async (fixture, owner) => ({ dealSeqs: [await fixture.deal(owner), await fixture.deal(owner)] }),
    none: { dealSeqs: [999_998, 999_999] },
    by: 'dealer',
  },
  correctDealPrinciple: onDeal(({ member }) => ({ principal: member })),
  subAccountChange: {
    scope: 'acts',
    make: async (fixture, owner) => {
      const dealSeq = await fixture.deal(owner);
      const subAccount = { '9996S': 'EAST', '8001V': 'MILL', '7310A': 'FEED' }[owner.client] ?? null;
      return { dealSeq, subAccount };
    },
    none: { ...noDeal, subAccount: null },
    by: 'dealer',
  },
  assignDealToMember: onDeal(({ other }) => ({ member: other })),
  tripartiteDeal: onDeal(() => ({ client: '7310A', carryingMember: 'KARO' })),

  insertUnmatchedDeal: {
    scope: 'acts',
    make: (fixture, owner) => ({ ...fixture.reported(owner, 'MIEL'), ref: '' }),
    none: { contract: 'DEC26 WMAZ', side: 'B', qty: 2, price: 4035, principal: 'NONE', counterparty: 'MIEL' },
    by: 'member',
  },
  editUnmatchedDeal: onReport({ qty: 1 }),
  deleteUnmatchedDeal: onReport(),
  exerciseOption: onLongOption,
  abandonOption: onLongOption,
  tenderSiloCert: {
    scope: 'acts',
    make: async (fixture, owner) => ({
      contract: deliverable,
      siloReceiptNo: await fixture.tenderable(owner),
    }),
    none: { contract: deliverable, siloReceiptNo: 'NONE' },
    by: 'accounts',
  },
  withdrawSiloTender: {
    scope: 'acts',
    make: async (fixture, owner) => {
      const siloReceiptNo = await fixture.tenderable(owner);
      const { siloCertSeq } = await fixture.send(owner, 'tenderSiloCert', {
        contract: deliverable,
        siloReceiptNo,
      });
      return { siloCertSeq };
    },
    none: { siloCertSeq: 999_999 },
    by: 'accounts',
  },
  insertSiloCertAuctionBid: {
    scope: 'acts',
    make: async (fixture, owner) => ({
      siloCertSeq: await fixture.siloLot(owner),
      principal: owner.client,
      premium: 12,
    }),
    none: (made) => ({ ...made, principal: 'NONE' }),
    by: 'member',
  },
  deleteSiloCertAuctionBid: {
    scope: 'acts',
    make: async (fixture, owner) => {
      const siloCertSeq = await fixture.siloLot(owner);
      const bid = { siloCertSeq, principal: owner.client, premium: 12 };
      const { siloBidSeq } = await fixture.send(owner, 'insertSiloCertAuctionBid', bid);
      return { siloBidSeq };
    },
    none: { siloBidSeq: 999_999 },
    by: 'dealer',
  },
  acceptUnmatchedDeal: {
    scope: 'acts',
    make: async (fixture, owner) => {
      const reported = await fixture.report(pieter, owner.member);
      return { unmatchedSeq: reported, version: 1, principal: owner.client };
    },
    none: { ...noReport, version: 1, principal: '9996S' },
    // Any dealer of the addressed member may accept it.
    by: 'member',
    sharedWith: 'VELD',
  },
};
