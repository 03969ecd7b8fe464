// The toast of a logout survives the page's reload in session storage and is shown once on Login (AUTH-7).
import type { NewToast } from '../notices/toasts.ts';

export type LogoutToast = Pick<NewToast, 'type' | 'message'>;

const key = 'toastAfterLogout';

export function saveLogoutToast(storage: Pick<Storage, 'setItem'>, { type, message }: LogoutToast): void {
  storage.setItem(key, JSON.stringify({ type, message }));
}

/** Returns the saved toast and removes it; null when there is none or it cannot be read. */
export function takeLogoutToast(storage: Pick<Storage, 'getItem' | 'removeItem'>): LogoutToast | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  storage.removeItem(key);
  try {
    const saved: unknown = JSON.parse(text);
    return isLogoutToast(saved) ? { type: saved.type, message: saved.message } : null;
  } catch {
    return null;
  }
}

function isLogoutToast(value: unknown): value is LogoutToast {
  if (typeof value !== 'object' || value === null) return false;
  const { type, message } = value as { type?: unknown; message?: unknown };
  return typeof message === 'string' && ['error', 'warning', 'success', 'info'].includes(String(type));
}
