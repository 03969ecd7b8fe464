// @vitest-environment happy-dom
import type { CompletedOrderRow } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { Unframed } from '../../ui/panel-frame.tsx';
import { maxRows } from '../parts/rows/rows-grid.tsx';
import { CompletedOrdersPanel } from './panel.tsx';

const store = dataSetStores.completedOrders;
const order = (completedOrderSeq: number): CompletedOrderRow => ({
  completedOrderSeq,
  activeOrderSeq: completedOrderSeq,
  time: Date.UTC(2026, 10, 18, 8, 31) + completedOrderSeq,
  enteredAt: Date.UTC(2026, 10, 18, 7, 2),
  contract: 'DEC26 WMAZ',
  displaySeq: 1,
  instrument: 'WMAZ',
  side: 'S',
  ...{ qty: 2, dealt: 1, price: 4035.2, averagePrice: 4035.2, orderType: 1 },
  state: 'Killed',
  reason: 'No more bids at this price.',
  principal: 'FARM1',
  subAccount: null,
  member: 'KAND',
  dealer: 'ABD',
  capacity: 'A',
  ref: 'R-17',
});

beforeEach(() => {
  setFormatLocale('en-GB');
  // happy-dom loads no fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
afterEach(() => {
  cleanup();
  store.clear();
  store.setStatus('notStarted');
  setFormatLocale(undefined);
});

const column = { id: 1, component: 'CompletedOrders', coordinates: { x: 0, y: 0, w: 50, h: 50, z: 1 } };
const panel = (
  <ScreenPortContext value={createScreenPort(async () => undefined)}>
    <Unframed>
      <CompletedOrdersPanel column={column} device="desktop" onChange={() => undefined} />
    </Unframed>
  </ScreenPortContext>
);

it('[PANEL-7] has the newest orders of a busy day in its grid, and all of them on request', () => {
  store.replaceAll(Array.from({ length: maxRows + 3 }, (_, index) => order(index + 1)));
  store.setStatus('success');
  const { container } = render(panel);
  const rowCount = () => container.querySelector('[role=grid]')?.getAttribute('aria-rowcount');
  expect(screen.getByText('The newest 5,000 of 5,003 orders')).not.toBeNull();
  expect(rowCount()).toBe(String(maxRows + 1));
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Show all' })));
  expect(rowCount()).toBe(String(maxRows + 4));
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
});

it('[PANEL-7] has all orders of a usual day in its grid', () => {
  store.replaceAll(Array.from({ length: maxRows }, (_, index) => order(index + 1)));
  store.setStatus('success');
  render(panel);
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
});
