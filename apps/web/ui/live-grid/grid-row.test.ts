import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlasher, flashMs } from './grid-row.tsx';

function cell() {
  const classes = new Set<string>();
  return {
    classes,
    classList: { add: (n: string) => classes.add(n), remove: (n: string) => classes.delete(n) },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the stepped flash', () => {
  it('is on for 300 ms, with one timer for all cells', () => {
    const flasher = createFlasher(Date.now);
    const cells = Array.from({ length: 50 }, cell);
    for (const element of cells) flasher.flash(element, 'up');
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(flashMs - 1);
    expect(cells.every((cell) => cell.classes.has('up'))).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cells.some((cell) => cell.classes.has('up'))).toBe(false);
    expect(flasher.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stays on while the value keeps changing', () => {
    const flasher = createFlasher(Date.now);
    const element = cell();
    for (let step = 0; step < 10; step += 1) {
      flasher.flash(element, 'up');
      vi.advanceTimersByTime(100);
      expect(element.classes.has('up')).toBe(true);
    }
    vi.advanceTimersByTime(flashMs);
    expect(element.classes.size).toBe(0);
  });

  it('shows only the newest direction', () => {
    const flasher = createFlasher(Date.now);
    const element = cell();
    flasher.flash(element, 'up');
    vi.advanceTimersByTime(100);
    flasher.flash(element, 'down');
    expect([...element.classes]).toEqual(['down']);
  });

  it('ends only the flashes that are due', () => {
    const flasher = createFlasher(Date.now);
    const early = cell();
    const late = cell();
    flasher.flash(early, 'up');
    vi.advanceTimersByTime(200);
    flasher.flash(late, 'down');
    vi.advanceTimersByTime(100);
    expect(early.classes.size).toBe(0);
    expect(late.classes.has('down')).toBe(true);
    vi.advanceTimersByTime(200);
    expect(late.classes.size).toBe(0);
  });
});
