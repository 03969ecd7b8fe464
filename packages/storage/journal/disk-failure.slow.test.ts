// A disk that fails, for real: the operating system limits the size of the files of the writing process, so
// that a write to the write-ahead file fails while commands are appended.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLibsql } from '../database/libsql.ts';
import { commandBytes } from '../testing/numbered-commands.ts';
import { runProcess, sourceCommand } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { JournalFailedError } from './journal-errors.ts';
import { openLibsqlJournal } from './libsql-journal.ts';

const limitInBlocks = 2048; // of 512 bytes

describe('a journal whose disk fails', () => {
  it('rejects that append and every later one with the reason, retries none, and keeps all that it acknowledged', async () => {
    const folder = temporaryFolder();
    const command = sourceCommand('append-until-killed', folder, '7');
    const ended = await runProcess(['sh', '-c', `ulimit -f ${limitInBlocks}; exec "$@"`, 'sh', ...command]);

    expect(ended, ended.errors).toMatchObject({ code: 0, signal: null, errors: '' });
    const lines = ended.output.trim().split('\n');
    const acknowledged = Number(lines.filter((line) => /^\d+$/.test(line)).at(-1));
    const rejections = lines.filter((line) => line.startsWith('rejected'));
    expect(rejections).toHaveLength(3);
    expect(new Set(rejections).size).toBe(1);
    expect(rejections[0]).toMatch(
      /^rejected JournalFailedError: the journal failed and accepts no more writes: the disk that holds .*journal\.db failed \(SQLITE_IOERR_WRITE\)/,
    );
    expect(lines.at(-1)).toBe('closed');

    const journal = await openLibsqlJournal({ folder });
    expect(acknowledged).toBeGreaterThan(100);
    expect(await journal.lastSeq()).toBe(acknowledged);
    for await (const rows of journal.read(1)) {
      for (const { seq, bytes } of rows)
        expect(Buffer.compare(bytes, commandBytes(seq)), `command ${seq}`).toBe(0);
    }
    await journal.close();
  });

  it('accepts no more commands when the cause is gone: after one failure, the same owner never writes again', async () => {
    const folder = temporaryFolder();
    const journal = await openLibsqlJournal({ folder });
    await journal.append({ firstSeq: 1, commands: [commandBytes(1)] });
    const other = openLibsql(join(folder, 'journal.db'), { busyTimeoutMs: 2000 });
    other.execScript(
      "create trigger failing before insert on command begin select raise(abort, 'an interruption'); end",
    );
    const failed = journal.append({ firstSeq: 2, commands: [commandBytes(2)] });
    await expect(failed).rejects.toMatchObject({
      name: 'JournalFailedError',
      message: expect.stringContaining('the journal failed and accepts no more writes: an interruption'),
    });
    other.execScript('drop trigger failing');

    await expect(journal.append({ firstSeq: 2, commands: [commandBytes(2)] })).rejects.toThrow(
      JournalFailedError,
    );
    await expect(journal.appendOutcomes({ firstSeq: 1, outcomes: [commandBytes(1)] })).rejects.toThrow(
      'an interruption',
    );
    expect(other.all('select seq from command')).toEqual([{ seq: 1 }]);
    other.close();
    await journal.close();

    const next = await openLibsqlJournal({ folder });
    await next.append({ firstSeq: 2, commands: [commandBytes(2)] });
    expect(await next.lastSeq()).toBe(2);
    await next.close();
  });

  it('waits while another program holds the lock of the file, and then contains each command once', async () => {
    const folder = temporaryFolder();
    const journal = await openLibsqlJournal({ folder });
    await journal.append({ firstSeq: 1, commands: [commandBytes(1)] });
    const other = openLibsql(join(folder, 'journal.db'));
    other.execScript('begin immediate');
    // Longer than a journal used to wait before it gave up without reporting that nothing was written.
    const released = new Promise<void>((resolve) => {
      setTimeout(() => {
        other.execScript('commit');
        resolve();
      }, 3_000);
    });
    const sent = [2, 3].map((seq) => journal.append({ firstSeq: seq, commands: [commandBytes(seq)] }));
    await Promise.all([
      ...sent,
      journal.appendOutcomes({ firstSeq: 1, outcomes: [commandBytes(1)] }),
      released,
    ]);
    expect(await journal.lastSeq()).toBe(3);
    expect(other.all('select seq from command order by seq')).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
    other.close();
    await journal.close();
  });
});
