// The signed-in user: the token, its expiry, the HQ account and the name to show. Written by session/ (token) and startup/
// (HQ account, AUTH-9); read by every screen.
import type { HqAccess } from '@openpit/wire';
import { create } from 'zustand';

/**
 * The expiry before a token has been read (AUTH-12): far in the future, so that nothing counts down. It does not mean that
 * anyone is signed in, which needs a token.
 */
export const placeholderTokenExpiration = Date.UTC(2222, 4, 5);

export interface Session {
  readonly token: string | null;
  /** Epoch milliseconds. */
  readonly tokenExpiresAt: number;
  /** Null until getHQAccess has answered 200 in this page load. */
  readonly hqAccess: HqAccess | null;
  readonly displayName: string;
}

export const signedOut: Session = {
  token: null,
  tokenExpiresAt: placeholderTokenExpiration,
  hqAccess: null,
  displayName: '',
};

export const useSession = create<Session>()(() => signedOut);
