import { afterEach, describe, expect, it, vi } from 'vitest';
import { clipboardSentences, copyText } from './clipboard.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('copying a text', () => {
  it('puts it into the clipboard', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    expect(await copyText('12-34')).toBeNull();
    expect(copied).toEqual(['12-34']);
  });

  it('reports that there is no clipboard on an address without HTTPS, and does not throw', async () => {
    vi.stubGlobal('navigator', {});
    expect(await copyText('12-34')).toBe('missing');
    expect(clipboardSentences.missing).toMatch(/without HTTPS/);
  });

  it('reports that the browser does not allow it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const writeText = async () => {
      throw Object.assign(new Error('Write permission denied.'), { name: 'NotAllowedError' });
    };
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    expect(await copyText('12-34')).toBe('forbidden');
  });
});
