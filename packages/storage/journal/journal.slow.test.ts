// The contract of every journal, tested on the journals in the data folder, in PostgreSQL and in memory.
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openLibsql } from '../database/libsql.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { sharedPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Journal, JournalRow, OutcomeRow } from './journal.ts';
import { JournalFailedError, JournalFencedError, JournalSequenceError } from './journal-errors.ts';
import { openLibsqlJournal } from './libsql-journal.ts';
import { createJournalMemory, openMemoryJournal } from './memory-journal.ts';

interface JournalKind {
  readonly name: string;
  /** An empty store that can be opened repeatedly, and taken away from the owner that has it open. */
  create(): Promise<{
    open(): Promise<Journal>;
    usurp(): Promise<void>;
    /** Runs SQL on the stored base states if they are in a table; `#` stands for its name. */
    alterBaseStates?(sql: string): Promise<void>;
  }>;
}

const kinds: JournalKind[] = [
  {
    name: 'the journal of the data folder',
    create: async () => {
      const folder = temporaryFolder();
      return {
        open: () => openLibsqlJournal({ folder }),
        usurp: async () => {
          const database = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
          database.run('update state set epoch = epoch + 1');
          database.close();
        },
        alterBaseStates: async (sql) => {
          const database = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
          database.run(sql.replace('#', 'base_state'));
          database.close();
        },
      };
    },
  },
  {
    name: 'the journal in PostgreSQL',
    create: async () => {
      const folder = temporaryFolder();
      const server = await sharedPostgres();
      const url = await server.createDatabase(onTestFinished);
      return {
        open: () => openPostgresJournal({ url, folder }),
        usurp: async () => {
          await server.run(url, 'update openpit.journal_state set epoch = epoch + 1');
        },
        alterBaseStates: async (sql) => {
          await server.run(url, sql.replace('#', 'openpit.journal_base_state'));
        },
      };
    },
  },
  {
    name: 'the journal in memory',
    create: async () => {
      const memory = createJournalMemory();
      return {
        open: async () => openMemoryJournal(memory),
        usurp: async () => {
          openMemoryJournal(memory);
        },
      };
    },
  },
];

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (row: JournalRow) => new TextDecoder().decode(row.bytes);
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => bytes(`command ${from + index}`));

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

describe.each(kinds)('$name', ({ create }) => {
  let store: Awaited<ReturnType<JournalKind['create']>>;
  let journal: Journal;
  beforeEach(async () => {
    store = await create();
    journal = await store.open();
  });
  afterEach(() => journal.close());

  async function reopen(): Promise<void> {
    await journal.close();
    journal = await store.open();
  }

  it('starts empty, at epoch 1', async () => {
    expect(journal.epoch).toBe(1);
    expect(await journal.lastSeq()).toBe(0);
    expect(await all(journal.read(1))).toEqual([]);
    expect(await journal.lastOutcome()).toEqual({ seq: 0, hash: new Uint8Array(32) });
    expect(await all(journal.readOutcomes(1))).toEqual([]);
  });

  it('returns every command in order with its number and bytes, from any number on, even after it is opened again', async () => {
    const empty = new Uint8Array();
    const large = new Uint8Array(300_000).fill(7);
    await journal.append({ firstSeq: 1, commands: numbered(1, 1500) });
    await journal.append({ firstSeq: 1501, commands: [empty] });
    await journal.append({ firstSeq: 1502, commands: [large, bytes('last')] });
    for (const round of ['before', 'opened again']) {
      expect(await journal.lastSeq(), round).toBe(1503);
      const rows = await all(journal.read(1));
      expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 1503 }, (_, index) => index + 1));
      expect(rows.slice(0, 1500).map(text)).toEqual(
        numbered(1, 1500).map((b) => new TextDecoder().decode(b)),
      );
      expect(rows[1500]?.bytes).toEqual(empty);
      expect(Buffer.compare(rows[1501]?.bytes ?? empty, large)).toBe(0);
      expect((await all(journal.read(1499))).map((row) => row.seq)).toEqual([1499, 1500, 1501, 1502, 1503]);
      expect(await all(journal.read(1504))).toEqual([]);
      await reopen();
    }
  });

  it('keeps the order of batches that are sent before the previous one is acknowledged', async () => {
    const sent = Array.from({ length: 40 }, (_, index) =>
      journal.append({ firstSeq: 3 * index + 1, commands: numbered(3 * index + 1, 3 * index + 3) }),
    );
    await Promise.all(sent);
    expect((await all(journal.read(1))).map(text)).toEqual(
      numbered(1, 120).map((b) => new TextDecoder().decode(b)),
    );
  });

  it('rejects a batch that leaves a gap, repeats a number or is empty, keeps none of it, and accepts the next one', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 2) });
    for (const [firstSeq, commands, why] of [
      [4, numbered(4, 4), 'the batch of commands starts at 4, and the next one is 3'],
      [2, numbered(2, 5), 'the batch of commands starts at 2, and the next one is 3'],
      [3, [], 'a batch of commands must contain at least one'],
    ] as const) {
      const rejected = journal.append({ firstSeq, commands });
      await expect(rejected).rejects.toThrow(JournalSequenceError);
      await expect(rejected).rejects.toThrow(why);
    }
    expect(await journal.lastSeq()).toBe(2);
    await journal.append({ firstSeq: 3, commands: [bytes('third')] });
    expect((await all(journal.read(1))).map(text)).toEqual(['command 1', 'command 2', 'third']);
  });

  it('rejects a read from beyond its end', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 2) });
    await expect(all(journal.read(4))).rejects.toThrow(
      'commands were requested from 4 on, and the journal holds 1 to 2',
    );
    await expect(all(journal.read(0))).rejects.toThrow(JournalSequenceError);
    await expect(all(journal.readOutcomes(2))).rejects.toThrow(
      'outcomes were requested from 2 on, and the journal holds none yet',
    );
  });

  it('increments the epoch each time that it is opened', async () => {
    await reopen();
    expect(journal.epoch).toBe(2);
    await reopen();
    expect(journal.epoch).toBe(3);
  });

  it('rejects the writes of an owner after another one has acquired it', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 1) });
    await store.usurp();
    await expect(journal.append({ firstSeq: 2, commands: numbered(2, 2) })).rejects.toThrow(
      JournalFencedError,
    );
    await expect(journal.append({ firstSeq: 2, commands: numbered(2, 2) })).rejects.toThrow(
      /epoch 2, ours is 1/,
    );
    await expect(journal.appendOutcomes({ firstSeq: 1, outcomes: [bytes('o')] })).rejects.toThrow(
      JournalFencedError,
    );
    await reopen();
    expect((await all(journal.read(1))).map(text)).toEqual(['command 1']);
    expect(await journal.lastOutcome()).toEqual({ seq: 0, hash: new Uint8Array(32) });
  });

  it('chains each outcome to the one before it, across batches and after it is opened again', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 700) });
    const outcomes = Array.from({ length: 700 }, (_, index) => bytes(`outcome ${index + 1}`));
    await journal.appendOutcomes({ firstSeq: 1, outcomes: outcomes.slice(0, 650) });
    await reopen();
    await journal.appendOutcomes({ firstSeq: 651, outcomes: outcomes.slice(650) });

    const rows = await all<OutcomeRow>(journal.readOutcomes(1));
    let hash = Buffer.alloc(32);
    for (const [index, outcome] of outcomes.entries()) {
      hash = createHash('sha256').update(hash).update(outcome).digest();
      expect(rows[index]).toEqual({ seq: index + 1, bytes: outcome, hash: new Uint8Array(hash) });
    }
    expect(rows).toHaveLength(700);
    expect(await journal.lastOutcome()).toEqual({ seq: 700, hash: new Uint8Array(hash) });
    expect((await all(journal.readOutcomes(699))).map(text)).toEqual(['outcome 699', 'outcome 700']);
  });

  it('rejects an outcome without a durable command, a gap and a repeat, and the chain stays intact', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 2) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: [bytes('a')] });
    await expect(journal.appendOutcomes({ firstSeq: 2, outcomes: [bytes('b'), bytes('c')] })).rejects.toThrow(
      'outcome 3 has no command: the last durable one is 2',
    );
    await expect(journal.appendOutcomes({ firstSeq: 3, outcomes: [bytes('c')] })).rejects.toThrow(
      JournalSequenceError,
    );
    await expect(journal.appendOutcomes({ firstSeq: 1, outcomes: [bytes('a')] })).rejects.toThrow(
      JournalSequenceError,
    );
    await journal.appendOutcomes({ firstSeq: 2, outcomes: [bytes('b')] });
    expect((await all(journal.readOutcomes(1))).map(text)).toEqual(['a', 'b']);
  });

  it('writes the waiting outcomes when it is closed', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 2) });
    const waiting = journal.appendOutcomes({ firstSeq: 1, outcomes: [bytes('a'), bytes('b')] });
    await reopen();
    await waiting;
    expect((await all(journal.readOutcomes(1))).map(text)).toEqual(['a', 'b']);
  });

  it('writes outcomes together with the next commands, and a rejected batch does not lose them', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 1) });
    const outcomes = journal.appendOutcomes({ firstSeq: 1, outcomes: [bytes('a')] });
    const rejected = journal.append({ firstSeq: 9, commands: numbered(9, 9) });
    const next = journal.append({ firstSeq: 2, commands: numbered(2, 2) });
    await expect(rejected).rejects.toThrow(JournalSequenceError);
    await Promise.all([outcomes, next]);
    expect(await journal.lastSeq()).toBe(2);
    expect((await journal.lastOutcome()).seq).toBe(1);
  });

  it('does not share bytes with the caller, neither accepted nor returned ones', async () => {
    const reused = bytes('order');
    const appended = journal.append({ firstSeq: 1, commands: [reused, bytes('other')] });
    await appended;
    reused.fill(0);
    const [first] = await all(journal.read(1));
    expect(first && text(first)).toBe('order');
    expect(first?.bytes.buffer.byteLength).toBe(5);
    expect(structuredClone(first)).toEqual(first);
  });

  it('keeps a state of each command that it is given, and returns the newest of a command up to a number', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 9) });
    expect(await journal.baseState(9)).toBeUndefined();
    const large = new Uint8Array(randomBytes(2_500_000));
    const states = [
      { seq: 3, bytes: bytes('third') },
      { seq: 5, bytes: large },
    ] as const;
    for (const state of states) await journal.putBaseState(state);
    for (const round of ['before', 'opened again']) {
      const states = await Promise.all([2, 3, 4, 5, 9].map((upTo) => journal.baseState(upTo)));
      expect(
        states.map((entry) => entry?.seq),
        round,
      ).toEqual([undefined, 3, 3, 5, 5]);
      const newest = states[4];
      expect(newest !== undefined && 'bytes' in newest && Buffer.compare(newest.bytes, large), round).toBe(0);
      await reopen();
    }
    expect((await all(journal.read(1))).map(text)).toHaveLength(9);
    // A base state of an earlier command removes base states of the same and of later commands.
    await journal.putBaseState({ seq: 4, bytes: bytes('fourth') });
    expect(await journal.baseState(9)).toEqual({ seq: 4, bytes: bytes('fourth') });
    await journal.putBaseState({ seq: 4, bytes: bytes('again') });
    expect(await journal.baseState(9)).toEqual({ seq: 4, bytes: bytes('again') });
    expect(await journal.baseState(3)).toEqual({ seq: 3, bytes: bytes('third') });
  });

  it('rejects a state of a command that it does not have, and one of an owner that has lost it', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 2) });
    await expect(journal.putBaseState({ seq: 3, bytes: bytes('state') })).rejects.toThrow(
      'a base state of command 3 cannot be kept: the last durable command is 2',
    );
    await journal.putBaseState({ seq: 1, bytes: bytes('first') });
    await store.usurp();
    await expect(journal.putBaseState({ seq: 2, bytes: bytes('second') })).rejects.toThrow(
      JournalFencedError,
    );
    await reopen();
    expect(await journal.baseState(2)).toEqual({ seq: 1, bytes: bytes('first') });
  });

  it.each([
    ['a changed part', 'update # set checksum = checksum + 1 where seq = 2 and part = 1'],
    ['a missing part in the middle', 'delete from # where seq = 2 and part = 1'],
    ['a missing last part', 'delete from # where seq = 2 and part = 2'],
    ['a state that was given another number', 'update # set seq = 3 where seq = 2'],
  ])('names the damage of a state: %s', async (_, damage) => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 3) });
    await journal.putBaseState({ seq: 1, bytes: bytes('first') });
    await journal.putBaseState({ seq: 2, bytes: new Uint8Array(2_500_000) });
    // The journal in memory has no disk that could damage it.
    if (store.alterBaseStates === undefined) return;
    await store.alterBaseStates(damage);
    expect(await journal.baseState(3)).toEqual({
      seq: expect.any(Number),
      damage: expect.stringMatching(/^part [123] of it is missing or does not match its checksum$/),
    });
    expect(await journal.baseState(1)).toEqual({ seq: 1, bytes: bytes('first') });
  });

  it('rejects every call after close with JournalFailedError, and closing twice is harmless', async () => {
    await journal.append({ firstSeq: 1, commands: numbered(1, 1) });
    await journal.close();
    await journal.close();
    await expect(journal.append({ firstSeq: 2, commands: numbered(2, 2) })).rejects.toThrow(
      JournalFailedError,
    );
    await expect(journal.lastSeq()).rejects.toThrow('the journal accepts no more writes: it is closed');
    await expect(all(journal.read(1))).rejects.toThrow(JournalFailedError);
  });
});
