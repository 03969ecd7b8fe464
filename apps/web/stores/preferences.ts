// The signed-in user's preferences (PREF-1 to 3) for the screens: permission flags, defaults of the order form, appearance.
// Written by startup/ when they are loaded, and by the code that saves them.
import { newPreferenceDocument, type PreferenceDocument } from '@openpit/wire';
import { create } from 'zustand';

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
