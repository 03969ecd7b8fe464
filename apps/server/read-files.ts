// Reads the files that people edit: reference data, schedules, and any text in UTF-8.
import { readFile } from 'node:fs/promises';
import {
  type MarketFile,
  parseMarketFile,
  parseSchedule,
  ReferenceDataError,
  type Schedule,
  ScheduleError,
} from '@openpit/market';

/**
 * The text of a file that people edit: in UTF-8, without the byte order mark that some editors put in front. Throws `fail` of a
 * sentence that begins with `what`.
 */
export async function readText(
  file: string,
  subject: string,
  fail: (sentence: string) => Error,
): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw fail(`${subject} cannot be read (${why}).`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fail(`${subject} cannot be read (it is not in UTF-8: save it as UTF-8).`);
  }
}

/** Throws ReferenceDataError. `isNew`: the file opens a market. */
export async function readMarketFile(file: string, isNew = false): Promise<MarketFile> {
  const text = await readText(
    file,
    `The reference data ${file}`,
    (sentence) => new ReferenceDataError(sentence),
  );
  return parseMarketFile(text, file, isNew);
}

/** Throws ScheduleError. */
export async function readSchedule(file: string): Promise<Schedule> {
  return parseSchedule(
    await readText(file, `The schedule ${file}`, (sentence) => new ScheduleError(sentence)),
    file,
  );
}
