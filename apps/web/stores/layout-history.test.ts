import type { LayoutDocument } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { isSameBesideStack, maxSteps, noHistory, redo, undo, withChange } from './layout-history.ts';
import { freeName, nameFault } from './layout-names.ts';
import { starterLayouts } from './starter-layouts.ts';

const at = (x: number, z = 150): LayoutDocument => ({
  name: 'Desk',
  isMobile: false,
  columns: [{ id: 'a', component: 'Depth', coordinates: { x, y: 0, w: 20, h: 40, z } }],
});

describe('the history of a layout', () => {
  it('undoes and redoes step by step', () => {
    const first = withChange(noHistory, at(0), { subject: null, at: 0 });
    const second = withChange(first, at(1), { subject: null, at: 10 });
    const back = undo(second, at(2));
    expect(back?.document).toEqual(at(1));
    const further = back && undo(back.history, back.document);
    expect(further?.document).toEqual(at(0));
    expect(further && undo(further.history, further.document)).toBeNull();
    const again = further && redo(further.history, further.document);
    expect(again?.document).toEqual(at(1));
    expect(again && redo(again.history, again.document)?.document).toEqual(at(2));
  });

  it('has one step for small changes of one thing in succession, and two after a pause', () => {
    const run = withChange(withChange(noHistory, at(0), { subject: 'a', at: 0 }), at(1), {
      subject: 'a',
      at: 900,
    });
    expect(run.past).toEqual([at(0)]);
    expect(withChange(run, at(2), { subject: 'a', at: 1_950 }).past).toHaveLength(2);
    expect(withChange(run, at(2), { subject: 'b', at: 950 }).past).toHaveLength(2);
  });

  it('does not restore the stack: the panel that is on top stays on top', () => {
    const history = withChange(noHistory, at(0, 150), { subject: null, at: 0 });
    expect(undo(history, at(5, 160))?.document).toEqual(at(0, 160));
    expect(isSameBesideStack(at(0, 150), at(0, 160))).toBe(true);
    expect(isSameBesideStack(at(0, 150), at(1, 150))).toBe(false);
  });

  it('keeps the last thirty steps, and has nothing to redo after a new change', () => {
    let history = noHistory;
    for (let x = 0; x < 40; x += 1) history = withChange(history, at(x), { subject: null, at: x });
    expect(history.past).toHaveLength(maxSteps);
    expect(history.past[0]).toEqual(at(10));
    const back = undo(history, at(40));
    expect(back && withChange(back.history, back.document, { subject: null, at: 99 }).future).toEqual([]);
  });
});

describe('names of layouts', () => {
  it('are made unique with a number, within the maximum length', () => {
    expect(freeName('Desk', ['Other'])).toBe('Desk');
    expect(freeName('Desk', ['desk', 'Desk 2'])).toBe('Desk 3');
    const long = 'x'.repeat(80);
    expect(freeName(long, [long])).toBe(`${'x'.repeat(78)} 2`);
  });

  it('are not accepted when they are empty or too long', () => {
    expect(nameFault('  ')).toBe('A layout needs a name.');
    expect(nameFault('x'.repeat(81))).toMatch(/at most 80/);
    expect(nameFault('Desk')).toBeNull();
  });
});

describe('a starter layout', () => {
  it('has positions and deals next to prices, depth and orders for a dealer', () => {
    const dealer = starterLayouts.find(({ id }) => id === 'dealer');
    expect(dealer?.places.map(({ component }) => component)).toEqual([
      'Futures',
      'Depth',
      'Positions',
      'ActiveOrders',
      'Deals',
    ]);
  });
});
