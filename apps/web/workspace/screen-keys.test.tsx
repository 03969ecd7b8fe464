// @vitest-environment happy-dom
// The keys of the whole screen while they are held down: the browser then sends the same key about thirty times a second.
import { type MarketRow, newPreferenceDocument, userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../actions/workspace-port.ts';
import { FuturesPanel } from '../panels/futures/panel.tsx';
import { OptionsPanel } from '../panels/options/panel.tsx';
import type { PanelProps } from '../panels/parts/panel-settings.ts';
import { setActiveContract, useActiveContract } from '../stores/chosen.ts';
import { noConnection, useConnection } from '../stores/connection.ts';
import { signedOut, usePreferences, useSession } from '../stores/session.ts';
import { dataSetStores, marketStore } from '../stores/stores.ts';
import { accountOfUser, activeOrder, marketRow } from '../testing/rows.ts';
import { setMarketInPage } from '../transport/market-in-page.ts';
import { type LocalServer, startLocalServer } from '../transport/testing/local-server.ts';
import { setFormatLocale } from '../ui/format.ts';
import { Unframed } from '../ui/panel-frame.tsx';
import { ScreenKeys } from './keyboard.ts';

let server: LocalServer;
// happy-dom loads no fonts and lays nothing out, and a grid draws only the rows in view.
const heights = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight');

beforeEach(async () => {
  setFormatLocale('en-GB');
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { value: 400, configurable: true });
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
  setMarketInPage(null);
  if (heights !== undefined) Object.defineProperty(HTMLElement.prototype, 'clientHeight', heights);
  setFormatLocale(undefined);
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

it('moves the cursor of Futures to the contract that becomes the active one, so that a key acts on it', () => {
  const { grid, depthShown } = renderPanel('Futures', FuturesPanel, [
    ...['DEC26 WMAZ', 'MAR27 WMAZ', 'MAY27 WMAZ'].map((contract, at) =>
      marketRow(contract, { displaySeq: at }),
    ),
    marketRow('DEC26 YMAZ', { displaySeq: 9 }),
  ]);
  const selected = () =>
    [...grid.querySelectorAll('[aria-selected="true"]')].map((row) => row.textContent?.slice(0, 5));
  act(() => setActiveContract('MAR27 WMAZ'));
  expect(depthShown()).toBe('MAR27 WMAZ');
  fireEvent.click(cellOf(grid, 'DEC26', 'bid'));
  expect(depthShown()).toBe('DEC26 WMAZ');
  press('PageDown', 'PageDown', false);
  press('PageDown', 'PageDown', true);
  expect(depthShown()).toBe('MAY27 WMAZ');
  expect(selected()).toEqual(['MAY27']);
  fireEvent.keyDown(grid, { key: 'ArrowUp' });
  expect(depthShown()).toBe('MAR27 WMAZ');
  act(() => setActiveContract('DEC26 WMAZ'));
  act(() => setActiveContract('MAY27 WMAZ'));
  expect(depthShown()).toBe('MAY27 WMAZ');

  fireEvent.click(cellOf(grid, 'DEC26', 'bid'));
  fireEvent.click(cellOf(grid, 'MAR27', 'bid'), { ctrlKey: true });
  expect(selected()).toEqual(['DEC26', 'MAR27']);
  act(() => setActiveContract('MAR27 WMAZ-DEC26 YMAZ'));
  expect(selected()).toEqual([]);
});

it('[PANEL-2] moves the cursor of Options to the half of the option that becomes the active one', () => {
  const option = (strike: number, flag: 'C' | 'P') =>
    marketRow(`MAR27 WMAZ ${strike} ${flag}`, {
      underlying: 'MAR27 WMAZ',
      optionExpiry: '2027/02/18',
      contractDisplay: { flag, strike, CONTRACT_TYPE: 2 },
      displaySeq: strike + (flag === 'C' ? 0 : 1),
    });
  const { grid, depthShown } = renderPanel('Options', OptionsPanel, [
    ...[4000, 4040].flatMap((strike) => [option(strike, 'C'), option(strike, 'P')]),
    marketRow('MAR27 WMAZ'),
  ]);
  fireEvent.click(cellOf(grid, '4,000', 'call-bid'));
  expect(depthShown()).toMatch(/4000 C/);
  press('PageDown', 'PageDown', false);
  expect(depthShown()).toMatch(/4000 P/);
  press('PageDown', 'PageDown', false);
  expect(depthShown()).toMatch(/4040 C/);
});

/** The panel with the focus in its grid. `depthShown` presses the key for the depth there, and returns its contract. */
function renderPanel(component: string, Panel: (props: PanelProps) => ReactNode, rows: readonly MarketRow[]) {
  marketStore.replaceAll(rows);
  marketStore.setStatus('success');
  const pending = () => new Promise<never>(() => undefined);
  setMarketInPage({
    call: pending,
    connect: () => ({
      ...{ state: 'Disconnected', on: noOp, onreconnected: noOp, onclose: noOp },
      ...{ start: pending, stop: () => Promise.resolve(), invoke: pending },
    }),
    frame: (screens) => screens,
  });
  const port = createScreenPort(async () => undefined);
  let shown: string | null = null;
  port.connect({
    showDepth: (contract) => {
      shown = contract;
    },
    showChart: noOp,
    showPanel: noOp,
  });
  render(
    <ScreenPortContext value={port}>
      <Unframed>
        <Panel
          column={{ id: 1, component, coordinates: { x: 0, y: 0, w: 50, h: 50, z: 1 } }}
          device="desktop"
          onChange={noOp}
        />
      </Unframed>
    </ScreenPortContext>,
  );
  const grid = screen.getByRole('grid');
  act(() => fireEvent.focus(grid));
  const depthShown = () => {
    fireEvent.keyDown(grid, { key: 'd' });
    return shown;
  };
  return { grid, depthShown };
}

function cellOf(grid: HTMLElement, rowName: string, columnId: string): Element {
  const row = [...grid.querySelectorAll('[data-line]')].find(({ textContent }) =>
    textContent.includes(rowName),
  );
  const cell = row?.querySelector(`[data-col="${columnId}"]`);
  if (cell === null || cell === undefined) throw new Error(`There is no row ${rowName}.`);
  return cell;
}

const noOp = () => undefined;

const cancelled = () =>
  server.calls.map((call) => Number(/"activeOrderSeq":(\d+)/.exec(call)?.[1])).filter(Number.isFinite);

const ownAccount = accountOfUser();
