// The journal in the data folder: SQLite through libsql, on its own worker thread, for one owner at a time.
// This is the handle; the work is done in journal-worker.ts and journal-store.ts.
import { join } from 'node:path';
import { startThread, type Thread } from '../threads/thread.ts';
import type { Journal, JournalRow, OwnedJournal } from './journal.ts';
import { type JournalProtocol, journalError } from './journal-calls.ts';
import { JournalFailedError } from './journal-errors.ts';
import type { JournalFileOptions } from './journal-file.ts';
import { takeOwnership } from './ownership.ts';
import { buffersOf, type PackedRows, pack, unpack } from './packed-rows.ts';

interface LibsqlJournalOptions extends JournalFileOptions {
  readonly folder: string;
  /** How long outcomes wait for the next commands before they are committed alone; 5 ms by default. */
  readonly outcomeLagMs?: number;
}

/**
 * Acquires the data folder and opens its `journal.db`, creating both if they are missing. Rejects immediately with
 * JournalHeldError if another process holds the folder, and with DataFolderError or JournalDamagedError if a file in it cannot be
 * used.
 */
export async function openLibsqlJournal({
  folder,
  outcomeLagMs = 5,
  laterFiles = [],
  acceptsMissing = false,
}: LibsqlJournalOptions): Promise<OwnedJournal> {
  const owner = await takeOwnership(folder);
  const thread = startThread<JournalProtocol>({
    name: 'journal',
    file: new URL('./journal-worker.ts', import.meta.url),
    start: {
      file: join(owner.folder, 'journal.db'),
      outcomeLagMs,
      options: { laterFiles: laterFiles.map((name) => join(owner.folder, name)), acceptsMissing },
    },
    callError: journalError,
    endError: (why) => new JournalFailedError(`the journal accepts no more writes: ${why}`),
  });
  const closeOnce = async () => {
    try {
      await thread.close();
    } finally {
      await owner.release();
    }
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeOnce();
    return closing;
  };
  try {
    const epoch = await thread.call('epoch', null);
    return { ...journalOn(thread), epoch, announceAddress: (where) => owner.announce(where), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function journalOn(thread: Thread<JournalProtocol>): Omit<Journal, 'epoch' | 'close'> {
  return {
    lastSeq: () => thread.call('lastSeq', null),
    append: ({ firstSeq, commands }) => {
      const rows = pack(commands);
      return thread.call('append', { firstSeq, rows }, buffersOf(rows));
    },
    appendOutcomes: ({ firstSeq, outcomes }) => {
      const rows = pack(outcomes);
      return thread.call('appendOutcomes', { firstSeq, rows }, buffersOf(rows));
    },
    lastOutcome: () => thread.call('lastOutcome', null),
    pack: (upTo) => thread.call('pack', { upTo }),
    putBaseState: (state) => thread.call('putBaseState', state),
    baseState: (upTo) => thread.call('baseState', { upTo }),
    async *read(fromSeq) {
      for (let seq = fromSeq; ; ) {
        const { rows } = await thread.call('read', { fromSeq: seq });
        if (rows.lengths.length === 0) return;
        yield numbered(rows, seq);
        seq += rows.lengths.length;
      }
    },
    async *readOutcomes(fromSeq) {
      for (let seq = fromSeq; ; ) {
        const { rows, hashes } = await thread.call('readOutcomes', { fromSeq: seq });
        if (rows.lengths.length === 0) return;
        const hashOf = unpack(hashes);
        yield numbered(rows, seq).map((row, index) => ({ ...row, hash: hashOf[index] ?? new Uint8Array() }));
        seq += rows.lengths.length;
      }
    },
  };
}

function numbered(rows: PackedRows, firstSeq: number): JournalRow[] {
  return unpack(rows).map((bytes, index) => ({ seq: firstSeq + index, bytes }));
}
