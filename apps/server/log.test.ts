import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logLimits, openLog } from './log.ts';
import { openRotatingFile } from './rotating-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name = 'server.log') => join(folder, name);
/** The names of the files from the oldest to the newest. */
const files = () => readdirSync(folder).sort((a, b) => ageOf(b) - ageOf(a));
const ageOf = (name: string) => Number(/\d+$/.exec(name)?.[0] ?? 0);
/** The numbers of the lines that are in the files, in order. */
const numbers = () =>
  files().flatMap((name) =>
    readFileSync(file(name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).number as number),
  );
const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, at) => from + at);

describe('the log', () => {
  it('keeps every line, complete and in order, over many rotations', () => {
    const log = openLog(folder, 'info', { maxBytes: 2_000, olderFiles: 100 });
    for (const number of upTo(1_000)) log.info({ number }, 'ö'.repeat(number % 50));
    expect(numbers()).toEqual(upTo(1_000));
    expect(files().length).toBeGreaterThan(50);
    for (const name of files()) expect(statSync(file(name)).size).toBeLessThanOrEqual(2_000);
  });

  it('keeps the newest lines in a bounded number of files', () => {
    const log = openLog(folder, 'info', { maxBytes: 2_000, olderFiles: 3 });
    for (const number of upTo(1_000)) log.info({ number }, 'a line');
    expect(files()).toEqual(['server.log.3', 'server.log.2', 'server.log.1', 'server.log']);
    const kept = numbers();
    expect(kept).toEqual(upTo(1_000, 1_000 - kept.length));
    expect(kept.length).toBeGreaterThan(50);
  });

  it('is at most 50 MiB in five files', () => {
    expect(logLimits).toEqual({ maxBytes: 10 * 1024 * 1024, olderFiles: 4 });
  });

  it('is closed to other users under any umask, and so are its older files', () => {
    const umask = process.umask(0);
    try {
      const log = openLog(folder, 'info', { maxBytes: 200, olderFiles: 2 });
      for (const number of upTo(10)) log.info({ number });
    } finally {
      process.umask(umask);
    }
    expect(files()).toHaveLength(3);
    expect(files().map((name) => statSync(file(name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  });

  it('continues the file of the last start, and counts its contents', () => {
    for (const number of upTo(20))
      openLog(folder, 'info', { maxBytes: 500, olderFiles: 100 }).info({ number });
    expect(numbers()).toEqual(upTo(20));
    for (const name of files()) expect(statSync(file(name)).size).toBeLessThanOrEqual(500);
  });

  it('shows a line as soon as it is written', () => {
    openLog(folder, 'info').error({ number: 7 }, 'the last words');
    expect(numbers()).toEqual([7]);
  });

  it('does not contain secrets', () => {
    openLog(folder, 'info').info({ password: 'hunter2', user: { token: 'abc' }, number: 1 });
    expect(readFileSync(file(), 'utf8')).not.toMatch(/hunter2|abc/);
  });
});

describe('a file that rotates', () => {
  it('accepts a line that is longer than an entire file', () => {
    const lines = openRotatingFile(file(), { maxBytes: 10, olderFiles: 5 });
    for (const line of ['a\n', `${'b'.repeat(30)}\n`, 'c\n']) lines.write(line);
    expect(files().map((name) => readFileSync(file(name), 'utf8').length)).toEqual([2, 31, 2]);
  });

  it('loses no line while it cannot rotate, and rotates later', () => {
    mkdirSync(file('server.log.1'));
    writeFileSync(file('server.log.1/in-the-way'), '');
    mkdirSync(file('server.log.2'));
    writeFileSync(file('server.log.2/in-the-way'), '');
    const lines = openRotatingFile(file(), { maxBytes: 100, olderFiles: 2 });
    for (const number of upTo(50)) lines.write(`${number}\n`);
    expect(readFileSync(file(), 'utf8')).toBe(upTo(50).join('\n').concat('\n'));
    rmSync(file('server.log.2'), { recursive: true });
    rmSync(file('server.log.1'), { recursive: true });
    for (const number of upTo(120, 50)) lines.write(`${number}\n`);
    expect(files()).toEqual(['server.log.2', 'server.log.1', 'server.log']);
    const text = files().map((name) => readFileSync(file(name), 'utf8'));
    expect(text.join('')).toBe(upTo(120).join('\n').concat('\n'));
  });

  it('drops a line while the disk is full, and does not throw', () => {
    symlinkSync('/dev/full', file());
    const lines = openRotatingFile(file(), { maxBytes: 100, olderFiles: 2 });
    expect(() => lines.write('a\n')).not.toThrow();
  });
});
