// Packing the rows of closed days, in the data folder and in PostgreSQL.
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyJournal } from '../backup.ts';
import { copyJournalRows } from '../copy-market.ts';
import { openLibsql } from '../database/libsql.ts';
import { historyStore, type MarketPlace } from '../history-store.ts';
import { journalEntry, journalSizes } from '../inspect-journal.ts';
import { openPostgresReader } from '../postgres/journal-reads.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { commandBytes, numberedRows, outcomeBytes } from '../testing/numbered-commands.ts';
import { sharedPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Journal, JournalRow, OutcomeRow, OwnedJournal } from './journal.ts';
import { JournalDamagedError, JournalFencedError } from './journal-errors.ts';
import { openLibsqlJournal } from './libsql-journal.ts';
import { openMemoryJournal } from './memory-journal.ts';
import { chainStart } from './outcome-chain.ts';
import { type OutcomeReader, openOutcomeReader } from './outcome-reader.ts';
import { rowsPerPack } from './packs.ts';

interface Place {
  readonly market: MarketPlace;
  open(): Promise<OwnedJournal>;
  openReader(): Promise<OutcomeReader>;
  /** `#` stands for the prefix of the tables. */
  query(sql: string): Promise<readonly object[]>;
}

const kinds: readonly { readonly name: string; create(): Promise<Place> }[] = [
  {
    name: 'in a data folder',
    create: async () => {
      const folder = temporaryFolder();
      return {
        market: { dataFolder: folder },
        open: () => openLibsqlJournal({ folder, outcomeLagMs: 0 }),
        openReader: async () => openOutcomeReader(folder),
        query: async (sql) => {
          const database = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
          try {
            return database.all(sql.replaceAll('#', ''));
          } finally {
            database.close();
          }
        },
      };
    },
  },
  {
    name: 'in PostgreSQL',
    create: async () => {
      const server = await sharedPostgres();
      const url = await server.createDatabase(onTestFinished);
      const folder = temporaryFolder();
      return {
        market: { dataFolder: folder, database: url },
        open: () => openPostgresJournal({ url, folder, outcomeLagMs: 0 }),
        openReader: () => historyStore({ dataFolder: '', database: url }).openLog(),
        query: async (sql) => await server.run(url, sql.replaceAll('#', 'openpit.journal_')),
      };
    },
  },
];

const count = 3 * rowsPerPack + 100;

async function fill(journal: Journal, firstSeq = 1, rows = count): Promise<void> {
  await journal.append({ firstSeq, commands: numberedRows(commandBytes, firstSeq, rows) });
  await journal.appendOutcomes({ firstSeq, outcomes: numberedRows(outcomeBytes, firstSeq, rows) });
}

async function all<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

const pack = async (journal: Journal, upTo: number): Promise<number> => {
  let packs = 0;
  while (await journal.pack?.(upTo)) packs += 1;
  return packs;
};

function expectRows(
  rows: readonly JournalRow[],
  bytesOf: (seq: number) => Uint8Array,
  from: number,
  to: number,
) {
  expect(rows.map(({ seq }) => seq)).toEqual(
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
  expect(rows.filter(({ seq, bytes }) => Buffer.compare(bytes, bytesOf(seq)) !== 0)).toEqual([]);
}

/** Texts, because comparing thousands of byte arrays one by one is slow. */
const textsOf = (rows: readonly OutcomeRow[]): readonly string[] =>
  rows.map(
    ({ seq, bytes, hash }) =>
      `${seq} ${Buffer.from(bytes).toString('base64')} ${Buffer.from(hash).toString('hex')}`,
  );

async function counts(place: Place): Promise<object> {
  const [counts] = await place.query(
    'select (select count(*) from #command) as commands, (select count(*) from #outcome) as outcomes, (select count(*) from #pack) as packs',
  );
  return Object.fromEntries(Object.entries(counts ?? {}).map(([name, value]) => [name, Number(value)]));
}

describe.each(kinds)('packs of a journal $name', ({ create }) => {
  it('have the same rows as before, from any number on, even after the journal is opened again', async () => {
    const place = await create();
    let journal = await place.open();
    await fill(journal);
    const before = { outcomes: await all(journal.readOutcomes(1)), last: await journal.lastOutcome() };
    expect(await pack(journal, count)).toBe(3);
    expect(await counts(place)).toEqual({ commands: 100, outcomes: 100, packs: 3 });
    for (const round of ['before', 'opened again']) {
      expect([await journal.lastSeq(), await journal.lastOutcome()], round).toEqual([count, before.last]);
      expect(textsOf(await all(journal.readOutcomes(1)))).toEqual(textsOf(before.outcomes));
      for (const from of [1, 2, 512, 513, 1000, 1536, 1537, count, count + 1]) {
        expectRows(await all(journal.read(from)), commandBytes, from, count);
        expectRows(await all(journal.readOutcomes(from)), outcomeBytes, from, count);
      }
      await journal.close();
      journal = await place.open();
    }
    // The journal continues, and so does the chain.
    await fill(journal, count + 1, 600);
    expect(await pack(journal, count + 600)).toBe(1);
    expectRows(await all(journal.read(1)), commandBytes, 1, count + 600);
    expect(textsOf((await all(journal.readOutcomes(1))).slice(0, count))).toEqual(textsOf(before.outcomes));
    await journal.close();
  });

  it('never have a command beyond the given one, nor the newest, whose number and hash a start needs', async () => {
    const place = await create();
    const journal = await place.open();
    await fill(journal, 1, 2 * rowsPerPack);
    expect(await pack(journal, rowsPerPack - 1)).toBe(0);
    expect(await pack(journal, 2 * rowsPerPack)).toBe(1);
    expect(await counts(place)).toEqual({ commands: 512, outcomes: 512, packs: 1 });
    await journal.append({ firstSeq: 1025, commands: [commandBytes(1025)] });
    // The outcome of command 1,025 is not durable yet, so that 1,024 is still the newest outcome.
    expect(await pack(journal, 1025)).toBe(0);
    await journal.appendOutcomes({ firstSeq: 1025, outcomes: [outcomeBytes(1025)] });
    expect(await pack(journal, 1025)).toBe(1);
    await journal.close();
  });

  it('are read by the reader of the outcome log, while and after they are written', async () => {
    const place = await create();
    const journal = await place.open();
    await fill(journal);
    const reader = await place.openReader();
    const expected = await all(journal.readOutcomes(1));
    const readAll = async () => {
      let previous: { readonly seq: number; readonly hash: Uint8Array } = { seq: 0, hash: chainStart };
      for (;;) {
        const rows = await reader.readAfter(previous, 70);
        expect(textsOf(rows)).toEqual(textsOf(expected.slice(previous.seq, previous.seq + 70)));
        const last = rows.at(-1);
        if (last === undefined) return previous.seq;
        previous = last;
      }
    };
    const packing = pack(journal, count);
    expect(await readAll()).toBe(count);
    expect(await packing).toBe(3);
    expect(await readAll()).toBe(count);
    for (const seq of [1, 511, 512, 513, 1536, 1537, count])
      expect(await reader.hashOf(seq), `outcome ${seq}`).toEqual(expected[seq - 1]?.hash);
    expect([await reader.hashOf(count + 1), await reader.lastSeq()]).toEqual([undefined, count]);
    await reader.close();
    await journal.close();
  });

  it('are counted, and their commands are printed, while the journal has an owner', async () => {
    const place = await create();
    const journal = await place.open();
    await fill(journal);
    expect(await journalSizes(place.market)).toMatchObject({
      lastSeq: count,
      packedThrough: 0,
      packed: 0,
      plain: 0,
    });
    await pack(journal, count);
    const sizes = await journalSizes(place.market);
    expect(sizes).toMatchObject({ lastSeq: count, packedThrough: 1536 });
    const plain = [...numberedRows(commandBytes, 1, 1536), ...numberedRows(outcomeBytes, 1, 1536)];
    expect(sizes.plain).toBe(plain.reduce((sum, { length }) => sum + length, 0));
    expect([sizes.packed > 0, sizes.stored >= sizes.packed]).toEqual([true, true]);
    for (const seq of [1, 700, 1536, 1537, count])
      expect(await journalEntry(place.market, seq)).toEqual({
        command: commandBytes(seq),
        outcome: outcomeBytes(seq),
      });
    expect(await journalEntry(place.market, count + 1)).toBeNull();
    await journal.append({ firstSeq: count + 1, commands: [commandBytes(count + 1)] });
    expect(await journalEntry(place.market, count + 1)).toEqual({
      command: commandBytes(count + 1),
      outcome: null,
    });
    await journal.close();
  });

  it('are copied with their rows to a journal of another kind', async () => {
    const journal = await (await create()).open();
    await fill(journal);
    await pack(journal, count);
    const copy = openMemoryJournal();
    expect(await copyJournalRows(journal, copy, () => undefined)).toEqual({ lastSeq: count });
    expect(await copy.lastOutcome()).toEqual(await journal.lastOutcome());
    await journal.close();
  });

  it('are not written by an owner that has lost the journal', async () => {
    const place = await create();
    const journal = await place.open();
    await fill(journal);
    await place.query('update #state set epoch = epoch + 1');
    await expect(pack(journal, count)).rejects.toThrow(JournalFencedError);
    expect(await counts(place)).toEqual({ commands: count, outcomes: count, packs: 0 });
    await journal.close().catch(() => undefined);
  });

  it.each([
    [
      'a changed pack',
      'update #pack set bytes = (select bytes from #pack where number = 0) where number = 1',
      'commands 513 to 1024 are damaged (the checksum of their pack does not match)',
    ],
    [
      'a changed hash',
      'update #pack set hash = (select hash from #pack where number = 0) where number = 1',
      'commands 513 to 1024 are damaged (their outcomes do not follow from the one before them)',
    ],
  ])('name the commands of %s, and return those before them', async (_, sql, message) => {
    const place = await create();
    const journal = await place.open();
    await fill(journal);
    await pack(journal, count);
    await journal.close();
    await place.query(sql);
    const damaged = await place.open();
    const readRows: JournalRow[] = [];
    const reading = (async () => {
      for await (const rows of damaged.read(1)) readRows.push(...rows);
    })();
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(JournalDamagedError);
    expectRows(readRows, commandBytes, 1, rowsPerPack);
    await damaged.close();
  });

  it.each([
    ['a pack in the middle', 'delete from #pack where number = 1', 'some are missing'],
    [
      'the last pack',
      'delete from #pack where number = 2',
      `commands 1 to ${count} were acknowledged, and 1537 to ${count} are there`,
    ],
    [
      'rows after the packs',
      'delete from #command where seq = 1537',
      `commands 1 to ${count} were acknowledged, and 1538 to ${count} are there`,
    ],
  ])('reject the opening of a journal without %s', async (_, sql, message) => {
    const place = await create();
    const journal = await place.open();
    await fill(journal);
    await pack(journal, count);
    await journal.close();
    await place.query(sql);
    await expect(place.open()).rejects.toThrow(message);
  });
});

describe('packs in a data folder', () => {
  it('give the file the number of a format that earlier versions reject, from the first pack on', async () => {
    const folder = temporaryFolder();
    const format = () => {
      const database = openLibsql(join(folder, 'journal.db'));
      try {
        return database.get('pragma user_version')?.user_version;
      } finally {
        database.close();
      }
    };
    const journal = await openLibsqlJournal({ folder });
    await fill(journal);
    expect(format()).toBe(1);
    await pack(journal, count);
    expect(format()).toBe(2);
    await journal.close();
  });

  it('are in a backup, which reads them', async () => {
    const [folder, to] = [temporaryFolder(), temporaryFolder()];
    const journal = await openLibsqlJournal({ folder });
    await fill(journal);
    await pack(journal, count);
    expect(copyJournal(folder, to, () => undefined).lastSeq).toBe(count);
    await journal.close();
    const copy = await openLibsqlJournal({ folder: to });
    expectRows(await all(copy.read(1)), commandBytes, 1, count);
    await copy.close();
  });
});

describe('packs in PostgreSQL', () => {
  it('are read by a reader that was opened before they were written, up to the end that it knows', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder(), outcomeLagMs: 0 });
    await fill(journal, 1, 600);
    const reader = await openPostgresReader(url);
    await fill(journal, 601, 600);
    await pack(journal, 1200);
    expectRows(await all(reader.read(1)), commandBytes, 1, 600);
    expectRows(await all(reader.readOutcomes(1)), outcomeBytes, 1, 600);
    await reader.close();
    await journal.close();
  });
});
