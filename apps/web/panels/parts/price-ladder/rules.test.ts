import { type ActiveOrderRow, emptyDepthRow, type MarketRow, permissionFlags } from '@openpit/wire';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeOut, reversePosition } from '../../../actions/order-entry.ts';
import { contextWith, openedForms } from '../../../actions/testing/action-context.ts';
import type { OneClickOrder } from '../../../actions/workspace-port.ts';
import { noToasts, useToasts } from '../../../notices/toasts.ts';
import { useSession } from '../../../stores/session.ts';
import { dataSetStores, marketStore } from '../../../stores/stores.ts';
import { activeOrder, marketRow, positionRow } from '../../../testing/rows.ts';
import { setMarketInPage } from '../../../transport/market-in-page.ts';
import { formatPrice, setFormatLocale } from '../../../ui/format.ts';
import { createArming } from './arming.ts';
import {
  axisFor,
  chipLook,
  type DragFacts,
  dragText,
  keptScroll,
  type LadderQuantities,
  ladderOrders,
  ladderOrderText,
  marksAt,
  middleOf,
  ownOrdersAt,
  ownPositionIn,
  placeText,
  priceOfTicks,
  quantitiesOf,
  roomTicks,
  rowsOf,
  ticksOf,
} from './rules.ts';

const tick = 0.2;

describe('the quantities on a ladder', () => {
  it('are the lots of all orders at a price, by side', () => {
    const { bids, offers, largest } = quantitiesOf(
      [
        { ...emptyDepthRow, bidPrice: 4030, bidQty: 5, sellPrice: 4030.2, offerQty: 3 },
        { ...emptyDepthRow, bidPrice: 4030, bidQty: 4 },
      ],
      tick,
    );
    expect([...bids]).toEqual([[20_150, 9]]);
    expect([...offers]).toEqual([[20_151, 3]]);
    expect(largest).toBe(9);
  });

  it('are none for an empty book', () => {
    expect(quantitiesOf([], tick).largest).toBe(0);
  });
});

describe('the user’s orders on a ladder', () => {
  it('are the contract’s orders in the market, by side and price, oldest first', () => {
    const at = ownOrdersAt(
      [
        activeOrder({ activeOrderSeq: 3, time: 9 }),
        activeOrder({ activeOrderSeq: 2, time: 4 }),
        activeOrder({ activeOrderSeq: 4, side: 'S', price: 4040 }),
        activeOrder({ activeOrderSeq: 5, state: 'Suspended' }),
        activeOrder({ activeOrderSeq: 6, state: 'Pre-market', price: 4034.6 }),
        activeOrder({ activeOrderSeq: 7, contract: 'MAR27 WMAZ' }),
      ],
      'DEC26 WMAZ',
      tick,
    );
    const numbers = (orders: typeof at.B) =>
      [...orders].map(([ticks, there]) => [ticks, ...there.map((order) => order.activeOrderSeq)]);
    expect(numbers(at.B)).toEqual([
      [20_173, 6],
      [20_174, 2, 3],
    ]);
    expect(numbers(at.S)).toEqual([[20_200, 4]]);
  });

  it('say their place in the queue and the lots before them, and nothing while these are not known', () => {
    const order = activeOrder({ activeOrderSeq: 41, queuePosition: 2, lotsAhead: 14 });
    expect(placeText(order)).toBe('#2');
    expect(ladderOrderText(order)).toBe(
      'Own order 41: 10 lots, place 2 at its price, 14 lots deal before it',
    );
    expect(ladderOrderText({ ...order, lotsAhead: 1 })).toContain('1 lot deals before it');
    for (const unknown of [activeOrder({ queuePosition: null, lotsAhead: null }), activeOrder()]) {
      expect(placeText(unknown)).toBe('');
      expect(ladderOrderText(unknown)).toBe('Own order 1: 10 lots');
    }
  });

  it('leave out first their places and then their number where a panel is narrow', () => {
    const two = [activeOrder({ queuePosition: 1 }), activeOrder({ queuePosition: 2 })];
    expect(chipLook(two, 200)).toBe('place');
    expect(chipLook(two, 100)).toBe('lots');
    expect(chipLook(two, 50)).toBe('sum');
    expect(chipLook(two.slice(0, 1), 60)).toBe('place');
  });
});

const anchor = { left: 0, top: 0, right: 0, bottom: 0 };

function ladder(
  lots: number | null = 5,
  quote: Partial<MarketRow> = {},
  quantities: LadderQuantities = { bids: new Map(), offers: new Map(), largest: 0 },
) {
  const world = { phase: 'continuous' };
  const arming = createArming({
    surroundings: () => ({
      contract: 'DEC26 WMAZ',
      layout: '',
      phase: world.phase,
      isLive: true,
      isDepthReceived: true,
      isFrozen: false,
      denied: null,
    }),
    idleMs: () => 60_000,
  });
  const sent: OneClickOrder[] = [];
  const opened = openedForms();
  const row = marketRow('DEC26 WMAZ', { bid: 4030, offer: 4031, ...quote });
  marketStore.replaceAll([row]);
  const orders = ladderOrders({
    row,
    tick: 0.2,
    quantities,
    arming,
    lots,
    lotsError: lots === null ? 'How many lots?' : null,
    anchorOf: () => anchor,
    context: contextWith(permissionFlags, {
      workspace: {
        sendOneClickOrder: async (asked) => {
          sent.push(asked);
        },
      },
    }),
  });
  return { arming, orders, sent, opened, world };
}

describe('the gestures on a ladder', () => {
  it('open the ticket with the price and the lots and send nothing while the ladder is not armed', () => {
    const { orders, sent, opened } = ladder();
    const order = activeOrder({ price: 4034.8 });
    orders.deal('S', 20_150);
    orders.amend(order, 20_175);
    expect(sent).toEqual([]);
    expect(opened).toEqual([
      { kind: 'order', contract: 'DEC26 WMAZ', side: 'S', price: 4030, qty: 5, type: 'Normal', anchor },
      { kind: 'amend', contract: 'DEC26 WMAZ', order, price: 4035, anchor },
    ]);
  });

  it('send at the price of the row and open nothing while the ladder is armed', () => {
    const { arming, orders, sent, opened } = ladder();
    const order = activeOrder({ price: 4034.8 });
    arming.arm();
    orders.deal('B', 20_151);
    orders.amend(order, 20_175);
    expect(opened).toEqual([]);
    expect(sent).toEqual([
      { kind: 'order', contract: 'DEC26 WMAZ', side: 'B', price: 4030.2, qty: 5 },
      { kind: 'amend', order, price: 4035 },
    ]);
  });

  it('send nothing once the market has changed its phase, even before anything else has noticed it', () => {
    const { arming, orders, sent, opened, world } = ladder();
    arming.arm();
    world.phase = 'closed';
    orders.deal('B', 20_150);
    expect(sent).toEqual([]);
    expect(opened).toHaveLength(1);
    expect(arming.state()).toEqual({ isArmed: false, reason: 'phase' });
  });

  it('send nothing on an armed ladder while the lots cannot be read', () => {
    const { arming, orders, sent, opened } = ladder(null);
    arming.arm();
    orders.deal('B', 20_150);
    expect([...sent, ...opened]).toEqual([]);
  });
});

describe('the position on a ladder', () => {
  const long = positionRow({ contract: 'DEC26 WMAZ', net: 5, cost: 20_150, tons: 100, realised: 120.5 });
  const short = positionRow({ contract: 'DEC26 WMAZ', net: -2, cost: -8_064, tons: 100, principal: 'FARM1' });
  const market = marketRow('DEC26 WMAZ', { last: 4031 });

  it('[PANEL-17] is the sum of the accounts, with an average only where all are on one side', () => {
    const elsewhere = positionRow({ contract: 'MAR27 WMAZ', net: 9 });
    const ownPosition = ownPositionIn([long, elsewhere], market);
    expect(ownPosition).toEqual({ net: 5, average: 4030, open: 500, realised: 120.5, accounts: [long] });
    const both = ownPositionIn([long, short], market);
    expect(both).toMatchObject({ net: 3, average: null, open: 500 + 200, accounts: [long, short] });
  });

  it('has no profit without a price, and none of an account that is flat', () => {
    expect(ownPositionIn([long], marketRow('DEC26 WMAZ')).open).toBeNull();
    const flat = { ...long, net: 0, cost: 0 };
    expect(ownPositionIn([flat], market)).toEqual({
      ...{ net: 0, average: null, open: 0, realised: 120.5, accounts: [] },
    });
  });

  it('[ACT-1] [PANEL-17] armed, is closed out at the best price for its account, and reversed with twice the lots', () => {
    const { arming, orders, sent, opened } = ladder();
    arming.arm();
    orders.close(closeOut, { ...long, principal: 'FARM1', subAccount: 'EAST' });
    orders.close(reversePosition, short);
    expect(opened).toEqual([]);
    const order = { kind: 'order', contract: 'DEC26 WMAZ' };
    expect(sent).toEqual([
      { ...order, side: 'S', price: 4030, qty: 5, account: { principal: 'FARM1', subAccount: 'EAST' } },
      { ...order, side: 'B', price: 4031, qty: 4, account: { principal: 'FARM1', subAccount: null } },
    ]);
  });

  describe('with the user’s own order at the best opposite price, which the market would not match', () => {
    const own = (order: Partial<ActiveOrderRow>) =>
      activeOrder({ contract: 'DEC26 WMAZ', side: 'B', principal: long.principal, ...order });
    const best = own({ activeOrderSeq: 1, price: 4030, remaining: 3, lotsAhead: 0 });
    /** In front of the user's second order at 4029.80 are the first one and ten lots of others. */
    const second = own({ activeOrderSeq: 2, price: 4029.8, remaining: 2, lotsAhead: 13 });
    const bids = new Map([
      [20_150, 3],
      [20_149, 12],
    ]);
    const closing = async (orders: readonly ActiveOrderRow[], status = 200) => {
      useSession.setState({ hqAccess: null });
      dataSetStores.activeOrders.replaceAll(orders);
      const cancelled: unknown[] = [];
      setMarketInPage({
        async call(_url, { body }) {
          const { activeOrderSeq } = JSON.parse(String(body));
          cancelled.push(activeOrderSeq);
          const reply = { seq: 9, activeOrderSeq, state: 'Cancelled', remaining: 0, dealt: 0, ref: 'T1' };
          const error = { status, code: 'orderNotActive', message: 'It has been filled.' };
          return Response.json(status === 200 ? { ...reply, repeated: false } : error, { status });
        },
        connect: () => expect.fail(),
        frame: (screens) => screens,
      });
      const {
        arming,
        orders: ofLadder,
        sent,
        opened,
      } = ladder(5, {}, { bids, offers: new Map(), largest: 12 });
      arming.arm();
      await ofLadder.close(closeOut, long);
      return { cancelled, sent, opened };
    };
    afterEach(() => {
      setMarketInPage(null);
      dataSetStores.activeOrders.replaceAll([]);
      useToasts.setState(noToasts);
    });

    it('cancels the order first, and closes the position out at the best price of others', async () => {
      const { cancelled, sent } = await closing([second, best]);
      expect(cancelled).toEqual([1]);
      expect(sent).toMatchObject([{ side: 'S', price: 4029.8, qty: 5 }]);
    });

    it('keeps the order if it is of another account or suspended', async () => {
      const others = [own({ ...best, principal: 'FARM1' }), own({ ...second, state: 'Suspended' })];
      const { cancelled, sent } = await closing(others);
      expect(cancelled).toEqual([]);
      expect(sent).toMatchObject([{ side: 'S', price: 4030, qty: 5 }]);
    });

    it('sends nothing if the order cannot be cancelled', async () => {
      const { cancelled, sent } = await closing([best], 409);
      expect(cancelled).toEqual([1]);
      expect(sent).toEqual([]);
      expect(useToasts.getState().showing?.message).toContain('It has been filled.');
    });

    it('opens the ticket if nobody else bids', async () => {
      const { cancelled, sent, opened } = await closing([best, own({ ...second, remaining: 12 })]);
      expect([cancelled.length, sent.length, opened.length]).toEqual([0, 0, 1]);
    });
  });

  it('[PANEL-17] opens the ticket that closes it while the ladder is not armed', () => {
    const { orders, sent, opened } = ladder();
    orders.close(closeOut, long);
    expect(sent).toEqual([]);
    expect(opened).toMatchObject([{ kind: 'order', side: 'S', price: 4030, qty: 5 }]);
  });

  it('opens the ticket on an armed ladder if the opposite side has no quote', () => {
    const { arming, orders, sent, opened } = ladder(5, { bid: null });
    arming.arm();
    orders.close(closeOut, long);
    expect([sent.length, opened.length]).toEqual([0, 1]);
  });
});

const future = { tick: 0.2, mayBeNegative: false };
const none = { limitLow: null, limitHigh: null };

describe('the price axis of a ladder', () => {
  it('has one row per tick between the limits, the limits included', () => {
    const axis = axisFor({ limitLow: 4000, limitHigh: 4001, prices: [4000.4] }, future, null);
    expect(axis).toEqual({ low: 20_000, high: 20_005 });
    expect(axis && rowsOf(axis)).toBe(6);
  });

  it('has no price outside limits that are between two ticks', () => {
    const axis = axisFor({ limitLow: 4000.1, limitHigh: 4000.9, prices: [] }, future, null);
    expect(axis && [priceOfTicks(axis.low, 0.2), priceOfTicks(axis.high, 0.2)]).toEqual([4000.2, 4000.8]);
  });

  it('contains an order that rests outside the limits', () => {
    const axis = axisFor({ limitLow: 4000, limitHigh: 4001, prices: [4003] }, future, null);
    expect(axis?.high).toBe(ticksOf(4003, 0.2));
  });

  it('is the same object while the limits stay, however the prices move', () => {
    const market = { limitLow: 4000, limitHigh: 4010 };
    const before = axisFor({ ...market, prices: [4001] }, future, null);
    expect(axisFor({ ...market, prices: [4009.8] }, future, before)).toBe(before);
  });

  it('without limits stays until a price is near its end, and then only becomes longer', () => {
    const before = axisFor({ ...none, prices: [100] }, future, null);
    expect(before).toEqual({ low: 500 - roomTicks, high: 500 + roomTicks });
    expect(axisFor({ ...none, prices: [110] }, future, before)).toBe(before);
    const longer = axisFor({ ...none, prices: [140] }, future, before);
    expect(longer).toEqual({ low: before?.low, high: 700 + roomTicks });
  });

  it('begins at one tick where a price cannot be negative, and is negative for differences', () => {
    expect(axisFor({ ...none, prices: [1] }, future, null)?.low).toBe(1);
    expect(axisFor({ ...none, prices: [1] }, { tick: 0.2, mayBeNegative: true }, null)?.low).toBe(
      5 - roomTicks,
    );
  });

  it('does not grow repeatedly near zero', () => {
    const before = axisFor({ ...none, prices: [1] }, future, null);
    expect(axisFor({ ...none, prices: [1.2] }, future, before)).toBe(before);
  });

  it('is not known without a price', () => {
    expect(axisFor({ ...none, prices: [] }, future, null)).toBeNull();
  });

  it('writes each price on its tick exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.constantFrom(0.01, 0.2, 1, 0.25),
        (ticks, tick) => {
          const price = priceOfTicks(ticks, tick);
          expect(ticksOf(price, tick)).toBe(ticks);
          expect(String(price).length).toBeLessThan(12);
        },
      ),
    );
  });
});

describe('the scroll position of the axis', () => {
  it('keeps the same prices in view when prices are added above, and when rows become higher', () => {
    const was = { high: 20_160, rowHeight: 24 };
    // Ten rows down, the highest price in view is 20 150.
    expect(keptScroll(240, was, { high: 20_165, rowHeight: 24 })).toBe(360);
    expect(keptScroll(240, was, { high: 20_160, rowHeight: 28 })).toBe(280);
    expect(keptScroll(240, was, { high: 20_155, rowHeight: 22 })).toBe(110);
    expect(keptScroll(250, was, was)).toBe(250);
  });
});

describe('the middle of the market', () => {
  it('is between bid and offer, otherwise at either of them, otherwise at the last price or the MTM', () => {
    const row = marketRow('DEC26 WMAZ', { bid: 4030, offer: 4031, last: 4000, mtm: 3990 });
    expect(middleOf(row, 0.2)).toBe(20_153);
    expect(middleOf({ ...row, bid: null }, 0.2)).toBe(20_155);
    expect(middleOf({ ...row, bid: null, offer: null }, 0.2)).toBe(20_000);
    expect(middleOf({ ...row, bid: null, offer: null, last: null }, 0.2)).toBe(19_950);
    expect(middleOf(marketRow('DEC26 WMAZ'), 0.2)).toBeNull();
  });
});

describe('the marks of a price', () => {
  it('are the limits, the last price, and the high and low of the day', () => {
    const row = marketRow('DEC26 WMAZ', {
      limitLow: 4000,
      limitHigh: 4010,
      last: 4005,
      high: 4005,
      low: 4001,
    });
    const words = (price: number) => marksAt(ticksOf(price, 0.2), row, 0.2).map((mark) => mark.words);
    expect(words(4010)).toEqual(['upper limit']);
    expect(words(4000)).toEqual(['lower limit']);
    expect(words(4005)).toEqual(['last price', 'high of the day']);
    expect(words(4001)).toEqual(['low of the day']);
    expect(words(4002)).toEqual([]);
  });
});

beforeEach(() => setFormatLocale('en-GB'));
afterEach(() => setFormatLocale(undefined));

const quantities = {
  bids: new Map([
    [100, 12],
    [99, 5],
  ]),
  offers: new Map([
    [103, 2],
    [104, 9],
  ]),
  largest: 12,
};

const words = (ticks: number, more: Partial<DragFacts> = {}) =>
  dragText({
    order: { side: 'B', price: 98, remaining: 7 },
    ticks,
    priceText: formatPrice(ticks, 2),
    tick: 1,
    isArmed: true,
    against: null,
    quantities,
    ...more,
  });

describe('the words next to a user’s order that is being dragged', () => {
  it('[PANEL-17] name the new price and the lots before it', () => {
    expect(words(100)).toBe('Release: amends 7 lots to 100.00, behind 12.');
    expect(words(101)).toBe('Release: amends 7 lots to 101.00.');
    expect(words(97, { order: { side: 'B', price: 98, remaining: 1 } })).toBe(
      'Release: amends 1 lot to 97.00.',
    );
  });

  it('[PANEL-17] say how many lots can deal where the price reaches the other side', () => {
    expect(words(103)).toBe('Release: amends 7 lots to 103.00; 2 can deal now.');
    expect(words(104)).toBe('Release: amends 7 lots to 104.00; 7 can deal now.');
    const offer = { side: 'S', price: 104, remaining: 20 } as const;
    expect(words(99, { order: offer })).toBe('Release: amends 20 lots to 99.00; 17 can deal now.');
    expect(words(103, { order: offer })).toBe('Release: amends 20 lots to 103.00, behind 2.');
  });

  it('[PANEL-17] say that a form opens while the ladder is not armed', () => {
    expect(words(100, { isArmed: false })).toBe(
      'Release: opens the form that amends 7 lots to 100.00, behind 12.',
    );
  });

  it('[PANEL-17] say that nothing changes at the same price, or why the order cannot be amended', () => {
    expect(words(98)).toBe('Release: nothing changes.');
    expect(words(100, { against: 'Prices are not live.' })).toBe(
      'Release: nothing changes. Prices are not live.',
    );
  });
});
