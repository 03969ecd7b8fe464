import type { HqAccess } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useToasts } from '../../notices/toasts.ts';
import { useSession } from '../../stores/session.ts';
import { marketStore } from '../../stores/stores.ts';
import { marketRow } from '../../testing/rows.ts';
import { watchContracts } from '../../transport/hub/feeds.ts';
import { sendOneClickOrder } from './one-click-order.ts';

const row = marketRow('DEC26 WMAZ', { bid: 4030, offer: 4031, last: 4030 });
let stopWatching = () => {};

beforeEach(() => {
  marketStore.replaceAll([row]);
  stopWatching = watchContracts('Market', [row.contract]);
  useSession.setState({
    hqAccess: { memberCode: 'KAND', memberName: 'Kand', clients: [] } as unknown as HqAccess,
  });
});
afterEach(() => {
  stopWatching();
  useSession.setState({ hqAccess: null });
  marketStore.replaceAll([]);
});

describe('an order that is sent immediately', () => {
  it('[PANEL-17] is for the requested account, or is not sent, because no form would show another account', async () => {
    const order = { kind: 'order', contract: row.contract, side: 'S', price: 4030, qty: 5 } as const;
    await sendOneClickOrder({ ...order, account: { principal: 'FARM1', subAccount: null } }, () => {
      throw new Error('It was about to be sent.');
    });
    expect(useToasts.getState().showing?.message).toBe(
      'The order was not sent. You cannot enter orders for FARM1.',
    );
  });
});
