// The toast of a logout survives the page's reload in session storage and is shown once on Login (AUTH-7).
import type { NewToast } from '../notices/toasts.ts';
import { readKept, writeKept } from '../stores/browser-storage.ts';

export type LogoutToast = Pick<NewToast, 'type' | 'message'>;

export function saveLogoutToast({ type, message }: LogoutToast): void {
  writeKept('logoutToast', JSON.stringify({ type, message }));
}

/** Returns the saved toast and removes it; null when there is none or it cannot be read. */
export function takeLogoutToast(): LogoutToast | null {
  const text = readKept('logoutToast');
  if (text === null) return null;
  writeKept('logoutToast', null);
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
