// @vitest-environment happy-dom
// The keys of the whole screen while they are held down: the browser then sends the same key about thirty times a second.
import { newPreferenceDocument, userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../actions/workspace-port.ts';
import { setActiveContract, useActiveContract } from '../stores/chosen.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { signedOut, usePreferences, useSession } from '../stores/session.ts';
import { dataSetStores, marketStore } from '../stores/stores.ts';
import { accountOfUser, activeOrder, marketRow } from '../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { ScreenKeys } from './keyboard.ts';

let server: LocalServer;

beforeEach(async () => {
  server = await startLocalServer();
  const { defaults, flags, ...rest } = newPreferenceDocument();
  const all = Object.fromEntries(Object.keys(flags).map((flag) => [flag, true])) as typeof flags;
  usePreferences.setState({
    document: { ...rest, flags: all, defaults: { ...defaults, askBeforeCancel: false } },
  });
  useConnection.setState({
    ...noConnection,
    market: 'Connected',
    venueReady: true,
    ownOrdersLoaded: true,
    lastMessageAt: Date.now(),
  });
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <ScreenKeys />
    </ScreenPortContext>,
  );
});

afterEach(async () => {
  cleanup();
  dataSetStores.activeOrders.replaceAll([]);
  marketStore.replaceAll([]);
  setActiveContract(null);
  useSession.setState(signedOut);
  usePreferences.setState({ document: newPreferenceDocument() });
  useConnection.setState(noConnection);
  await server.close();
});

/** Returns false if the page has used the key. */
const press = (key: string, code: string, repeat: boolean) =>
  fireEvent.keyDown(document.body, { key, code, altKey: true, repeat });

it('cancels one order while the key is held, and keeps the key from the browser', async () => {
  useSession.setState({ hqAccess: ownAccount });
  const { path } = userCommands.deleteActiveOrder;
  server.answer(path, (body) => {
    const { activeOrderSeq } = body as { activeOrderSeq: number };
    const state = 'Cancelled';
    return { json: { seq: 1, repeated: false, activeOrderSeq, state, remaining: 0, dealt: 0, ref: '1' } };
  });
  dataSetStores.activeOrders.replaceAll([1, 2, 3].map((activeOrderSeq) => activeOrder({ activeOrderSeq })));
  expect(press('x', 'KeyX', false)).toBe(false);
  await expect.poll(cancelled).toEqual([3]);
  act(() => dataSetStores.activeOrders.remove([3]));
  expect(press('x', 'KeyX', true)).toBe(false);
  act(() => dataSetStores.activeOrders.remove([2]));
  press('x', 'KeyX', false);
  await expect.poll(cancelled).toEqual([3, 1]);
});

it('goes from contract to contract while the key is held', () => {
  const names = ['DEC26 WMAZ', 'MAR27 WMAZ', 'MAY27 WMAZ'];
  marketStore.replaceAll(names.map((contract, displaySeq) => marketRow(contract, { displaySeq })));
  setActiveContract('DEC26 WMAZ');
  press('PageDown', 'PageDown', false);
  press('PageDown', 'PageDown', true);
  expect(useActiveContract.getState().contract).toBe('MAY27 WMAZ');
});

const cancelled = () =>
  server.calls.map((call) => Number(/"activeOrderSeq":(\d+)/.exec(call)?.[1])).filter(Number.isFinite);

const ownAccount = accountOfUser();
