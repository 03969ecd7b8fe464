// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { PanelLookContext, PanelSlotsProvider, usePanelSlots } from '../../ui/panel-frame.tsx';
import { DeltasPanel, OptionsPanel } from './panel.tsx';

const look = { tools: { current: null }, frozenAt: null, flash: undefined };
// The document of the tests has neither fonts nor a canvas.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
HTMLCanvasElement.prototype.getContext = (() => ({
  measureText: (text: string) => ({ width: text.length * 7 }),
})) as never;

it.each([
  ['Options', OptionsPanel],
  ['Deltas', DeltasPanel],
])('[PANEL-2] %s shows volatility, premium and greeks as tabs beside its title', (component, Panel) => {
  function FramedPanel() {
    const { slots, titleRef } = usePanelSlots();
    const column = { id: 'o', component, coordinates: { x: 0, y: 0, w: 100, h: 100, z: 1 } };
    return (
      <>
        <div ref={titleRef} data-testid="title" />
        <PanelSlotsProvider slots={slots}>
          <PanelLookContext value={look}>
            <Panel column={column} device="desktop" onChange={() => undefined} />
          </PanelLookContext>
        </PanelSlotsProvider>
      </>
    );
  }
  const { unmount } = render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <FramedPanel />
    </ScreenPortContext>,
  );
  const modes = within(screen.getByTestId('title')).queryAllByRole('radio');
  expect(modes.map((mode) => mode.getAttribute('value'))).toEqual(['volatility', 'premium', 'greeks']);
  unmount();
});
