import { describe, expect, it, vi } from 'vitest';
import { patiently } from './patiently.ts';

const failing = (times: number) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the dialog';
  };
};

describe('a part of the program that is fetched when it is needed', () => {
  it('is tried again until it is there, with growing pauses', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const pauses: number[] = [];
    const load = patiently(failing(6), async (ms) => void pauses.push(ms));
    expect(await load()).toBe('the dialog');
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000]);
    expect(warned).toHaveBeenCalledTimes(6);
    warned.mockRestore();
  });

  it('is given up with its error when it stays away, so that the page can say so', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const pauses: number[] = [];
    const load = patiently(failing(1_000), async (ms) => void pauses.push(ms));
    await expect(load()).rejects.toThrow('Failed to fetch');
    expect(pauses).toHaveLength(17);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(45_000);
    warned.mockRestore();
  });
});
