// @vitest-environment happy-dom
// The keys of the real panel: on one row, and on several chosen rows.
import { newPreferenceDocument } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { usePendingOrders } from '../../actions/order-actions.ts';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { noToasts, useToasts } from '../../notices/toasts.ts';
import { noConnection, useConnection } from '../../stores/connection.ts';
import { usePreferences } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { activeOrder } from '../../testing/rows.ts';
import { ownContracts } from '../../transport/hub/feeds.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { Unframed } from '../../ui/panel-frame.tsx';
import { ActiveOrdersPanel } from './panel.tsx';

const store = dataSetStores.activeOrders;
let server: LocalServer;
/** The commands sent, without their bodies. */
const calls = () => server.calls.flatMap((call) => /^POST \/api\/Orders\/(\w+)/.exec(call)?.[1] ?? []);
const heights = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight');

beforeAll(async () => {
  server = await startLocalServer();
  const gone = { status: 422, code: 'orderGone', message: 'It is gone.' };
  for (const call of ['Delete', 'Suspend'])
    server.answer(`/api/Orders/${call}ActiveOrder`, () => ({ status: 422, json: gone }));
});
afterAll(() => server.close());
beforeEach(() => {
  setFormatLocale('en-GB');
  // happy-dom loads no fonts and lays nothing out, and a grid draws only the rows in view.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: 400, configurable: true });
  useConnection.setState({ market: 'Connected' });
  server.calls.length = 0;
  const preferences = newPreferenceDocument();
  const granted = { deleteActiveOrder: true, suspendActiveOrder: true, reduceActiveOrder: true };
  usePreferences.setState({
    document: { ...preferences, flags: { ...preferences.flags, ...granted } },
  });
  store.replaceAll(
    [1, 2, 3].map((activeOrderSeq) => activeOrder({ activeOrderSeq, enteredAt: -activeOrderSeq })),
  );
  store.setStatus('success');
  ownContracts.update();
});
afterEach(async () => {
  // An order that waits for its answer would refuse the next test.
  await expect.poll(() => usePendingOrders.getState().pending.size).toBe(0);
  cleanup();
  if (heights !== undefined) Object.defineProperty(HTMLElement.prototype, 'clientHeight', heights);
  store.clear();
  store.setStatus('notStarted');
  ownContracts.update();
  useConnection.setState(noConnection);
  useDialogs.setState({ question: null });
  useToasts.setState(noToasts);
  usePreferences.setState({ document: newPreferenceDocument() });
  setFormatLocale(undefined);
});

const column = { id: 1, component: 'ActiveOrders', coordinates: { x: 0, y: 0, w: 50, h: 50, z: 1 } };

/** Clicks these rows, the second and later ones with Ctrl, and presses the key in the grid. */
function pressOn(rows: readonly number[], key: string): void {
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <Unframed>
        <ActiveOrdersPanel column={column} device="desktop" onChange={() => undefined} />
      </Unframed>
    </ScreenPortContext>,
  );
  const grid = screen.getByRole('grid');
  act(() => fireEvent.focus(grid));
  for (const [at, row] of rows.entries()) {
    const cell = grid.querySelectorAll('[data-line] [data-col="qty"]')[row];
    if (cell === undefined) throw new Error(`There is no row ${row}.`);
    fireEvent.click(cell, { ctrlKey: at > 0 });
  }
  fireEvent.keyDown(grid, { key });
}
const question = () => useDialogs.getState().question?.question;
const reason = () => useToasts.getState().showing?.message;

it('[ACT-4] asks once before an order is cancelled by its key', async () => {
  pressOn([0], 'Delete');
  await expect.poll(() => question()?.title).toBe('Cancel the order?');
  expect(calls()).toEqual([]);
  useDialogs.getState().question?.answer('yes');
  await expect.poll(calls).toHaveLength(1);
  expect(question()).toBeUndefined();
});

it('[ACT-4] asks about all chosen orders before their key cancels them', async () => {
  pressOn([0, 2], 'Delete');
  await expect.poll(() => question()?.title).toBe('Cancel 2 orders?');
  expect(question()?.sentence).toMatch(/^Orders \d \(.*\), \d \(.*\)\. This cannot be undone\.$/);
  useDialogs.getState().question?.answer('yes');
  await expect.poll(calls).toEqual(['DeleteActiveOrder', 'DeleteActiveOrder']);
});

it('[ACT-5] suspends all chosen orders by their key', async () => {
  pressOn([0, 1, 2], 'h');
  await expect.poll(calls).toEqual(Array(3).fill('SuspendActiveOrder'));
});

it('[ACT-5] says how many of the chosen orders it leaves as they are, and why', async () => {
  store.merge([activeOrder({ activeOrderSeq: 3, enteredAt: -3, state: 'Suspended' })]);
  pressOn([0, 1, 2], 'h');
  await expect.poll(reason).toMatch(/^Suspend: 1 of 3 orders stays as it is\. .*suspended/i);
  await expect.poll(calls).toEqual(Array(2).fill('SuspendActiveOrder'));
});

it('[ACT-6] says that a form takes one order if several are chosen', async () => {
  pressOn([0, 2], '-');
  await expect.poll(reason).toBe('One order at a time: several are chosen.');
  expect(useDialogs.getState().ticket).toBeNull();
});
