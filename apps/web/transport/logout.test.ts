import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tabStorageKeys } from '../stores/browser-storage.ts';
import { saveLogoutToast, takeLogoutToast } from './logout.ts';

const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('[AUTH-7] the toast of a logout', () => {
  it('is available after the reload, once', () => {
    saveLogoutToast({ type: 'warning', message: 'Token Expired' });
    expect(takeLogoutToast()).toEqual({ type: 'warning', message: 'Token Expired' });
    expect(takeLogoutToast()).toBeNull();
    expect(items.size).toBe(0);
  });

  it('is dropped when it cannot be read', () => {
    for (const text of ['{', '7', '{"type":"loud","message":"x"}', '{"type":"info"}']) {
      items.set(tabStorageKeys.logoutToast, text);
      expect(takeLogoutToast()).toBeNull();
    }
  });
});
