// @vitest-environment happy-dom
// The unsaved changes of a phone, which shows one layout for each panel.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useDialogs } from '../../actions/dialogs.ts';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { mobileLayout } from '../../stores/layout-choice.ts';
import {
  changedLayouts,
  changePanelSettings,
  discardChanges,
  setLayout,
  useLayouts,
} from '../../stores/layouts.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { unmatchedRow } from '../../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { signOut } from '../layouts/layout-actions.ts';
import { PhoneWorkspace } from './phone-workspace.tsx';

// The document of the tests has neither fonts nor a canvas.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
HTMLCanvasElement.prototype.getContext = (() => ({
  measureText: (text: string) => ({ width: text.length * 7 }),
})) as never;

const filter = { dealer: 'ABD' };
const shown = () => useLayouts.getState().current?.document;

let server: LocalServer;

beforeEach(async () => {
  server = await startLocalServer();
  useLayouts.setState({ saved: [], current: null, parked: [] });
  setLayout({ _id: null, document: mobileLayout('ActiveOrders', 'ActiveOrders', (component) => component) });
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <PhoneWorkspace />
    </ScreenPortContext>,
  );
  // The workspace asks for the phases of the market.
  await expect.poll(() => server.calls.length).toBeGreaterThan(0);
});
afterEach(() => {
  cleanup();
  useLayouts.setState({ saved: [], current: null, parked: [] });
  return server.close();
});

it('[LAYOUT-11] a panel keeps its unsaved filter while the user looks at another', () => {
  changePanelSettings('ActiveOrders', { filter });
  fireEvent.click(screen.getByRole('button', { name: 'Positions' }));
  expect(shown()?.name).toBe('Positions');
  fireEvent.click(screen.getByRole('button', { name: 'Orders' }));
  expect(shown()?.columns[0]?.props).toEqual({ filter });
  expect(useLayouts.getState()).toMatchObject({ current: { isChanged: true }, parked: [] });
});

it('[LAYOUT-11] the heading and the button More are read as they are shown', async () => {
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Active orders');
  expect(screen.getByRole('main').getAttribute('aria-label')).toBe('Active orders');
  expect(screen.getByRole('button', { name: 'More' })).not.toBeNull();
  act(() => dataSetStores.unmatchedDeal.replaceAll([unmatchedRow()]));
  expect(await screen.findByRole('button', { name: 'More, 1 to accept' })).not.toBeNull();
  act(() => dataSetStores.unmatchedDeal.replaceAll([]));
});

it('[LAYOUT-11] signing out asks about each panel that the user has changed', async () => {
  changePanelSettings('ActiveOrders', { filter });
  fireEvent.click(screen.getByRole('button', { name: 'Positions' }));
  const question = () => useDialogs.getState().question;
  const leaving = signOut();
  await expect.poll(() => question()?.question.sentence).toMatch(/^“Active Orders” has changed/);
  question()?.answer('no');
  await leaving;
  expect(changedLayouts(useLayouts.getState())).toHaveLength(1);
});

it('[LAYOUT-11] discarded changes do not come back', () => {
  changePanelSettings('ActiveOrders', { filter });
  const { current } = useLayouts.getState();
  if (current !== null) discardChanges(current);
  fireEvent.click(screen.getByRole('button', { name: 'Positions' }));
  fireEvent.click(screen.getByRole('button', { name: 'Orders' }));
  expect(shown()?.columns[0]?.props).toBeUndefined();
});
