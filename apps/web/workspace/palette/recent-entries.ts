// What was chosen last in the command palette, the newest first; this browser remembers it.
import * as z from 'zod/mini';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';

const maxRecent = 8;
const ids = z.array(z.string());

export function recentEntries(): readonly string[] {
  try {
    const read = ids.safeParse(JSON.parse(readStored(storageKeys.recentEntries) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function rememberEntry(id: string): void {
  const kept = [id, ...recentEntries().filter((other) => other !== id)].slice(0, maxRecent);
  writeStored(storageKeys.recentEntries, JSON.stringify(kept));
}
