import { describe, expect, it } from 'vitest';
import { isHiddenBy } from './install-prompt.tsx';

const at = Date.UTC(2026, 10, 18, 9);
const hours = 60 * 60 * 1_000;

describe('the memory of the install prompt', () => {
  it('[SHELL-7] hides nothing before the user has answered', () => {
    expect(isHiddenBy(null, at)).toBe(false);
  });

  it("[SHELL-7] hides the prompt permanently after “Don't Remind Me Again”", () => {
    expect(isHiddenBy('silenced', at)).toBe(true);
    expect(isHiddenBy('silenced', at + 10_000 * hours)).toBe(true);
  });

  it('[SHELL-7] hides the prompt for 24 hours after “Remind me later”', () => {
    expect(isHiddenBy(String(at), at)).toBe(true);
    expect(isHiddenBy(String(at), at + 24 * hours - 1)).toBe(true);
    expect(isHiddenBy(String(at), at + 24 * hours)).toBe(false);
  });

  it('[SHELL-7] shows the prompt if the stored value cannot be read, or is later than now', () => {
    expect(isHiddenBy('soon', at)).toBe(false);
    expect(isHiddenBy(String(at + 1), at)).toBe(false);
  });
});
