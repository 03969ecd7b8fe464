// The gallery has no session.
export * from '../../web/server/logout.ts';

import type { LogoutToast } from '../../web/server/logout.ts';

export const tokenExpiredToast: LogoutToast = { type: 'warning', message: 'Token Expired' };
export const isLeaving = (): boolean => true;
export function logout(): void {
  console.info('Sign out');
}
