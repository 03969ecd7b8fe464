// The signed-in user: the token, its expiry, the HQ account and the name to show. Written by session/ (token) and startup/
// (HQ account, AUTH-9); read by every screen.
import {
  type ClientSettingsReply,
  defaultClientSettings,
  type HqAccess,
  newPreferenceDocument,
  type PreferenceDocument,
} from '@openpit/wire';
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

// The signed-in user's preferences (PREF-1 to 3) for the screens: permission flags, defaults of the order form, appearance.
// Written by startup/ when they are loaded, and by the code that saves them.

export interface Preferences {
  readonly document: PreferenceDocument;
  /** `_id` of the stored document; null until one has been loaded or created. */
  readonly storedId: string | null;
  /** The version of the stored document, which a save compares; left out where it is not known. */
  readonly version?: string | undefined;
}

export const usePreferences = create<Preferences>()(() => ({
  document: newPreferenceDocument(),
  storedId: null,
}));

// The client settings of the server (START-3, HUB-5, AUTH-6); the specification's own values until it has answered.

export const useSettings = create<ClientSettingsReply>()(() => defaultClientSettings);
