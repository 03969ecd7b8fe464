// Damaged files of a journal: it reports the damage, and never serves fewer or changed commands silently.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openLibsql } from '../database/libsql.ts';
import { commandBytes, numberedRows, outcomeBytes } from '../testing/numbered-commands.ts';
import { randomNumbers } from '../testing/random-numbers.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { JournalDamagedError } from './journal-errors.ts';
import { JournalStore } from './journal-store.ts';
import { openLibsqlJournal } from './libsql-journal.ts';

/** A fifth of the damage in `npm run check`, which is to be quick. */
const share = process.env.OPENPIT_QUICK === '1' ? 0.2 : 1;
const flips = { closed: 300 * share, killed: 200 * share, withoutTail: 60 * share };

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'journal.db');
});

function fill(count: number, perBatch = count): JournalStore {
  const store = new JournalStore(file);
  for (let seq = 1; seq <= count; seq += perBatch) {
    store.append({ firstSeq: seq, commands: numberedRows(commandBytes, seq, perBatch) });
    store.appendOutcomes({ firstSeq: seq, outcomes: numberedRows(outcomeBytes, seq, perBatch) });
  }
  return store;
}

function flipBit(path: string, at: number, bit: number): void {
  const content = readFileSync(path);
  content[at] = (content[at] ?? 0) ^ (1 << bit);
  writeFileSync(path, content);
}

/** Another program changes the closed file. */
function alter(sql: string): void {
  const database = openLibsql(file);
  database.execScript(sql);
  database.close();
}

function readAll(store: JournalStore): number {
  let seq = 0;
  for (let rows = store.read(1); rows.length > 0; rows = store.read(seq + 1)) {
    for (const row of rows) {
      seq += 1;
      if (Buffer.compare(row.bytes, commandBytes(seq)) !== 0) throw new Error(`command ${seq} was changed`);
    }
  }
  return seq;
}

describe('a damaged journal', () => {
  it('names the command with a flipped bit, and returns those before it', async () => {
    fill(2000).close();
    const at = readFileSync(file).indexOf(commandBytes(1234));
    expect(at).toBeGreaterThan(0);
    flipBit(file, at, 3);
    const journal = await openLibsqlJournal({ folder });
    let returned = 0;
    const reading = (async () => {
      for await (const rows of journal.read(1)) returned += rows.length;
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'JournalDamagedError',
      seq: 1234,
      message:
        'command 1234 is damaged (its checksum does not match): restore the data folder from a backup, or set it aside and start with an empty one',
    });
    expect(returned).toBe(1024);
    await journal.close();
  });

  it('names the first missing command', () => {
    fill(30).close();
    alter('delete from command where seq in (11, 12)');
    const store = new JournalStore(file);
    expect(() => store.read(1)).toThrow('command 11 is damaged (it is missing)');
    store.close();
  });

  it('detects two commands that were swapped, although each is intact', () => {
    fill(30).close();
    alter(
      'update command set seq = -1 where seq = 5; update command set seq = 5 where seq = 6; update command set seq = 6 where seq = -1',
    );
    const store = new JournalStore(file);
    expect(() => store.read(1)).toThrow('command 5 is damaged (its checksum does not match)');
    store.close();
  });

  it.each([
    [
      'the last commands are missing',
      'delete from command where seq > 25',
      'commands 1 to 30 were acknowledged, and 1 to 25 are there',
    ],
    [
      'the first command is missing',
      'delete from command where seq = 1',
      'commands 1 to 30 were acknowledged, and 2 to 30 are there',
    ],
    [
      'the last outcome is missing',
      'delete from outcome where seq = 30',
      'outcomes 1 to 30 were acknowledged, and 1 to 29 are there',
    ],
    [
      'the end was set back',
      'delete from command where seq > 25; delete from outcome where seq > 25; update state set last_seq = 25, last_outcome_seq = 25',
      'commands up to 30 were acknowledged',
    ],
  ])('does not start when %s', (_, sql, why) => {
    fill(30).close();
    alter(sql);
    expect(() => new JournalStore(file)).toThrow(why);
    // Nor the next time.
    expect(() => new JournalStore(file)).toThrow(why);
  });

  it('survives bytes that damage has turned into text, which would abort the process in bare libsql', () => {
    fill(30).close();
    alter("pragma writable_schema = on; update sqlite_schema set sql = replace(sql, ' strict', '')");
    alter("update command set checksum = cast(x'ff41' as text) where seq = 3");
    alter("update outcome set hash = cast(x'ff41' as text), bytes = cast(x'ff41' as text) where seq = 3");
    const store = new JournalStore(file);
    expect(() => store.read(1)).toThrow('command 3 is damaged (its checksum does not match)');
    expect(() => store.readOutcomes(1)).toThrow('outcome 3 does not follow');
    store.close();
    alter("update state set last_seq = cast(x'ff41' as text)");
    expect(() => new JournalStore(file)).toThrow(JournalDamagedError);
  });

  it('names the outcome where the chain breaks, and does not continue a chain whose end is broken', () => {
    fill(30).close();
    alter("update outcome set bytes = x'00' where seq = 20");
    const store = new JournalStore(file);
    expect(store.readOutcomes(21)).toHaveLength(10);
    expect(() => store.readOutcomes(1)).toThrow('outcome 20 does not follow from the one before it');
    expect(store.read(1)).toHaveLength(30);
    store.close();
    alter('update outcome set hash = zeroblob(32) where seq = 30');
    expect(() => new JournalStore(file)).toThrow('outcome 30 does not follow from the one before it');
  });

  it('rejects a file that is not a database, or of another program, or of a newer Openpit', async () => {
    writeFileSync(file, 'quarterly figures\n'.repeat(500));
    await expect(openLibsqlJournal({ folder })).rejects.toMatchObject({
      name: 'DataFolderError',
      problem: 'notADatabase',
      message: `${file} is not a database of Openpit: restore the data folder from a backup, or set it aside and start with an empty one`,
    });
    expect(readFileSync(file, 'utf8')).toContain('quarterly figures');
    rmSync(file);
    alter('create table contact (name text)');
    const contacts = readFileSync(file);
    expect(() => new JournalStore(file)).toThrow('is not a database of Openpit');
    expect(readFileSync(file).equals(contacts)).toBe(true);
    rmSync(file);
    fill(1).close();
    alter('pragma user_version = 7');
    expect(() => new JournalStore(file)).toThrow(
      `${file} was written by a newer Openpit (journal format 7, this one knows up to 2): start the newer one, or choose another data folder`,
    );
    // A rejected start releases the folder.
    for (const name of [file, `${file}-wal`, join(folder, 'journal.tail')]) rmSync(name, { force: true });
    await (await openLibsqlJournal({ folder })).close();
  });
});

describe('the closed file of a journal', () => {
  it(`returns everything, names the damage or does not start, with each of ${flips.closed} flipped bits`, () => {
    const filled = fill(400, 40);
    const state = new Uint8Array(20_000).fill(7);
    filled.putBaseState({ seq: 200, bytes: state });
    filled.close();
    const whole = readFileSync(file);
    const random = randomNumbers(44);
    let detected = 0;
    for (let round = 0; round < flips.closed; round += 1) {
      // Half of them in the first pages, where SQLite keeps its header, the schema and the table roots.
      const at = random(random(2) === 0 ? 5 * 4096 : whole.length);
      const bit = random(8);
      writeFileSync(file, whole);
      flipBit(file, at, bit);
      let store: JournalStore | undefined;
      try {
        store = new JournalStore(file);
        expect(readAll(store), `bit ${bit} of byte ${at}`).toBe(400);
        const stored = store.baseState(400);
        // The recovery detects a missing state, because it knows that the rules have changed.
        if (stored === undefined || 'damage' in stored) detected += 1;
        else expect(Buffer.compare(stored.bytes, state), `bit ${bit} of byte ${at}`).toBe(0);
      } catch (error) {
        detected += 1;
        expect(error, `bit ${bit} of byte ${at}`).toMatchObject({
          name: expect.stringMatching(/^(JournalDamagedError|DataFolderError)$/),
        });
      } finally {
        store?.close();
      }
      rmSync(`${file}-wal`, { force: true });
    }
    expect(detected).toBeGreaterThan(flips.closed / 4);
  });
});

describe('the write-ahead file after a crash', () => {
  /** The files as a crash leaves them: copied by another process while the journal has them open. */
  function crashed(count: number, perBatch: number): string {
    const store = fill(count, perBatch);
    const copy = join(folder, 'crashed');
    mkdirSync(copy);
    execFileSync('cp', [file, `${file}-wal`, join(folder, 'journal.tail'), copy]);
    store.close();
    expect(statSync(join(copy, 'journal.db-wal')).size).toBeGreaterThan(100_000);
    return copy;
  }

  /** Without the tail file the journal is opened unchecked. */
  function attempt(source: string, damage: (wal: string) => void, { withTail = true } = {}): number | string {
    const tried = join(folder, 'tried');
    rmSync(tried, { recursive: true, force: true });
    mkdirSync(tried);
    for (const name of ['journal.db', 'journal.db-wal', ...(withTail ? ['journal.tail'] : [])]) {
      copyFileSync(join(source, name), join(tried, name));
    }
    damage(join(tried, 'journal.db-wal'));
    let store: JournalStore | undefined;
    try {
      store = new JournalStore(join(tried, 'journal.db'), { acceptsMissing: !withTail });
      return readAll(store);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      store?.close();
    }
  }

  it('returns everything when nothing was damaged', () => {
    expect(attempt(crashed(600, 20), () => {})).toBe(600);
  });

  it(`returns everything or does not start, with each of ${flips.killed} flipped bits`, () => {
    const source = crashed(600, 20);
    const random = randomNumbers(42);
    const size = statSync(join(source, 'journal.db-wal')).size;
    let rejected = 0;
    for (let round = 0; round < flips.killed; round += 1) {
      const at = random(size);
      const bit = random(8);
      const result = attempt(source, (wal) => flipBit(wal, at, bit));
      if (result === 600) continue;
      rejected += 1;
      expect(result, `bit ${bit} of byte ${at}`).toMatch(/is damaged at|were acknowledged/);
    }
    expect(rejected).toBeGreaterThan(flips.killed / 2);
  });

  it('distinguishes damage inside the history from an unfinished end even when the tail file is lost', () => {
    const source = crashed(600, 20);
    const size = statSync(join(source, 'journal.db-wal')).size;
    const lastTransaction = 60_000; // Bytes at the end that may belong to it.
    const random = randomNumbers(43);
    for (let round = 0; round < flips.withoutTail; round += 1) {
      const at = random(size);
      const result = attempt(source, (wal) => flipBit(wal, at, random(8)), { withTail: false });
      if (result === 600) continue;
      if (at < size - lastTransaction) expect(result, `byte ${at}`).toMatch(/is damaged at/);
      else if (typeof result === 'number') expect(result).toBeGreaterThanOrEqual(560);
    }
  });

  it.each([
    ['truncated in the middle', (wal: string) => truncateSync(wal, Math.floor(statSync(wal).size / 2))],
    ['emptied', (wal: string) => truncateSync(wal, 0)],
    ['gone', (wal: string) => rmSync(wal)],
  ])('does not start when it was %s', (_, damage) => {
    expect(attempt(crashed(600, 20), damage)).toMatch(
      /commands up to 600 were acknowledged .* and the journal ends at \d+/,
    );
  });

  it.each([
    ['is missing', 'missing', (tail: string) => rmSync(tail)],
    ['is empty', 'missing', (tail: string) => truncateSync(tail)],
    ['is half-written', 'unreadable', (tail: string) => writeFileSync(tail, '00000000000')],
    ['has another checksum', 'unreadable', (tail: string) => flipBit(tail, 15, 0)],
  ])('does not start when the tail file %s, unless that is accepted', (_, why, damage) => {
    const source = crashed(600, 20);
    const tail = join(source, 'journal.tail');
    damage(tail);
    const open = (acceptsMissing: boolean) =>
      new JournalStore(join(source, 'journal.db'), { acceptsMissing });
    expect(() => open(false)).toThrow(
      `${tail} is ${why}, so nothing says whether the journal, which ends at command 600, is`,
    );
    const accepted = open(true);
    expect(readAll(accepted)).toBe(600);
    accepted.close();
    // The tail file is complete again.
    open(false).close();
  });

  it('does not start when the journal is missing although a later file is there, unless that is accepted', () => {
    fill(30).close();
    const laterFiles = [join(folder, 'accounts.db'), join(folder, 'snapshots')];
    writeFileSync(join(folder, 'accounts.db'), 'x');
    for (const damage of [
      () => truncateSync(file),
      () => rmSync(file),
      () => rmSync(join(folder, 'journal.tail')),
    ]) {
      damage();
      expect(() => new JournalStore(file, { laterFiles })).toThrow(`${file} is missing or empty, although`);
    }
    // Without the later file it is a new folder, also with an empty folder, which may be a mount point.
    rmSync(join(folder, 'accounts.db'));
    mkdirSync(join(folder, 'snapshots'));
    new JournalStore(file, { laterFiles }).close();
    rmSync(join(folder, 'journal.tail'));
    writeFileSync(join(folder, 'accounts.db'), 'x');
    expect(() => new JournalStore(file, { laterFiles })).toThrow('journal.tail is missing');
    const accepted = new JournalStore(file, { laterFiles, acceptsMissing: true });
    expect(accepted.lastSeq).toBe(0);
    accepted.close();
  });

  it('is gone after a clean close', () => {
    fill(30).close();
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0);
  });
});
