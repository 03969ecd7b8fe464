import { type MarketView, Projections } from '@openpit/projections';
import { asPrice, type Command, lots, type Outcome } from '@openpit/venue';
import { anOrder, bid, delivered, openSiloMarket, stage, tender } from '@openpit/venue/testing';
import { type UserCommandKind, userCommands } from '@openpit/wire';
import { beforeEach, expect, it } from 'vitest';
import { laneOf, removesSomething } from './lanes.ts';

let market: ReturnType<typeof openSiloMarket>;
let view: MarketView;
beforeEach(() => {
  market = openSiloMarket();
  const { venue } = market;
  const projections = new Projections();
  view = projections;
  for (const outcome of market.outcomes) projections.apply(outcome);
  const handle = venue.handle.bind(venue);
  venue.handle = (command): Outcome => {
    const outcome = handle(command);
    projections.apply(outcome);
    return outcome;
  };
  for (const [userId, side, principal] of [
    ['denise', 'S', 'VELD'],
    ['abdul', 'B', 'KAND'],
  ] as const)
    market.order(userId, {
      ...anOrder,
      contract: delivered,
      side,
      principal,
      lots: lots(3),
      price: asPrice(410_000),
    });
});

const rested = () => market.order('abdul', anOrder).activeOrderSeq;
const everything = { filter: {}, includeHoldOver: true, expectedCount: 1 };

/** A command of each kind that leaves the market, whose order or deal is made ready first, with its user. */
const leaving: Partial<Record<UserCommandKind, () => readonly [userId: string, Command]>> = {
  deleteActiveOrder: () => ['abdul', { kind: 'deleteActiveOrder', activeOrderSeq: rested() }],
  suspendActiveOrder: () => ['abdul', { kind: 'suspendActiveOrder', activeOrderSeq: rested() }],
  reduceActiveOrder: () => ['abdul', { kind: 'reduceActiveOrder', activeOrderSeq: rested(), lots: lots(1) }],
  cancelAllActiveOrders: () => {
    rested();
    return ['abdul', { kind: 'cancelAllActiveOrders', ...everything }];
  },
  suspendAllActiveOrders: () => {
    rested();
    return ['abdul', { kind: 'suspendAllActiveOrders', ...everything }];
  },
  deleteUnmatchedDeal: () => {
    const { dealSeq = 0 } = market.deals.find(({ owner }) => owner.member === 'KAND') ?? {};
    market.by('abdul', { kind: 'assignDealToMember', dealSeq, member: 'MIEL' });
    return ['abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq: 1 }];
  },
  withdrawSiloTender: () => {
    stage(market, 'tendering');
    market.by('denise', tender());
    return ['denise', { kind: 'withdrawSiloTender', siloCertSeq: 1 }];
  },
  deleteSiloCertAuctionBid: () => {
    stage(market, 'tendering');
    market.by('denise', tender());
    stage(market, 'bidding');
    market.by('abdul', bid(1, 5));
    return ['abdul', { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 }];
  },
};

const kinds = (Object.keys(userCommands) as UserCommandKind[]).filter((kind) => laneOf(kind) === 'leaving');

it.each(kinds)('%s is never limited while it removes something from the market', (kind) => {
  const [userId, command] = leaving[kind]?.() ?? ['', null];
  if (command === null) return expect.fail(`${kind} is not made ready`);
  const viewerOf = (id: string) => ({ userId: id, member: view.rights.of(id)?.member ?? '' });
  expect(removesSomething(command, view, viewerOf(userId))).toBe(true);
  // An item of another member is not removed.
  expect(removesSomething(command, view, viewerOf('mpho'))).toBe(false);
  expect(market.by(userId, command).verdict.kind).toBe('accepted');
  if (kind !== 'reduceActiveOrder') expect(removesSomething(command, view, viewerOf(userId))).toBe(false);
});

it('counts only orders that the user entered for a filter with `mine`', () => {
  rested();
  const command: Command = { kind: 'cancelAllActiveOrders', ...everything, filter: { mine: true } };
  const member = view.rights.of('abdul')?.member ?? '';
  expect(removesSomething(command, view, { userId: 'abdul', member })).toBe(true);
  expect(removesSomething(command, view, { userId: 'colleague', member })).toBe(false);
});
