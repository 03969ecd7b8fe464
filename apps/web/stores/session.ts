// The signed-in user: token and HQ account (AUTH-9), preferences (PREF-1 to 3), and the server's client settings. session/ writes
// the token. startup/ and the code that saves preferences write the rest.
import {
  type ClientSettingsReply,
  defaultClientSettings,
  type HqAccess,
  newPreferenceDocument,
  type PreferenceDocument,
} from '@openpit/wire';
import { create } from 'zustand';

/**
 * The expiry before a token has been read (AUTH-12), far in the future so that nothing counts down. It does not mean that anyone
 * is signed in.
 */
export const placeholderTokenExpiration = Date.UTC(2222, 4, 5);

export interface Session {
  readonly token: string | null;
  /** Epoch milliseconds. */
  readonly tokenExpiresAt: number;
  /** `null` until getHQAccess has answered 200 in this page load. */
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

export interface Preferences {
  readonly document: PreferenceDocument;
  /** `_id` of the stored document; null until one has been loaded or created. */
  readonly storedId: string | null;
  /** The version of the stored document, which a save compares; omitted if unknown. */
  readonly version?: string | undefined;
}

export const usePreferences = create<Preferences>()(() => ({
  document: newPreferenceDocument(),
  storedId: null,
}));

/** The specification's values apply until the server has answered (START-3, HUB-5, AUTH-6). */
export const useSettings = create<ClientSettingsReply>()(() => defaultClientSettings);
