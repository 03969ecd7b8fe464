// The userPref loader (PREF-3 to 6): loads the document, converts an old one and saves it back, or creates the first one.
import { newPreferenceDocument, type PreferenceDocument } from '@openpit/wire';
import { createUserPreference, getUserPreference, updateUserPreference } from '../http/user-settings.ts';
import { usePreferences } from '../stores/preferences.ts';
import { useSession } from '../stores/session.ts';
import { readPreferenceText } from './preference-text.ts';

/** Rejects with the text for the error toast (PREF-6). */
export async function loadPreferences(): Promise<void> {
  const result = await getUserPreference();
  if (result.kind === 'rejected' && result.status === 404) return createDefault();
  if (result.kind !== 'ok') throw new Error(result.errorText);
  if (result.value === null) throw new Error('No userpref returned.');
  const { _id, userPreferenceJson, version } = result.value;
  const { document, isConverted, unreadable } = readPreferenceText(userPreferenceJson);
  if (unreadable.length > 0)
    console.warn(`These preferences could not be read and have their defaults: ${unreadable}`);
  usePreferences.setState({ document, storedId: _id, version });
  if (isConverted) await saveBack(_id, document, version);
}

/** The user did not ask for this save. If it fails, for example because another window has saved, the next start converts again. */
async function saveBack(
  id: string,
  document: PreferenceDocument,
  version: string | undefined,
): Promise<void> {
  const result = await updateUserPreference({
    id,
    jsonString: JSON.stringify(document),
    ...(version !== undefined && { version }),
  });
  if (result.kind === 'ok') usePreferences.setState({ version: result.value.version });
  else console.warn(`The converted preferences were not saved back: ${result.errorText}`);
}

async function createDefault(): Promise<void> {
  const userId = useSession.getState().hqAccess?.userId;
  if (userId === undefined) throw new Error('No HQ: Cannot create default');
  const document = newPreferenceDocument();
  const result = await createUserPreference({ userId, userPreferenceJson: JSON.stringify(document) });
  if (result.kind !== 'ok') throw new Error(result.errorText);
  // The server's copy has the flags that the market grants, whatever was sent.
  const { _id, userPreferenceJson, version } = result.value;
  usePreferences.setState({
    document: readPreferenceText(userPreferenceJson).document,
    storedId: _id,
    version,
  });
}
