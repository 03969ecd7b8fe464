// Saves the preferences that a screen has changed. They have their effect at once, on every screen that reads the store.
import type { PreferenceDocument } from '@openpit/wire';
import { updateUserPreference } from '../http/user-settings.ts';
import { readPreferenceText } from '../startup/preference-text.ts';
import { restoreDealerFilter } from '../stores/dealer-filter.ts';
import { usePreferences } from '../stores/preferences.ts';

/** Resolves with null when the server has stored them, else with the sentence that says why not. */
export async function savePreferences(document: PreferenceDocument): Promise<string | null> {
  const { storedId } = usePreferences.getState();
  if (storedId === null) return 'Your preferences have not been loaded. Load the page again, then save.';
  const result = await updateUserPreference({ id: storedId, jsonString: JSON.stringify(document) });
  if (result.kind !== 'ok') return result.message;
  // The server's copy has the flags that the market grants, whatever was sent.
  const { _id, userPreferenceJson } = result.value;
  usePreferences.setState({ document: readPreferenceText(userPreferenceJson).document, storedId: _id });
  restoreDealerFilter();
  return null;
}
