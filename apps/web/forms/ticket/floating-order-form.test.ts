import { describe, expect, it } from 'vitest';
import {
  firstPlaceMarginPx,
  keepInView,
  keptPlace,
  placeAfterResize,
  placeBeside,
} from './floating-order-form.tsx';

const form = { width: 320, height: 340 };
const view = { width: 1600, height: 900 };
const cell = (left: number, top: number) => ({ left, top, right: left + 70, bottom: top + 24 });

describe('the order form', () => {
  it('opens on the right of the cell that was pressed', () => {
    expect(placeBeside(cell(300, 200), form, view)).toEqual({ x: 378, y: 192 });
  });

  it('opens on the left where it would leave the window on the right', () => {
    expect(placeBeside(cell(1400, 200), form, view)).toEqual({ x: 1072, y: 192 });
  });

  it('is moved up from the bottom of the window', () => {
    expect(placeBeside(cell(300, 850), form, view).y).toBe(552);
  });

  it('[SHELL-4] stays above the corner where toasts appear, which would cover its button', () => {
    const place = placeBeside(cell(1250, 850), form, view);
    expect(place.x + form.width).toBeGreaterThan(1600 - 432);
    expect(place.y + form.height).toBeLessThanOrEqual(900 - 124);
  });

  it('opens below or above the cell in a narrow window, and never covers it', () => {
    const narrow = { width: 620, height: 900 };
    expect(placeBeside(cell(250, 100), form, narrow)).toEqual({ x: 250, y: 132 });
    const above = placeBeside(cell(250, 700), form, narrow);
    expect(above.y + form.height).toBeLessThanOrEqual(700);
  });

  it('opens below the open toolbar even in a low window, as at 200 % zoom, where it is as high as there is room', () => {
    const low = { width: 640, height: 360 };
    const asHigh = { ...form, height: low.height - firstPlaceMarginPx };
    for (const anchor of [cell(60, 70), cell(400, 300), cell(250, 20), null]) {
      const { y } = placeBeside(anchor, asHigh, low);
      expect(y).toBeGreaterThanOrEqual(48 + 8);
      expect(y + asHigh.height).toBeLessThanOrEqual(low.height - 8);
    }
  });

  it('stays clear of the toolbar with its button visible when the window shrinks, for example by zoom', () => {
    const open = placeBeside(cell(900, 500), form, view);
    const low = { width: 800, height: 450 };
    for (const isMoved of [false, true]) {
      const { x, y } = placeAfterResize(open, form, low, { isMoved });
      expect(x + form.width).toBeLessThanOrEqual(low.width - 8);
      expect(y + form.height).toBeLessThanOrEqual(low.height - 8);
      if (!isMoved) expect(y).toBeGreaterThanOrEqual(48 + 8);
    }
  });

  it('keeps its button visible when it grows, even after the user has moved it', () => {
    const long = { width: 320, height: 480 };
    for (const isMoved of [false, true]) {
      const { y } = placeAfterResize({ x: 8, y: 552 }, long, view, { isMoved });
      expect(y + long.height).toBeLessThanOrEqual(view.height - 8);
    }
  });

  it('keeps its corner in view even in a window that is smaller than the form', () => {
    expect(keepInView({ x: 900, y: -20 }, form, { width: 300, height: 200 })).toEqual({ x: 8, y: 8 });
  });

  it('opens in the middle when no cell was pressed', () => {
    expect(placeBeside(null, form, view)).toEqual({ x: 640, y: 280 });
  });

  it('[PREF-3] opens where the user left it if that is valid and preferred, otherwise next to the cell', () => {
    expect(keptPlace('last', '120,-4')).toEqual({ x: 120, y: -4 });
    expect(keptPlace('last', '120')).toBeNull();
    expect(keptPlace('last', null)).toBeNull();
    expect(keptPlace('button', '120,-4')).toBeNull();
  });
});
