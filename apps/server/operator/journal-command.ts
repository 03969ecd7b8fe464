// `npm run admin -- journal …`: shows its size and single commands, checks all of it, and packs its remaining rows.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commandLine,
  copyJournal,
  type JournalReader,
  type JournalSizes,
  journalEntry,
  journalSizes,
  type MarketPlace,
  openPostgresReader,
} from '@openpit/storage';
import { counted } from '@openpit/wire';
import * as z from 'zod/mini';
import { openJournalIn, requirePlace } from '../data-folder.ts';
import { localAction, megabytes, number, OperatorRejection, paced } from './operator-action.ts';

type Place = Required<MarketPlace>;
type Print = (line: string) => void;

const noCommand = 'Command numbers begin at 1.';

export const journalActions = {
  'journal-size': localAction({
    words: 'journal size',
    arguments: {},
    help: 'show the number of commands in the journal and the space that they occupy',
    runHere: async (place) => sizesSentence(await journalSizes(checked(place))),
  }),
  'journal-print': localAction({
    words: 'journal print',
    arguments: { seq: number('COMMAND', z.int(noCommand).check(z.minimum(1, noCommand))) },
    help: `print a command and its outcome as they are in the journal; "${commandLine('explain')}" replays it`,
    runHere: (place, { seq }) => printEntry(checked(place), seq),
  }),
  'journal-verify': localAction({
    words: 'journal verify',
    arguments: {},
    help: 'read every command and outcome with its checksum or hash, even while the server runs',
    runHere: (place, _fields, print) => verify(checked(place), paced(print)),
  }),
  'journal-pack': localAction({
    words: 'journal pack',
    arguments: {},
    help: 'compress all commands but the newest, as the server does with closed days; no server may run',
    runHere: (place, _fields, print) => packAll(checked(place), paced(print)),
  }),
};

/** Throws OperatorRejection or DataFolderError. */
function checked(place: Place): Place {
  requirePlace(place);
  if (place.database === null && !existsSync(join(place.dataFolder, 'journal.db')))
    throw new OperatorRejection(
      `There is no market in ${place.dataFolder}. Name the data folder with --data.`,
    );
  return place;
}

function sizesSentence({ lastSeq, packedThrough, packed, plain, stored, free }: JournalSizes): string {
  const packs =
    packedThrough === 0
      ? 'none of them packed'
      : `of which 1 to ${packedThrough} are packed: ${megabytes(packed)} instead of ${megabytes(plain)}`;
  const freeSpace = free === null ? '' : `, of which ${megabytes(free)} are free for further commands`;
  return `The journal has ${counted(lastSeq, 'command')}, ${packs}.\nIt takes ${megabytes(stored)}${freeSpace}.`;
}

async function printEntry(place: Place, seq: number): Promise<string> {
  const entry = await journalEntry(place, seq);
  if (entry === null) {
    const { lastSeq } = await journalSizes(place);
    throw new OperatorRejection(
      lastSeq === 0 ? 'The journal has no commands yet.' : `The journal has the commands 1 to ${lastSeq}.`,
    );
  }
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return `${text(entry.command)}\n${entry.outcome === null ? 'The outcome is not written yet.' : text(entry.outcome)}`;
}

/**
 * Reads a copy of the journal's files, because the server owns them; a database is read directly. Rejects with JournalDamagedError,
 * DataFolderError or DatabaseError.
 */
async function verify({ dataFolder, database }: Place, print: Print): Promise<string> {
  if (database !== null) {
    const reader = await openPostgresReader(database);
    return wholeSentence(await readAll(reader, print).finally(() => reader.close()));
  }
  const copy = await mkdtemp(join(tmpdir(), 'openpit-journal-'));
  try {
    const { lastSeq } = copyJournal(dataFolder, copy, (read, total) =>
      print(`Read ${read} of ${counted(total, 'command')}`),
    );
    return wholeSentence(lastSeq);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function readAll(reader: JournalReader, print: Print): Promise<number> {
  const lastSeq = await reader.lastSeq();
  let read = 0;
  for await (const rows of reader.read(1)) {
    read += rows.length;
    print(`Read ${read} of ${counted(lastSeq, 'command')}`);
  }
  for await (const _rows of reader.readOutcomes(1));
  return lastSeq;
}

const wholeSentence = (lastSeq: number): string =>
  `The journal is whole: ${counted(lastSeq, 'command and its outcome match', 'commands and their outcomes match')} their checksums and hashes.`;

async function packAll(place: Place, print: Print): Promise<string> {
  const journal = await openJournalIn(place);
  try {
    const lastSeq = await journal.lastSeq();
    for (let packs = 1; await journal.pack?.(lastSeq); packs += 1) print(`Wrote ${packs} packs`);
  } finally {
    await journal.close();
  }
  return sizesSentence(await journalSizes(place));
}
