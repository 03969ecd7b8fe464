import { describe, expect, it } from 'vitest';
import { saveLogoutToast, takeLogoutToast } from './logout-toast.ts';

function storageOf(...entries: [string, string][]) {
  const items = new Map(entries);
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('[AUTH-7] the toast of a logout', () => {
  it('is available after the reload, once', () => {
    const storage = storageOf();
    saveLogoutToast(storage, { type: 'warning', message: 'Token Expired' });
    expect(takeLogoutToast(storage)).toEqual({ type: 'warning', message: 'Token Expired' });
    expect(takeLogoutToast(storage)).toBeNull();
    expect(storage.items.size).toBe(0);
  });

  it('is dropped when it cannot be read', () => {
    for (const text of ['{', '7', '{"type":"loud","message":"x"}', '{"type":"info"}'])
      expect(takeLogoutToast(storageOf(['toastAfterLogout', text]))).toBeNull();
  });
});
