// One process at a time owns a data folder; the second one is rejected immediately, with the owner in the
// message.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceCommand, startProcess } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { JournalHeldError } from './journal-errors.ts';
import { openLibsqlJournal } from './libsql-journal.ts';
import { hasOwnerEnded, takeOwnership } from './ownership.ts';

describe('the owner of a data folder', () => {
  it('rejects a second process with the first process’s id and address, and releases the folder when it is killed', async () => {
    const folder = temporaryFolder();
    const first = startProcess(sourceCommand('hold-folder', folder));
    const ended = once(first, 'close');
    await once(first.stdout, 'data');

    const rejected = openLibsqlJournal({ folder });
    await expect(rejected).rejects.toThrow(JournalHeldError);
    await expect(rejected).rejects.toMatchObject({
      holder: { pid: first.pid, host: hostname(), address: 'http://127.0.0.1:5001' },
      message: expect.stringMatching(
        `^the data folder ${folder} is in use by process ${first.pid} since 20.*Z, listening at http://127.0.0.1:5001: stop it first, or choose another data folder$`,
      ),
    });
    expect(existsSync(join(folder, 'journal.db'))).toBe(false);

    expect(hasOwnerEnded(folder)).toBe(false);
    first.kill('SIGKILL');
    await ended;
    expect(hasOwnerEnded(folder)).toBe(true);
    expect(existsSync(join(folder, 'owner.json'))).toBe(true);
    const journal = await openLibsqlJournal({ folder });
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
      address: null,
    });
    await journal.close();
  });

  it('rejects a second owner in the same process too, and releases the folder when it closes', async () => {
    const folder = temporaryFolder();
    const journal = await openLibsqlJournal({ folder });
    await journal.announceAddress('http://localhost:8080');
    await expect(openLibsqlJournal({ folder })).rejects.toThrow(
      `in use by this process (${process.pid}) since`,
    );
    await expect(takeOwnership(folder)).rejects.toMatchObject({
      holder: { address: 'http://localhost:8080' },
    });
    // The rejected ones have not affected the first.
    await journal.append({ firstSeq: 1, commands: [new Uint8Array([1])] });
    await journal.close();
    expect(existsSync(join(folder, 'owner.json'))).toBe(false);
    const next = await takeOwnership(folder);
    await next.release();
    await next.release();
  });

  it.each([
    [
      'names a dead process',
      JSON.stringify({ pid: 2 ** 22 + 1, since: '2026-01-01T00:00:00Z', host: hostname(), address: null }),
    ],
    ['is not JSON', '{"pid": 12'],
    ['is empty', ''],
  ])('reports another process without details when owner.json %s', async (_, content) => {
    const folder = temporaryFolder();
    const owner = await takeOwnership(folder);
    writeFileSync(join(folder, 'owner.json'), content);
    await expect(takeOwnership(folder)).rejects.toMatchObject({
      name: 'JournalHeldError',
      holder: undefined,
      message: expect.stringContaining('is in use by another process: stop it first'),
    });
    await owner.release();
  });
});
