// Situations that only a journal in PostgreSQL can meet: a second server elsewhere, a lost connection, a database that is killed.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acceptableLoss } from '../data-folder.ts';
import type { Journal } from '../journal/journal.ts';
import {
  JournalDamagedError,
  JournalFailedError,
  JournalFencedError,
  JournalHeldError,
} from '../journal/journal-errors.ts';
import { commandBytes, numberedRows, outcomeBytes } from '../testing/numbered-commands.ts';
import { sharedPostgres, startPostgres } from '../testing/postgres-server.ts';
import { sourceCommand, startProcess } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { DatabaseError } from './postgres-errors.ts';
import { databaseTail, openPostgresJournal } from './postgres-journal.ts';

const endConnections =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'openpit%'";

async function expectExactlyOnce(journal: Journal, lastSeq: number): Promise<void> {
  expect(await journal.lastSeq()).toBe(lastSeq);
  let seq = 0;
  for await (const rows of journal.read(1))
    for (const row of rows) {
      seq += 1;
      expect(row.seq).toBe(seq);
      expect(Buffer.compare(row.bytes, commandBytes(seq)), `command ${seq}`).toBe(0);
    }
  expect(seq).toBe(lastSeq);
  for await (const rows of journal.readOutcomes(1))
    for (const row of rows) expect(Buffer.compare(row.bytes, outcomeBytes(row.seq))).toBe(0);
}

describe('a journal in PostgreSQL', () => {
  it('is opened by one server only, even from another data folder, and the message names the owner', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder() });
    const second = openPostgresJournal({ url, folder: temporaryFolder() });
    await expect(second).rejects.toThrow(JournalHeldError);
    await expect(second).rejects.toThrow(`in use by process ${process.pid} on `);
    await journal.close();
    const next = await openPostgresJournal({ url, folder: temporaryFolder() });
    expect(next.epoch).toBe(2);
    await next.close();
  });

  it('rejects an owner that was paused, lost its connection, and continues after another has taken over', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const paused = startProcess(sourceCommand('append-until-killed', temporaryFolder(), '1', url));
    const lines = createInterface(paused.stdout)[Symbol.asyncIterator]();
    await lines.next();
    await lines.next();
    paused.kill('SIGSTOP');
    await server.run(url, endConnections);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder() });
    const firstSeq = (await journal.lastSeq()) + 1;
    await journal.append({ firstSeq, commands: numberedRows(commandBytes, firstSeq, 3) });
    paused.kill('SIGCONT');
    const said: string[] = [];
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) said.push(line.value);
    expect(said.filter((line) => line.startsWith('rejected'))).toHaveLength(3);
    expect(said.find((line) => line.startsWith('rejected'))).toMatch(
      /^rejected JournalFencedError: .* was acquired by another process \(epoch 2, ours is 1\)/,
    );
    expect(said.at(-1)).toBe('closed');
    await expectExactlyOnce(journal, firstSeq + 2);
    await journal.close();
  });

  it('waits while its connection is lost, reports it, and then has each batch exactly once', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder(), outcomeLagMs: 0 });
    const notices: string[] = [];
    journal.watch({
      interrupted: () => notices.push('interrupted'),
      resumed: () => notices.push('resumed'),
      failed: ({ message }) => notices.push(message),
    });
    let seq = 0;
    let isDone = false;
    const appending = (async () => {
      while (!isDone) {
        await journal.append({ firstSeq: seq + 1, commands: numberedRows(commandBytes, seq + 1, 5) });
        void journal.appendOutcomes({ firstSeq: seq + 1, outcomes: numberedRows(outcomeBytes, seq + 1, 5) });
        seq += 5;
      }
    })();
    for (let losses = 1; losses <= 8; losses += 1) {
      await server.run(url, endConnections);
      await expect.poll(() => notices.filter((notice) => notice === 'resumed')).toHaveLength(losses);
    }
    isDone = true;
    await appending;
    expect(notices.slice(0, 4)).toEqual(['interrupted', 'resumed', 'interrupted', 'resumed']);
    await expectExactlyOnce(journal, seq);
    expect((await journal.lastOutcome()).seq).toBe(seq);
    await journal.close();
  });

  it('survives kill -9 of the database under load: acknowledged commands exist once, and it continues automatically', async () => {
    const server = await startPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder() });
    const notices: string[] = [];
    journal.watch({
      interrupted: (why) => notices.push(why),
      resumed: () => notices.push('resumed'),
      failed: ({ message }) => notices.push(message),
    });
    const sent = Array.from({ length: 400 }, (_, index) =>
      journal.append({ firstSeq: 4 * index + 1, commands: numberedRows(commandBytes, 4 * index + 1, 4) }),
    );
    await sent[100];
    server.kill();
    await expect.poll(() => notices).toHaveLength(1);
    await server.start();
    await Promise.all(sent);
    expect(notices.at(-1)).toBe('resumed');
    await expectExactlyOnce(journal, 1600);
    await journal.close();
    server.kill();
  });

  it('reports immediately, and not at the next append, that another owner took over while its connection was lost', async () => {
    const database = await startPostgres();
    const url = await database.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder() });
    const failures: Error[] = [];
    journal.watch({
      interrupted: () => undefined,
      resumed: () => undefined,
      failed: (cause) => failures.push(cause),
    });
    database.kill();
    await database.start();
    await database.run(url, 'update openpit.journal_state set epoch = epoch + 1');
    await database.run(url, endConnections);
    await expect.poll(() => failures).toHaveLength(1);
    expect(failures[0]).toBeInstanceOf(JournalFencedError);
    await expect(journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 1) })).rejects.toThrow(
      JournalFencedError,
    );
    await journal.close();
  });

  it('does not wait for a database that is away when it is closed', async () => {
    const server = await startPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder() });
    server.kill();
    const waiting = journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 1) });
    const rejected = expect(waiting).rejects.toThrow(JournalFailedError);
    await journal.close();
    await rejected;
  });

  it('rejects writes after a foreign write, although the epoch is its own', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder() });
    await server.run(url, 'update openpit.journal_state set last_seq = 7');
    await expect(journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 1) })).rejects.toThrow(
      JournalFencedError,
    );
    await journal.close();
  });

  it.each([
    ['a changed command', "update openpit.journal_command set bytes = 'x' where seq = 3", 3],
    ['a missing command', 'delete from openpit.journal_command where seq = 4', 4],
    ['a command that has moved', 'update openpit.journal_command set seq = -1 where seq = 1', 1],
    ['a changed outcome', "update openpit.journal_outcome set bytes = 'x' where seq = 2", 2],
    ['a missing outcome', 'delete from openpit.journal_outcome where seq = 5', 5],
  ])('finds %s', async (_, damage, seq) => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const folder = temporaryFolder();
    const journal = await openPostgresJournal({ url, folder });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 5) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 5) });
    await server.run(url, damage);
    const readAll = async () => {
      for await (const _rows of journal.read(1));
      for await (const _rows of journal.readOutcomes(1));
    };
    const error = await readAll().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(JournalDamagedError);
    expect(error).toMatchObject({ seq });
    await journal.close();
  });

  it('is not opened when its last rows are missing', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const folder = temporaryFolder();
    const journal = await openPostgresJournal({ url, folder });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 5) });
    await journal.close();
    await server.run(url, 'delete from openpit.journal_command where seq > 3');
    await expect(openPostgresJournal({ url, folder })).rejects.toThrow(
      'commands 1 to 5 were acknowledged, and 1 to 3 are there',
    );
  });

  const loseLastTwo = `
    delete from openpit.journal_command where seq > 3;
    delete from openpit.journal_outcome where seq > 3;
    update openpit.journal_state set last_seq = 3, last_outcome_seq = 3`;

  it('is not opened where this machine has acknowledged more, as after an asynchronous failover', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const folder = temporaryFolder();
    const journal = await openPostgresJournal({ url, folder });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 5) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 5) });
    await journal.close();
    await server.run(url, loseLastTwo);
    const opening = openPostgresJournal({ url, folder });
    await expect(opening).rejects.toThrow(JournalDamagedError);
    await expect(opening).rejects.toThrow(
      'has lost commands: this machine has acknowledged commands up to 5, and the database ends at 3',
    );
    expect(acceptableLoss(await opening.catch((error: unknown) => error))).toMatch(
      /that was not synchronous$/,
    );
    const accepted = await openPostgresJournal({ url, folder, acceptsMissing: true });
    expect(await accepted.lastSeq()).toBe(3);
    await accepted.close();
    const again = await openPostgresJournal({ url, folder });
    await again.close();
  });

  it('stops immediately, and not at the next command, when its database comes back without acknowledged commands', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const journal = await openPostgresJournal({ url, folder: temporaryFolder(), outcomeLagMs: 0 });
    onTestFinished(() => journal.close());
    const failures: string[] = [];
    journal.watch({
      interrupted: () => undefined,
      resumed: () => failures.push('resumed'),
      failed: ({ message }) => failures.push(message),
    });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 5) });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: numberedRows(outcomeBytes, 1, 5) });
    await server.run(url, `begin; ${loseLastTwo}; commit; ${endConnections}`);
    await expect.poll(() => failures).toHaveLength(1);
    expect(failures[0]).toContain('has lost commands: this machine has acknowledged commands up to 5');
    const next = journal.append({ firstSeq: 6, commands: numberedRows(commandBytes, 6, 1) });
    await expect(next).rejects.toThrow('has lost commands');
  });

  it('is not opened where another server has used the numbers of lost commands again', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const folder = temporaryFolder();
    const journal = await openPostgresJournal({ url, folder });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 5) });
    await journal.close();
    await server.run(url, loseLastTwo.replace('last_outcome_seq = 3', 'last_outcome_seq = 0'));
    const elsewhere = await openPostgresJournal({ url, folder: temporaryFolder() });
    await elsewhere.append({ firstSeq: 4, commands: numberedRows(commandBytes, 14, 6) });
    await elsewhere.close();
    await expect(openPostgresJournal({ url, folder })).rejects.toThrow(
      'has lost commands: command 5 is not the one that this machine has acknowledged',
    );
    const accepted = await openPostgresJournal({ url, folder, acceptsMissing: true });
    await accepted.close();
    const again = await openPostgresJournal({ url, folder });
    expect(await again.lastSeq()).toBe(9);
    await again.close();
  });

  it('accepts a folder of an earlier version, which does not record acknowledgements, but no damaged snapshot', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const folder = temporaryFolder();
    const journal = await openPostgresJournal({ url, folder });
    await journal.append({ firstSeq: 1, commands: numberedRows(commandBytes, 1, 5) });
    await journal.close();
    rmSync(join(folder, databaseTail));
    const taken = await openPostgresJournal({ url, folder });
    await taken.close();
    writeFileSync(join(folder, databaseTail), 'no number\n');
    await expect(openPostgresJournal({ url, folder })).rejects.toThrow('is unreadable');
  });

  it('rejects a database that cannot be used, with a sentence that has no password', async () => {
    const server = await sharedPostgres();
    const url = await server.createDatabase(onTestFinished);
    const folder = temporaryFolder();
    const closed = 'postgres://openpit:topsecret@127.0.0.1:1/market';
    const unreachable = await openPostgresJournal({ url: closed, folder }).catch((error: unknown) => error);
    expect(unreachable).toBeInstanceOf(DatabaseError);
    expect(String(unreachable)).toContain('127.0.0.1:1 cannot be reached (ECONNREFUSED)');
    expect(String(unreachable)).not.toContain('topsecret');
    const missing = openPostgresJournal({ url: url.replace(/\/test_[^?]*/, '/nowhere'), folder });
    await expect(missing).rejects.toThrow('the PostgreSQL database nowhere at');
    await expect(missing).rejects.toThrow('create it with createdb');
    const journal = await openPostgresJournal({ url, folder });
    await journal.close();
    await server.run(url, 'update openpit.journal_state set format = 99');
    await expect(openPostgresJournal({ url, folder })).rejects.toThrow('was written by a newer Openpit');
  });
});
