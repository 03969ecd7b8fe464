// Who is signed in: the token, when it ends, the HQ account and the name to show. Written by session/ (token) and by
// startup/ (HQ account, AUTH-9); read by every screen.
import type { HqAccess } from '@openpit/wire';
import { create } from 'zustand';

/**
 * When a token ends before any token has been read (AUTH-12): far in the future, so that nothing counts down. It never
 * counts as validity: without a token nobody is signed in.
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
