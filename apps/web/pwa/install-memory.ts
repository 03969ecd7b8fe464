// What this browser keeps of the answer to the install prompt (SHELL-7): hidden permanently, or for 24 hours.
import { readStored, storageKeys, writeStored } from '../stores/browser-storage.ts';

export const snoozeMs = 24 * 60 * 60 * 1_000;

const silenced = 'silenced';

/** `stored` is `silenced`, or the time of “Remind me later”; `now` in epoch milliseconds. */
export function isHiddenBy(stored: string | null, now: number): boolean {
  if (stored === null) return false;
  if (stored === silenced) return true;
  const since = now - Number(stored);
  return since >= 0 && since < snoozeMs;
}

export const isInstallHidden = (): boolean => isHiddenBy(readStored(storageKeys.installPrompt), Date.now());

export const silenceInstall = (): void => writeStored(storageKeys.installPrompt, silenced);

export const snoozeInstall = (): void => writeStored(storageKeys.installPrompt, String(Date.now()));
