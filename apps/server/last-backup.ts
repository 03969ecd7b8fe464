// The time of the last backup. The operator's command line records it in the data folder, and /metrics reports it, because nobody
// notices that backups have stopped until one is needed.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const fileIn = (dataFolder: string): string => join(dataFolder, 'last-backup.json');

const note = z.object({ completedAt: z.int().nonnegative() });

/** `completedAt`: epoch milliseconds. Rejects when the data folder cannot be written. */
export async function noteBackup(dataFolder: string, completedAt: number): Promise<void> {
  const file = fileIn(dataFolder);
  await writeFile(`${file}.new`, `${JSON.stringify({ completedAt })}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Epoch milliseconds; `null` if there was no backup, or the note cannot be read. */
export async function lastBackupAt(dataFolder: string): Promise<number | null> {
  try {
    return note.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8'))).completedAt;
  } catch {
    return null;
  }
}
