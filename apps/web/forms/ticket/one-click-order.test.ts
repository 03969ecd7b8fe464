import { type HqAccess, requiredPermissions, userCommands } from '@openpit/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextWith } from '../../actions/testing/action-context.ts';
import { noToasts, useSpoken, useToasts } from '../../notices/toasts.ts';
import { useSession } from '../../stores/session.ts';
import { marketStore } from '../../stores/stores.ts';
import { marketRow } from '../../testing/rows.ts';
import { watchContracts } from '../../transport/hub/feeds.ts';
import { startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { connectTradingUser } from '../testing/trading-user.ts';
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

  it('[PANEL-17] raises no toast while it rests, because the ladder shows it, but one if it was to deal', async () => {
    const server = await startLocalServer();
    setFormatLocale('en-GB');
    connectTradingUser();
    useToasts.setState(noToasts);
    server.answer(userCommands.insertOrder.path, () => ({
      json: {
        seq: 1,
        repeated: false,
        activeOrderSeq: 41,
        state: 'Active',
        remaining: 5,
        dealt: 0,
        ref: '1',
      },
    }));
    const noted = () => useToasts.getState().past.map(({ message }) => message);
    const buyAt = (price: number) =>
      sendOneClickOrder({ kind: 'order', contract: row.contract, side: 'B', price, qty: 5 }, () =>
        contextWith(requiredPermissions.insertOrder),
      );
    await buyAt(4030);
    expect(useToasts.getState().showing).toBeNull();
    expect(noted()).toEqual(['Order 41 rests in the market: Buy 5 DEC26 WMAZ at 4,030.00.']);
    expect(useSpoken.getState().sentence).toBe(noted()[0]);
    await buyAt(4031);
    expect(useToasts.getState().showing?.message).toMatch(/^Order 41 rests in the market/);
    setFormatLocale(undefined);
    await server.close();
  });
});
