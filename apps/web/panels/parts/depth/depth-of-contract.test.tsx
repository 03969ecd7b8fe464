// @vitest-environment happy-dom
// Depth that is no longer received, in the Depth panel.
import { emptyDepthRow } from '@openpit/wire';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../../actions/workspace-port.ts';
import { noConnection, useConnection } from '../../../stores/connection.ts';
import { depthStore, marketStore } from '../../../stores/stores.ts';
import { marketRow } from '../../../testing/rows.ts';
import { PanelLookContext, PanelSlotsProvider } from '../../../ui/panel-frame.tsx';
import { DepthSheet } from '../../../workspace/phone/depth-sheet.tsx';
import { DepthOfContract } from './depth-of-contract.tsx';

const row = marketRow('DEC26 WMAZ', { displaySeq: 7 });

beforeEach(() => {
  marketStore.replaceAll([row]);
  useConnection.setState({
    market: 'Connected',
    venueReady: true,
    ownOrdersLoaded: true,
    // The feed stays live however slow the machine is.
    lastMessageAt: Date.now() + 3_600_000,
  });
  const rows = [{ ...emptyDepthRow, bidPrice: 4_034.8, bidQty: 12, buyer: 'KAND' }];
  depthStore.set(7, { rows, seq: 1, status: 'received' });
});

afterEach(() => {
  cleanup();
  depthStore.clear();
  marketStore.replaceAll([]);
  useConnection.setState(noConnection, true);
});

function Panel({ footer }: { readonly footer: HTMLElement }) {
  const slots = { title: null, tools: null, corner: null, footer };
  return (
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <PanelLookContext value={{ tools: { current: null }, frozenAt: null }}>
        <PanelSlotsProvider slots={slots}>
          <DepthOfContract row={row} view="order" />
        </PanelSlotsProvider>
      </PanelLookContext>
    </ScreenPortContext>
  );
}

it('[PANEL-0] stays on the screen as old, with a note, until it is received again', async () => {
  const footer = document.body.appendChild(document.createElement('footer'));
  render(<Panel footer={footer} />);
  const grid = () => screen.getByRole('grid');
  const look = () => [grid().closest('[data-stale]') !== null, footer.textContent?.includes('depth is old')];
  expect(look()).toEqual([false, false]);
  for (const status of ['old', 'loading', 'error'] as const) {
    act(() => depthStore.setStatus(7, status));
    await expect.poll(look).toEqual([true, true]);
    expect(footer.textContent).toContain('1 row');
    act(() => depthStore.setStatus(7, 'received'));
    await expect.poll(look).toEqual([false, false]);
  }
  footer.remove();
});

it('also says on a phone that it is old', async () => {
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <DepthSheet contract="DEC26 WMAZ" onClose={() => undefined} />
    </ScreenPortContext>,
  );
  const notes = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(notes()).not.toContain('depth is old');
  act(() => depthStore.setStatus(7, 'old'));
  await expect.poll(notes).toContain('depth is old');
});
