import { newPreferenceDocument, permissionFlags } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import type { AtOnce, OrderFormRequest } from '../../../actions/action.ts';
import { activeOrder } from '../../../testing/rows.ts';
import { createArming } from './arming.ts';
import { ladderOrders } from './ladder-orders.ts';

const anchor = { left: 0, top: 0, right: 0, bottom: 0 };

function ladder(lots: number | null = 5) {
  const world = { phase: 'continuous' };
  const arming = createArming({
    surroundings: () => ({
      contract: 'DEC26 WMAZ',
      layout: '',
      phase: world.phase,
      isLive: true,
      isFrozen: false,
      denied: null,
    }),
    idleMs: () => 60_000,
  });
  const sent: AtOnce[] = [];
  const opened: OrderFormRequest[] = [];
  const { flags } = newPreferenceDocument();
  const orders = ladderOrders({
    contract: 'DEC26 WMAZ',
    tick: 0.2,
    arming,
    lots,
    lotsError: lots === null ? 'How many lots?' : null,
    anchorOf: () => anchor,
    context: {
      flags: { ...flags, ...Object.fromEntries(permissionFlags.map((flag) => [flag, true])) },
      entryClosed: null,
      unreachable: null,
      workspace: {
        showOrderForm: (request) => opened.push(request),
        sendAtOnce: async (asked) => {
          sent.push(asked);
        },
        showDepth: () => undefined,
        showChart: () => undefined,
        showPanel: () => undefined,
      },
    },
  });
  return { arming, orders, sent, opened, world };
}

describe('the gestures on a ladder', () => {
  it('not armed, open the ticket with the price and the lots and send nothing', () => {
    const { orders, sent, opened } = ladder();
    const order = activeOrder({ price: 4034.8 });
    orders.deal('S', 20_150);
    orders.amend(order, 20_175);
    expect(sent).toEqual([]);
    expect(opened).toEqual([
      { kind: 'order', contract: 'DEC26 WMAZ', side: 'S', price: 4030, qty: 5, type: 0, anchor },
      { kind: 'amend', contract: 'DEC26 WMAZ', order, price: 4035, anchor },
    ]);
  });

  it('armed, send at the price of the row and open nothing', () => {
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

  it('send nothing once the market has changed its phase, also before anything else has noticed it', () => {
    const { arming, orders, sent, opened, world } = ladder();
    arming.arm();
    world.phase = 'closed';
    orders.deal('B', 20_150);
    expect(sent).toEqual([]);
    expect(opened).toHaveLength(1);
    expect(arming.state()).toEqual({ isArmed: false, reason: 'phase' });
  });

  it('armed, send nothing while the lots cannot be read', () => {
    const { arming, orders, sent, opened } = ladder(null);
    arming.arm();
    orders.deal('B', 20_150);
    expect([...sent, ...opened]).toEqual([]);
  });
});
