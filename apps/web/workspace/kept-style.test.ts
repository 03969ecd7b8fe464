import type { LayoutColumn } from '@openpit/wire';
import { describe, expect, it } from 'vitest';
import { keptLetters, steppedLetters } from './kept-style.ts';

const column = (style: Record<string, unknown>): LayoutColumn => ({
  id: 'a',
  component: 'Deals',
  coordinates: { x: 0, y: 0, w: 10, h: 10, z: 150 },
  style,
});

describe('the text size of a panel', () => {
  it('grows and shrinks by a pixel, from the size that its density gives, within bounds', () => {
    expect(steppedLetters(column({}), 1)).toBe(13);
    expect(steppedLetters(column({ density: 'comfortable' }), 1)).toBe(14);
    expect(steppedLetters(column({ lettersPx: 20 }), 1)).toBe(20);
    expect(steppedLetters(column({ lettersPx: 9 }), -1)).toBe(9);
  });

  it('is ignored in a layout where it is no such number', () => {
    for (const lettersPx of ['14', 14.5, 400, Number.NaN, null])
      expect(keptLetters(column({ lettersPx }))).toBeNull();
    expect(keptLetters(column({ lettersPx: 14 }))).toBe(14);
  });
});
