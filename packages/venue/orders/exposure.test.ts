// Compares the exposure ledger with the obvious method: a walk over all open orders. The rejection by an
// account's position limit names the position that the order would lead to.
import type { Side } from '@openpit/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPrice, lots, volatility } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { anOrder, orderFlags, TestMarket } from '../testing/test-market.ts';
import type { InsertOrder, OrderChange } from './order-commands.ts';
import type { SavedOrder } from './orders.ts';

const accounts: readonly TestAccount[] = [
  { userId: 'abdul', principal: 'KAND', capacity: 'P' },
  { userId: 'abdul', principal: '9996S', capacity: 'A' },
  { userId: 'abdul', principal: '9996S', capacity: 'A', subAccount: 'EAST' },
  { userId: 'denise', principal: 'VELD', capacity: 'P' },
];
interface TestAccount extends Pick<InsertOrder, 'principal' | 'capacity' | 'subAccount'> {
  readonly userId: string;
}
const data = {
  ...marketOfAllTypes,
  clients: marketOfAllTypes.clients.map((client) =>
    client.code === '9996S' ? { ...client, subAccounts: ['EAST'] } : client,
  ),
};

const split = 'DEC26-MAR27 WMAZ';
const spread = 'DEC26 WMAZ-WEAT';
const call = 'MAR27 WMAZ 4060 C';
const put = 'MAR27 WMAZ 4060 P';
const outrights = ['DEC26 WMAZ', 'MAR27 WMAZ', 'DEC26 WEAT', call, put];
/** Some more often than others, so that orders deal. */
const contracts = [
  'DEC26 WMAZ',
  'DEC26 WMAZ',
  'DEC26 WMAZ',
  ...outrights,
  split,
  spread,
  `${call} D`,
  `${put} D`,
];

interface Terms {
  readonly account: TestAccount;
  readonly contract: string;
  readonly side: Side;
  readonly lots: number;
  /** Ticks from the MTM; of a delta, steps of its volatility. */
  readonly steps: number;
}
type Step =
  | { readonly kind: 'insert'; readonly terms: Terms }
  | {
      readonly kind: 'act';
      readonly pick: number;
      readonly how: (typeof actions)[number];
      readonly terms: Terms;
    }
  | { readonly kind: 'limit'; readonly account: TestAccount; readonly maxLots: number | null }
  | { readonly kind: 'check'; readonly contract: string }
  | { readonly kind: 'checkAmendment'; readonly pick: number }
  | { readonly kind: 'phase'; readonly phase: 'preOpen' | 'continuous' }
  | { readonly kind: 'restart' | 'endDay' };

const actions = [
  'deleteActiveOrder',
  'suspendActiveOrder',
  'resubmitActiveOrder',
  'reduceActiveOrder',
  'editSuspendOrder',
  'amendActiveOrder',
] as const;

const account = fc.constantFrom(...accounts);
const side = fc.constantFrom<Side>('B', 'S');
const terms: fc.Arbitrary<Terms> = fc.record({
  account,
  contract: fc.constantFrom(...contracts),
  side,
  lots: fc.integer({ min: 1, max: 9 }),
  steps: fc.integer({ min: -2, max: 2 }),
});
const pick = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('insert' as const), terms }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      pick,
      how: fc.constantFrom(...actions),
      terms,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      account,
      maxLots: fc.option(fc.integer({ min: 0, max: 30 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('check' as const),
      contract: fc.constantFrom('DEC26 WMAZ', 'DEC26 WMAZ', ...outrights),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('checkAmendment' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('phase' as const),
      phase: fc.constantFrom('preOpen' as const, 'continuous' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'endDay' as const) }) },
);

function priceOf(market: TestMarket, { contract, steps }: Pick<Terms, 'contract' | 'steps'>) {
  if (contract.endsWith(' D')) return { price: asPrice(0), volatility: volatility(2_700 + steps * 50) };
  const tick = contract === spread || contract.endsWith('WEAT') ? 100 : 20;
  return { price: asPrice(Math.round(market.contract(contract).mtm / tick) * tick + steps * tick) };
}

function orderOf(
  market: TestMarket,
  { account: { principal, capacity, subAccount = null }, ...rest }: Terms,
): InsertOrder {
  const { contract, side: own } = rest;
  const priced = priceOf(market, rest);
  return {
    ...anOrder,
    contract,
    side: own,
    lots: lots(rest.lots),
    principal,
    capacity,
    subAccount,
    ...priced,
  };
}

const picked = (market: TestMarket, number: number): SavedOrder | undefined =>
  market.orders[number % Math.max(market.orders.length, 1)];

function act(market: TestMarket, { how, pick: number, terms: to }: Extract<Step, { kind: 'act' }>): void {
  const order = picked(market, number);
  if (order === undefined) return;
  const { activeOrderSeq, contract, owner } = order;
  const { price, volatility: sigma = null } = priceOf(market, { contract, steps: to.steps });
  const isOwn = to.account.userId === owner.userId;
  const change: OrderChange = {
    ...(sigma === null ? { price } : { price: null, volatility: sigma }),
    lots: lots(to.lots),
    principal: isOwn ? to.account.principal : null,
    ...(isOwn && to.account.subAccount !== undefined ? { subAccount: to.account.subAccount } : null),
    capacity: null,
  };
  const commands: Readonly<Record<typeof how, Command>> = {
    deleteActiveOrder: { kind: 'deleteActiveOrder', activeOrderSeq },
    suspendActiveOrder: { kind: 'suspendActiveOrder', activeOrderSeq },
    resubmitActiveOrder: { kind: 'resubmitActiveOrder', activeOrderSeq },
    reduceActiveOrder: { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(to.lots) },
    editSuspendOrder: { kind: 'editSuspendOrder', activeOrderSeq, change },
    amendActiveOrder: { kind: 'amendActiveOrder', activeOrderSeq, change },
  };
  market.by(owner.userId, commands[how]);
}

/** Lots by contract, negative when sold: the largest effect of an order if its whole remainder deals. */
function changesBy(market: TestMarket, order: SavedOrder): { contract: string; change: number }[] {
  const { contract, remaining, pricing, unhedged } = order;
  const signed = order.side === 'B' ? remaining : -remaining;
  const listing = market.listings.find((listing) => listing.contract === contract);
  if (listing?.legs !== undefined) {
    const { plus, minus, plusLots, minusLots } = listing.legs;
    return [
      { contract: plus, change: signed * plusLots },
      { contract: minus, change: -signed * minusLots },
    ];
  }
  if (listing?.kind !== 'delta') return [{ contract, change: signed }];
  // The buyer of a call sells the hedge, the buyer of a put buys it: against the sign of the delta.
  // The last deal may be rounded for the order on the other side.
  const rounded = Math.round(unhedged / 1e6 + remaining * Math.abs(pricing?.delta ?? 0)) + 1;
  const hedge = Math.min(rounded, remaining) * -Math.sign(pricing?.delta ?? 0);
  return [
    { contract: contract.replace(/ D$/, ''), change: signed },
    { contract: listing.underlying ?? '', change: Math.sign(signed) * hedge },
  ];
}

interface Reach {
  readonly principal: string;
  readonly contract: string;
  readonly change: number;
  /** The order that does not count itself. */
  readonly except: number | null;
}

/** The position that a principal would have over all its sub-accounts if an order and all its open orders in the same direction dealt. */
function naiveReach(market: TestMarket, { principal, contract, change, except }: Reach): number {
  const held = market.positions
    .filter((position) => position.principal === principal && position.contract === contract)
    .reduce((sum, { net }) => sum + net, 0);
  const others = market.orders
    .filter(({ owner, activeOrderSeq }) => owner.principal === principal && activeOrderSeq !== except)
    .flatMap((order) => changesBy(market, order))
    .filter((exposed) => exposed.contract === contract && exposed.change > 0 === change > 0);
  return others.reduce((sum, exposed) => sum + exposed.change, held + change);
}

/** More than all positions and open orders together: an order of this size is above any limit. */
const manyLots = 5_000;

/** Sends a command that the position limit rejects; the rejection must say how far it would take the account. */
function checkReach(market: TestMarket, reach: Reach, userId: string, command: Command): void {
  const { principal, contract } = reach;
  const limit = market.venue.snapshot().positions.limits.find(([limited]) => limited === principal)?.[1];
  market.operate({ kind: 'limitPosition', principal, maxLots: lots(0) });
  expect(market.by(userId, command).verdict).toMatchObject({
    kind: 'rejected',
    rejection: {
      code: 'positionAboveLimit',
      details: { principal, contract, reach: naiveReach(market, reach) },
    },
  });
  market.operate({ kind: 'limitPosition', principal, maxLots: limit ?? null });
}

/** With a new order in this contract. */
function checkAccount(
  market: TestMarket,
  own: TestAccount,
  { contract, side: way }: { readonly contract: string; readonly side: Side },
): void {
  const { principal, userId } = own;
  const change = way === 'B' ? manyLots : -manyLots;
  const command = orderOf(market, { account: own, contract, side: way, lots: manyLots, steps: 0 });
  checkReach(market, { principal, contract, change, except: null }, userId, command);
}

function run(market: TestMarket, next: Step): void {
  switch (next.kind) {
    case 'insert':
      market.by(next.terms.account.userId, orderOf(market, next.terms));
      break;
    case 'act':
      act(market, next);
      break;
    case 'limit': {
      const maxLots = next.maxLots === null ? null : lots(next.maxLots);
      market.operate({ kind: 'limitPosition', principal: next.account.principal, maxLots });
      break;
    }
    case 'check':
      for (const own of accounts)
        for (const way of ['B', 'S'] as const)
          checkAccount(market, own, { contract: next.contract, side: way });
      break;
    case 'checkAmendment': {
      const order = picked(market, next.pick);
      const { buys, sells } = market.contract(order?.contract);
      if (order === undefined || !outrights.includes(order.contract)) break;
      if (![...buys, ...sells].includes(order.activeOrderSeq)) break;
      const { activeOrderSeq, contract, owner } = order;
      const { principal, userId } = owner;
      const change = order.side === 'B' ? manyLots : -manyLots;
      const amended = { price: null, lots: lots(manyLots), principal: null, capacity: null };
      const command = { kind: 'amendActiveOrder', activeOrderSeq, change: amended } as const;
      checkReach(market, { principal, contract, change, except: activeOrderSeq }, userId, command);
      break;
    }
    case 'phase': {
      const { phase } = next;
      const groups = ['other', 'deliveryMonth'] as const;
      market.operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
      break;
    }
    case 'endDay':
      market.operate({ kind: 'endDay' });
      break;
    case 'restart':
      market.restart();
  }
}

const runs = process.env.OPENPIT_QUICK === '1' ? 20 : 100;

describe('the exposure of an account', () => {
  it('equals the sum over all open orders after any events', () => {
    let checks = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), (steps) => {
        const market = TestMarket.opened(data);
        for (const userId of ['abdul', 'denise']) {
          market.operate({ kind: 'grantPermissions', userId, flags: orderFlags });
          market.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(manyLots) });
        }
        for (const next of steps) {
          run(market, next);
          if (next.kind === 'check' || next.kind === 'checkAmendment') checks += 1;
        }
      }),
      { numRuns: runs },
    );
    expect(checks).toBeGreaterThan(5 * runs);
  });
});
