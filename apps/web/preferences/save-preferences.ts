// Saves the preferences that a screen has changed. Saved preferences take effect immediately, on every screen that reads the store.

import { isRecord, type PreferenceDocument } from '@openpit/wire';
import { askQuestion } from '../actions/dialogs.ts';
import { keepPreferences, loadPreferences } from '../startup/documents.ts';
import { restoreDealerFilter } from '../stores/chosen.ts';
import { type Preferences, usePreferences, useSession } from '../stores/session.ts';
import { deleteUserPreference, updateUserPreference } from '../transport/user-settings.ts';

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** `reason` is a sentence for the user; null if the user has chosen to save nothing yet. */
  | { readonly kind: 'notSaved'; readonly reason: string | null }
  /** The user wants to see the preferences that another window has saved, which the store has now. */
  | { readonly kind: 'shown' };

/** `opened` is the content of the store when the form was opened. Asks the user when another window has saved since then. */
export async function savePreferences(
  document: PreferenceDocument,
  opened: Preferences,
): Promise<SaveOutcome> {
  const { storedId } = opened;
  if (storedId === null)
    return notSaved('Your preferences were not loaded. Close this form, open it again, then save.');
  const result = await updateUserPreference({
    id: storedId,
    jsonString: JSON.stringify(document),
    version: opened.version,
  });
  if (result.kind === 'rejected' && result.status === 409) return resolveConflict(document, opened);
  if (result.kind !== 'ok') return notSaved(result.message);
  keepPreferences(result.value);
  restoreDealerFilter();
  return { kind: 'saved' };
}

const notSaved = (reason: string | null): SaveOutcome => ({ kind: 'notSaved', reason });

async function resolveConflict(edited: PreferenceDocument, opened: Preferences): Promise<SaveOutcome> {
  const answer = await askQuestion({
    title: 'The preferences were changed in another window',
    sentence: 'They have been saved elsewhere since they were opened here. Nothing is saved yet.',
    confirmLabel: 'Save my changes as well',
    otherLabel: 'Load the other version',
    isDestructive: false,
  });
  if (answer === 'no') return notSaved(null);
  try {
    await loadPreferences();
  } catch (error) {
    console.warn('The preferences could not be loaded again.', error);
    return notSaved('The other version could not be loaded. Nothing was saved: save again.');
  }
  if (answer !== 'yes') return { kind: 'shown' };
  const newest = usePreferences.getState();
  return savePreferences(withChanges(newest.document, opened.document, edited), newest);
}

/** Asks the user, for whom all changes of the preferences would be gone. */
export const mayRestoreDefaults = async (): Promise<boolean> =>
  (await askQuestion({
    title: 'Restore the default preferences?',
    sentence:
      'All your preferences return to the defaults, on every device. Your orders then have at most 1 lot until you allow more.',
    confirmLabel: 'Restore the defaults',
    isDestructive: true,
  })) === 'yes';

/** Deletes the saved preferences of the user. New preferences with the defaults are then created, as for a new user (PREF-6). */
export async function restoreDefaults(): Promise<SaveOutcome> {
  const { hqAccess } = useSession.getState();
  if (hqAccess === null) return notSaved('Your profile was not loaded. Reload the page, then try again.');
  const result = await deleteUserPreference(hqAccess.userId);
  // Another window may have deleted the preferences.
  if (result.kind !== 'ok' && !(result.kind === 'rejected' && result.status === 404))
    return notSaved(result.message);
  try {
    await loadPreferences();
  } catch (error) {
    console.warn('The default preferences could not be created.', error);
    return notSaved('Your preferences are deleted, but the defaults could not be saved. Reload the page.');
  }
  restoreDealerFilter();
  return { kind: 'saved' };
}

/** `onto` with all differences between `from` and `to`. */
function withChanges<Value>(onto: Value, from: Value, to: Value): Value {
  if (JSON.stringify(from) === JSON.stringify(to)) return onto;
  if (!isRecord(onto) || !isRecord(from) || !isRecord(to)) return to;
  const names = new Set([...Object.keys(onto), ...Object.keys(to)]);
  const fields = [...names].map((name) => [name, withChanges<unknown>(onto[name], from[name], to[name])]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Value;
}
