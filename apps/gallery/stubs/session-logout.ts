// The gallery has no session.
import type { LogoutToast } from '../../web/session/logout-toast.ts';

export const tokenExpiredToast: LogoutToast = { type: 'warning', message: 'Token Expired' };
export const isLeaving = (): boolean => true;
export function logout(): void {
  console.info('Sign out');
}
