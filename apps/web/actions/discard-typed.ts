// The question before what was typed into a form is discarded (the rule is in stores/typed-forms.ts).
import { type FormPlace, typedForm } from '../stores/typed-forms.ts';
import { askConfirmation } from './confirmation.ts';

/** Asks before what is typed in these places is discarded; true when there is nothing, or the user discards it. */
export async function mayDiscard(...places: readonly FormPlace[]): Promise<boolean> {
  const names = places.flatMap((place) => typedForm(place)?.name ?? []);
  if (names.length === 0) return true;
  return askConfirmation({
    title: 'Discard what was typed?',
    sentence: `${names.map((name) => `“${name}”`).join(' and ')} ${names.length === 1 ? 'is' : 'are'} typed and not done.`,
    confirmLabel: 'Discard',
    cancelLabel: 'Go on typing',
    isDestructive: true,
  });
}

/** Closes the dialog when nothing is typed in it, or the user discards that. */
export async function closeTyped(close: () => void): Promise<void> {
  if (await mayDiscard('dialog')) close();
}
