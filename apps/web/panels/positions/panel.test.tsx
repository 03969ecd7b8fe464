// @vitest-environment happy-dom
// The sums of the selected positions in the footer of the real panel.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
import { marketRow, positionRow } from '../../testing/rows.ts';
import { rowsReceived } from '../../transport/hub/data-sets.ts';
import { startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { PanelLookContext, PanelSlotsProvider, usePanelSlots } from '../../ui/panel-frame.tsx';
import { PositionsPanel } from './panel.tsx';

const look = { tools: { current: null }, frozenAt: null, flash: undefined };
const column = { id: 'p', component: 'Positions', coordinates: { x: 0, y: 0, w: 100, h: 100, z: 1 } };
// The document of the tests has neither fonts nor a canvas.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
HTMLCanvasElement.prototype.getContext = (() => ({
  measureText: (text: string) => ({ width: text.length * 7 }),
})) as never;

function FramedPanel() {
  const { slots, titleRef, toolsRef, cornerRef, footerRef } = usePanelSlots();
  return (
    <>
      <div ref={titleRef} />
      <div ref={toolsRef} />
      <div ref={cornerRef} />
      <PanelSlotsProvider slots={slots}>
        <PanelLookContext value={look}>
          <PositionsPanel column={column} device="desktop" onChange={() => undefined} />
        </PanelLookContext>
      </PanelSlotsProvider>
      <footer ref={footerRef} data-testid="footer" />
    </>
  );
}

it('[PANEL-8] the sums of the selected positions follow the market', async () => {
  const server = await startLocalServer();
  setFormatLocale('en-GB');
  marketStore.replaceAll([marketRow('DEC26 WMAZ', { last: 4035.2 })]);
  dataSetStores.positions.replaceAll([
    positionRow({ positionSeq: 1, contract: 'DEC26 WMAZ', net: 5, cost: 20_176 }),
    positionRow({ positionSeq: 2, contract: 'DEC26 WMAZ', net: 1, cost: 4_035.2 }),
  ]);
  dataSetStores.positions.setStatus('success');
  rowsReceived.emit('positions');
  const { unmount } = render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <FramedPanel />
    </ScreenPortContext>,
  );
  const footer = () => screen.getByTestId('footer').textContent;
  const grid = await screen.findByRole('grid');
  fireEvent.focus(grid);
  fireEvent.keyDown(grid, { key: 'a', code: 'KeyA', ctrlKey: true });
  await expect.poll(footer).toMatch(/2 chosen.*Open P\/L, R 0\.00/);
  act(() => marketStore.merge([{ contract: 'DEC26 WMAZ', version: 2, last: 4000 }]));
  await expect.poll(footer).toMatch(/2 chosen.*Open P\/L, R −21,120\.00/);
  unmount();
  setFormatLocale(undefined);
  await server.close();
});
