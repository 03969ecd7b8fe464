import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { epochMs } from '@openpit/venue';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import type { AuditEntry, AuditFact } from './audit-entry.ts';
import { dayFilesIn } from './audit-files.ts';
import { FolderAudit } from './audit-folder.ts';
import { AuditLog } from './audit-log.ts';
import { folderSource, verifyAudit } from './verify-audit.ts';

const dayMs = 24 * 60 * 60_000;
const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

let folder: string;
let clock: VirtualClock;
let key: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-audit-'));
  clock = new VirtualClock(epochMs(Date.UTC(2026, 10, 18, 10)));
  key = newKey();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = ({ keptDays = 400, isExpected = false, key: ownKey = key } = {}) =>
  new AuditLog({
    store: new FolderAudit({ folder, clock, key: ownKey, keptDays, isExpected }),
    clock,
    onFailure: (error) => expect.fail(String(error)),
  });
const verify = async (onEntry?: (entry: AuditEntry) => void) =>
  await verifyAudit(folderSource(folder), onEntry);
const halt: AuditFact = { kind: 'operator', what: 'halt', outcome: 'ok', user: 'root' };
const wrong: AuditFact = {
  kind: 'signIn',
  what: 'password',
  outcome: 'wrongCredentials',
  user: 'thandi',
  from: '192.0.2.1',
};

/** Writes that many entries, in a log that is opened and closed. */
async function write(entries: number, options = {}): Promise<void> {
  const log = open(options);
  for (let at = 0; at < entries; at += 1) log.add({ ...halt, command: at });
  await log.close();
}
async function entries(): Promise<AuditEntry[]> {
  const verified: AuditEntry[] = [];
  await verify((entry) => verified.push(entry));
  return verified;
}
const file = (name = dayFilesIn(folder).at(-1) ?? '') => join(folder, name);
const change = (from: string, to: string, name?: string) => {
  const text = readFileSync(file(name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(name), text.replace(from, to));
};

describe('the audit log', () => {
  it('is one chain over restarts and days, in files that are closed to others', async () => {
    await write(3);
    await write(2);
    clock.advance(dayMs);
    await write(2);
    expect((await entries()).map(({ seq, at }) => [seq, at.slice(0, 10)])).toEqual([
      ...[1, 2, 3, 4, 5].map((seq) => [seq, '2026-11-18']),
      ...[6, 7].map((seq) => [seq, '2026-11-19']),
    ]);
    expect(readdirSync(folder).sort()).toEqual([
      '2026-11-18.jsonl',
      '2026-11-19.jsonl',
      'head.json',
      'public-key.pem',
    ]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['an entry that was changed', () => change('"command":1', '"command":7')],
    [
      'an entry that was left out',
      () => change(/^.*"command":1.*\n/m.exec(readFileSync(file(), 'utf8'))?.[0] ?? '', ''),
    ],
    [
      'entries that were cut off at the end',
      () => truncateSync(file(), readFileSync(file()).indexOf('\n') + 1),
    ],
    ['a day that was deleted', () => rmSync(file('2026-11-18.jsonl'))],
    ['the last day that was deleted', () => rmSync(file())],
    ['a signed end that was changed', () => change('"seq":6', '"seq":4', 'head.json')],
    ['a signed end that was deleted', () => rmSync(file('head.json'))],
    ['signatures by another key', () => write(0, { key: newKey() })],
    ['text that is not an entry', () => appendFileSync(file(), '{"seq":7}\n')],
  ])('fails verification with %s', async (_what, damage) => {
    await write(3);
    clock.advance(dayMs);
    await write(3);
    await expect(verify()).resolves.toMatchObject({ entries: 6, last: { seq: 6 } });
    await damage();
    await expect(verify()).rejects.toThrow(/./);
  });

  it.each([
    ['cut off', () => truncateSync(file(), readFileSync(file()).indexOf('\n') + 1), 'entries 2 to 3'],
    ['deleted', () => rmSync(folder, { recursive: true }), 'the log that was here before'],
  ])('records at the next start that entries were %s, which stays a fault', async (_how, damage, missing) => {
    await write(3);
    await damage();
    const log = open({ isExpected: true });
    expect(log.loss).toContain(`A part of the audit log is missing: ${missing}.`);
    const recorded = `the server recorded at ${new Date(clock.now()).toISOString()} that entries are missing: ${missing}.`;
    await log.close();
    await expect(verify()).rejects.toThrow(recorded);
    await write(1);
    await expect(verify()).rejects.toThrow(recorded);
  });

  it('is complete at every moment, even before its first entry is signed and after kill -9 then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const killed = open();
    await expect(verify()).resolves.toMatchObject({ entries: 0 });
    killed.add(halt);
    await vi.advanceTimersByTimeAsync(50);
    await expect(verify()).resolves.toMatchObject({ entries: 1 });
    clock.advance(dayMs);
    killed.add(halt);
    await vi.advanceTimersByTimeAsync(50);
    await expect(verify()).resolves.toMatchObject({ entries: 2 });
    await write(1, { isExpected: true });
    await expect(verify()).resolves.toMatchObject({ entries: 3 });
  });

  it('has no fault after kill -9 before its first signed end, and one after the loss of that end', async () => {
    await open().close();
    rmSync(file('head.json'));
    await open().close();
    await write(2, { isExpected: true });
    await expect(verify()).resolves.toMatchObject({ entries: 2 });
    rmSync(file('head.json'));
    await write(1);
    await expect(verify()).rejects.toThrow('the signed end');
  });

  it('has no fault where the pruned days end after the end that was signed last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const killed = open();
    killed.add(halt);
    await vi.advanceTimersByTimeAsync(50);
    clock.advance(10 * dayMs);
    const next = open({ keptDays: 2 });
    await next.prune();
    next.add(halt);
    await next.close();
    await expect(verify()).resolves.toMatchObject({ entries: 1, pruned: { seq: 1 } });
  });

  it.each([
    ['in its text', '{"seq":3,"at":"2026'],
    ['after a brace', '{"seq":3,"at":"2026-11-18T10:00:00.000Z","request":{"a":1}'],
  ])('ignores a last line that is being written, cut %s', async (_where, part) => {
    await write(2);
    appendFileSync(file(), part);
    await expect(verify()).resolves.toMatchObject({ entries: 2 });
  });

  it('continues after an entry whose writing was interrupted, and records this', async () => {
    await write(2);
    appendFileSync(file(), '{"seq":3,"at":"2026');
    await expect(verify()).resolves.toMatchObject({ entries: 2 });
    await write(1);
    expect((await entries()).slice(2)).toMatchObject([{ what: 'interruptedEntry' }, { what: 'halt' }]);
  });

  it('counts failures that repeat within a minute, by user and place, and no other acts', async () => {
    const log = open();
    for (let at = 0; at < 100; at += 1) {
      log.add(wrong);
      log.add({ ...wrong, from: '192.0.2.2' });
      clock.advance(100);
    }
    for (let at = 0; at < 3; at += 1) log.add({ ...wrong, outcome: 'ok' });
    clock.advance(60_000);
    log.add(wrong);
    await log.close();
    const allEntries = await entries();
    const of = (place: string) =>
      allEntries.filter(({ from, outcome }) => from === place && outcome !== 'ok');
    expect(of('192.0.2.1').map(({ count }) => count)).toEqual([undefined, 99, undefined]);
    expect(of('192.0.2.2').map(({ count }) => count)).toEqual([undefined, 99]);
    expect(of('192.0.2.2')[1]?.since).toBe('2026-11-18T10:00:00.000Z');
    expect(allEntries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(3);
  });

  it('writes a count that began while the clock was ahead when the clock is corrected', async () => {
    clock.jump(500 * dayMs);
    const log = open();
    log.add(wrong);
    log.add(wrong);
    clock.jump(-500 * dayMs);
    log.add(wrong);
    await log.close();
    expect((await entries()).map(({ count }) => count)).toEqual([undefined, 1, undefined]);
  });

  it('records a flood from many addresses in a bounded number of entries', async () => {
    const log = open();
    for (let at = 0; at < 6_000; at += 1) log.add({ ...wrong, from: `place ${at}` });
    await log.close();
    const allEntries = await entries();
    expect(allEntries).toHaveLength(5_000 + 1);
    expect(allEntries.at(-1)).toMatchObject({ count: 1_000 });
  });

  it('prunes old days behind a signed end, and verifies from there', async () => {
    for (let day = 0; day < 5; day += 1) {
      await write(2, { keptDays: 2 });
      clock.advance(dayMs);
    }
    expect(dayFilesIn(folder)).toEqual(['2026-11-20.jsonl', '2026-11-21.jsonl', '2026-11-22.jsonl']);
    await expect(verify()).resolves.toMatchObject({
      entries: 6,
      last: { seq: 10 },
      pruned: { seq: 4 },
    });
    rmSync(file('2026-11-20.jsonl'));
    await expect(verify()).rejects.toThrow('5 must follow 4');
    const log = open();
    expect(log.loss).toContain('entries 5 to 6');
    await log.close();
    rmSync(file('pruned.json'));
    await expect(verify()).rejects.toThrow('1 must follow 0');
    const another = open();
    expect(another.loss).toContain('pruned.json, or entries 1 to 6');
    await another.close();
  });
});
