// Reading the outcome log while the journal writes it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openLibsql } from '../database/libsql.ts';
import { commandBytes, numberedRows, outcomeBytes } from '../testing/numbered-commands.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openLibsqlJournal } from './libsql-journal.ts';
import { chainStart } from './outcome-chain.ts';
import { openOutcomeReader } from './outcome-reader.ts';

vi.setConfig({ testTimeout: 30_000 });

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const beginning = { seq: 0, hash: chainStart };

describe('a reader of the outcome log', () => {
  it('returns durable outcomes in order after the given one, while the journal writes', async () => {
    const journal = await openLibsqlJournal({ folder, outcomeLagMs: 0 });
    const reader = openOutcomeReader(folder);
    expect([reader.lastSeq(), reader.readAfter(beginning, 10)]).toEqual([0, []]);
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 30) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 20) });
    const first = reader.readAfter(beginning, 15);
    expect(first.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(first[14]?.bytes).toEqual(outcomeBytes(15));
    await journal.appendOutcomes({ firstSeq: 21, outcomes: numberedRows(outcomeBytes, 21, 10) });
    const { seq, hash } = first[14] ?? beginning;
    expect(reader.readAfter({ seq, hash }, 100).map((row) => row.seq)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 16),
    );
    expect(reader.lastSeq()).toBe(30);
    expect(reader.hashOf(30)).toEqual((await journal.lastOutcome()).hash);
    expect([reader.hashOf(0), reader.hashOf(31)]).toEqual([chainStart, undefined]);
    reader.close();
    await journal.append({ firstSeq: 31, commands: numberedRows(commandBytes, 31, 1) });
    await journal.close();
  });

  it('names an outcome that does not follow from the one before it, or is missing', async () => {
    const journal = await openLibsqlJournal({ folder, outcomeLagMs: 0 });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 10) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 10) });
    await journal.close();
    const alter = (sql: string) => {
      const database = openLibsql(`${folder}/journal.db`);
      database.execScript(sql);
      database.close();
    };
    const read = () => {
      const reader = openOutcomeReader(folder);
      try {
        return reader.readAfter(beginning, 100);
      } finally {
        reader.close();
      }
    };
    expect(read()).toHaveLength(10);
    alter("update outcome set bytes = x'00' where seq = 7");
    expect(read).toThrow('outcome 7 does not follow from the one before it');
    alter('delete from outcome where seq = 4');
    expect(read).toThrow('outcome 4 is damaged (it is missing)');
  });
});
