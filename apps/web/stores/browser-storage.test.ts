import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkStorage,
  readKept,
  readStored,
  storageKeys,
  storageSentences,
  type TabKey,
  tabStorageKeys,
  useStorageFault,
  writeKept,
  writeStored,
} from './browser-storage.ts';

function fullOf(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: () => {
      throw Object.assign(new Error('The quota has been exceeded.'), { name: 'QuotaExceededError' });
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

/** Firefox and Chromium throw as soon as the name is touched. */
function forbid(name: 'localStorage' | 'sessionStorage') {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw Object.assign(new Error('Access is denied for this document.'), { name: 'SecurityError' });
    },
  });
}

let warnings: string[];
beforeEach(() => {
  warnings = [];
  useStorageFault.setState({ fault: null });
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  for (const key of Object.values(storageKeys)) writeStored(key, null);
  for (const key of Object.keys(tabStorageKeys) as TabKey[]) writeKept(key, null);
  vi.restoreAllMocks();
});

describe('the storage of the browser', () => {
  it('is replaced by the page where site data is blocked, with one warning', () => {
    forbid('localStorage');
    forbid('sessionStorage');
    checkStorage();
    expect(useStorageFault.getState().fault).toBe('forbidden');
    writeStored('jwt', 'a token');
    writeKept('work', '{}');
    expect(readStored('jwt')).toBe('a token');
    expect(readKept('work')).toBe('{}');
    writeStored('jwt', null);
    expect(readStored('jwt')).toBeNull();
    expect(warnings).toEqual([storageSentences.forbidden]);
  });

  it('is replaced by the page where it is full, even over an older value', () => {
    const items = new Map([['jwt', 'an old token']]);
    vi.stubGlobal('localStorage', fullOf(items));
    writeStored('jwt', 'a token');
    expect(readStored('jwt')).toBe('a token');
    expect(useStorageFault.getState().fault).toBe('full');
    writeStored('jwt', null);
    expect(readStored('jwt')).toBeNull();
    expect(items.size).toBe(0);
    expect(warnings).toEqual([storageSentences.full]);
  });

  it('is replaced by the page where the browser has none', () => {
    vi.stubGlobal('localStorage', undefined);
    writeStored('theme', 'dark');
    expect(readStored('theme')).toBe('dark');
    expect(useStorageFault.getState().fault).toBe('missing');
  });

  it('is used again as soon as it has room', () => {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', fullOf(items));
    writeStored('theme', 'dark');
    vi.stubGlobal('localStorage', {
      ...fullOf(items),
      setItem: (key: string, value: string) => void items.set(key, value),
    });
    writeStored('theme', 'light');
    expect(readStored('theme')).toBe('light');
    expect(items.get('theme')).toBe('light');
  });
});
