// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FloatingPanel } from './floating-panel.tsx';
import { PanelTools } from './panel-frame.tsx';

const onPlace = vi.fn();
const onTool = vi.fn();
beforeEach(() => {
  onPlace.mockClear();
  onTool.mockClear();
  render(
    <FloatingPanel
      title="Deals"
      place={{ x: 10, y: 10, w: 30, h: 30 }}
      z={1}
      areaOf={() => ({ width: 1000, height: 1000 })}
      isLocked={false}
      isResizable
      neighboursOf={() => []}
      onPlace={onPlace}
      onRaise={() => undefined}
      onClose={() => undefined}
      onMaximise={() => undefined}
    >
      <PanelTools>
        <button type="button" onClick={onTool}>
          Split
        </button>
      </PanelTools>
    </FloatingPanel>,
  );
});
afterEach(cleanup);

const press = (element: Element, type: string, clientX: number, buttons = 1) =>
  fireEvent(element, new PointerEvent(type, { bubbles: true, clientX, button: 0, buttons, pointerId: 1 }));
const drag = (element: Element, by: number) => {
  press(element, 'pointerdown', 100);
  press(element, 'pointermove', 100 + by);
  press(element, 'pointerup', 100 + by, 0);
};

describe('the header of a panel', () => {
  it.each(['Split', 'Move or size Deals', 'Close Deals'])('[LAYOUT-4] is dragged from “%s”', (label) => {
    drag(screen.getByRole('button', { name: label }), 200);
    expect(onPlace).toHaveBeenCalledExactlyOnceWith({ x: 30, y: 10, w: 30, h: 30 });
  });

  it('is not dragged by a click on a tool, and not by a pointer that passes after a press that ended elsewhere', () => {
    const tool = screen.getByRole('button', { name: 'Split' });
    drag(tool, 2);
    press(tool, 'pointerdown', 100);
    press(tool, 'pointermove', 300, 0);
    press(tool, 'pointerup', 300, 0);
    fireEvent.click(tool);
    expect(onPlace).not.toHaveBeenCalled();
    expect(onTool).toHaveBeenCalledOnce();
  });
});
