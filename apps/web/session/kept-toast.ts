// The toast that belongs to a logout is kept over the page's reload and shown once on Login (AUTH-7).
import type { NewToast } from '../notices/toasts.ts';

export type KeptToast = Pick<NewToast, 'type' | 'message'>;

const key = 'toastAfterLogout';

export function keepToast(storage: Pick<Storage, 'setItem'>, { type, message }: KeptToast): void {
  storage.setItem(key, JSON.stringify({ type, message }));
}

/** The kept toast, which is forgotten by that; null when there is none or it cannot be read. */
export function takeKeptToast(storage: Pick<Storage, 'getItem' | 'removeItem'>): KeptToast | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  storage.removeItem(key);
  try {
    const kept: unknown = JSON.parse(text);
    return isKeptToast(kept) ? { type: kept.type, message: kept.message } : null;
  } catch {
    return null;
  }
}

function isKeptToast(value: unknown): value is KeptToast {
  if (typeof value !== 'object' || value === null) return false;
  const { type, message } = value as { type?: unknown; message?: unknown };
  return typeof message === 'string' && ['error', 'warning', 'success', 'info'].includes(String(type));
}
