// Reading the outcome log while the journal writes it.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLibsql } from '../database/libsql.ts';
import { historyStore } from '../history-store.ts';
import { openPostgresJournal } from '../postgres/postgres-journal.ts';
import { commandBytes, numberedRows, outcomeBytes } from '../testing/numbered-commands.ts';
import { sharedPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Journal } from './journal.ts';
import { openLibsqlJournal } from './libsql-journal.ts';
import { chainStart } from './outcome-chain.ts';
import { type OutcomeReader, openOutcomeReader } from './outcome-reader.ts';

interface Kind {
  readonly name: string;
  readonly table: string;
  open(): Promise<{
    readonly journal: Journal;
    openReader(): Promise<OutcomeReader>;
    alter(sql: string): Promise<void>;
  }>;
}

const kinds: readonly Kind[] = [
  {
    name: 'of a data folder',
    table: 'outcome',
    open: async () => {
      const folder = temporaryFolder();
      return {
        journal: await openLibsqlJournal({ folder, outcomeLagMs: 0 }),
        openReader: async () => openOutcomeReader(folder),
        alter: async (sql) => {
          const database = openLibsql(`${folder}/journal.db`);
          database.execScript(sql);
          database.close();
        },
      };
    },
  },
  {
    name: 'in PostgreSQL',
    table: 'openpit.journal_outcome',
    open: async () => {
      const server = await sharedPostgres();
      const url = await server.createDatabase(onTestFinished);
      return {
        journal: await openPostgresJournal({ url, folder: temporaryFolder(), outcomeLagMs: 0 }),
        openReader: () => historyStore({ dataFolder: '', database: url }).openLog(),
        alter: async (sql) => {
          await server.run(url, sql);
        },
      };
    },
  },
];
const beginning = { seq: 0, hash: chainStart };

describe.each(kinds)('a reader of the outcome log $name', ({ table, open }) => {
  it('returns durable outcomes in order after the given one, while the journal writes', async () => {
    const { journal, openReader } = await open();
    const reader = await openReader();
    expect([await reader.lastSeq(), await reader.readAfter(beginning, 10)]).toEqual([0, []]);
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 30) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 20) });
    const first = await reader.readAfter(beginning, 15);
    expect(first.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(first[14]?.bytes).toEqual(outcomeBytes(15));
    await journal.appendOutcomes({ firstSeq: 21, outcomes: numberedRows(outcomeBytes, 21, 10) });
    const { seq, hash } = first[14] ?? beginning;
    expect((await reader.readAfter({ seq, hash }, 100)).map((row) => row.seq)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 16),
    );
    expect(await reader.lastSeq()).toBe(30);
    expect(await reader.hashOf(30)).toEqual((await journal.lastOutcome()).hash);
    expect([await reader.hashOf(0), await reader.hashOf(31)]).toEqual([chainStart, undefined]);
    await reader.close();
    await journal.append({ firstSeq: 31, commands: numberedRows(commandBytes, 31, 1) });
    await journal.close();
  });

  it('names an outcome that does not follow from the one before it, or is missing', async () => {
    const { journal, openReader, alter } = await open();
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 10) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 10) });
    await journal.close();
    const read = async () => {
      const reader = await openReader();
      try {
        return await reader.readAfter(beginning, 100);
      } finally {
        await reader.close();
      }
    };
    expect(await read()).toHaveLength(10);
    await alter(`update ${table} set bytes = hash where seq = 7`);
    await expect(read()).rejects.toThrow('outcome 7 does not follow from the one before it');
    await alter(`delete from ${table} where seq = 4`);
    await expect(read()).rejects.toThrow(/outcome 4 .*is damaged \(it is missing\)/);
  });
});
