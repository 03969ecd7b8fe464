// Snapshots are read exactly as they were written, or not at all; damaged snapshots are reported, and an
// older snapshot is used.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomNumbers } from '../testing/random-numbers.ts';
import { runProcess, sourceCommand } from '../testing/source-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { piecesOf, type Section } from './snapshot-format.ts';
import { openSnapshots, type Snapshots } from './snapshots.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let snapshots: Snapshots;
beforeEach(async () => {
  folder = join(temporaryFolder(), 'snapshots');
  snapshots = await openSnapshots(folder);
});

const fileOf = (seq: number) => join(folder, `snapshot-${seq}.bin`);
const put = (seq: number) =>
  snapshots.put({
    seq,
    ruleVersion: 3,
    stateHash: `hash ${seq}`,
    sections: { books: bytes(`books at ${seq}`), ledgers: bytes(`ledgers at ${seq}`) },
  });

const bytesOf = (section: Section) => Buffer.concat([...piecesOf(section)]);

/** The text of every section of the latest snapshot, so that a changed byte is visible. */
async function latest(): Promise<string> {
  const { snapshot, damaged } = await snapshots.latest();
  const sections = Object.entries(snapshot?.sections ?? {}).map(
    ([name, section]) => `${name}: ${new TextDecoder().decode(bytesOf(section))}`,
  );
  return [snapshot?.seq, snapshot?.stateHash, ...sections, damaged.length].join(' | ');
}
const asWritten = (seq: number, damagedBefore: number) =>
  `${seq} | hash ${seq} | books: books at ${seq} | ledgers: ledgers at ${seq} | ${damagedBefore}`;

describe('snapshots', () => {
  it('has no snapshot in a new folder', async () => {
    expect(await snapshots.latest()).toEqual({ snapshot: undefined, damaged: [] });
  });

  it('reads sections of any length as they were written, with their facts', async () => {
    const random = randomNumbers(1);
    const long = Uint8Array.from({ length: 2.5 * 2 ** 20 }, () => random(256));
    const sections = {
      long,
      empty: new Uint8Array(),
      exact: long.slice(0, 2 ** 20),
      'order books': bytes('x'),
    };
    const before = Date.now();
    await snapshots.put({ seq: 100_000, ruleVersion: 3, stateHash: 'c0ffee', sections });
    const { snapshot, damaged } = await (await openSnapshots(folder)).latest();
    expect(damaged).toEqual([]);
    expect(snapshot).toMatchObject({
      seq: 100_000,
      ruleVersion: 3,
      stateHash: 'c0ffee',
      nodeMajor: Number.parseInt(process.versions.node, 10),
    });
    expect(snapshot?.createdAt).toBeGreaterThanOrEqual(before);
    expect(Object.keys(snapshot?.sections ?? {})).toEqual(['long', 'empty', 'exact', 'order books']);
    for (const [name, content] of Object.entries(sections)) {
      const section = snapshot?.sections[name] ?? bytes('missing');
      expect(section.length, name).toBe(content.length);
      expect(Buffer.compare(bytesOf(section), content), name).toBe(0);
    }
  });

  it('keeps the newest two, by number and not by name, and reads the newest', async () => {
    for (const seq of [8, 9, 10, 200]) await put(seq);
    expect(readdirSync(folder).sort()).toEqual(['snapshot-10.bin', 'snapshot-200.bin']);
    expect(await latest()).toBe(asWritten(200, 0));
  });

  it('replaces the newest when its number is written again, and rejects an older number without a change', async () => {
    await put(9);
    await snapshots.put({ seq: 9, ruleVersion: 4, stateHash: 'again', sections: {} });
    expect((await snapshots.latest()).snapshot).toMatchObject({
      seq: 9,
      ruleVersion: 4,
      stateHash: 'again',
      sections: {},
    });
    await expect(put(8)).rejects.toThrow(
      `a snapshot of command 8 cannot follow ${fileOf(9)}, which is newer`,
    );
    expect(readdirSync(folder)).toEqual(['snapshot-9.bin']);
  });

  it('skips a damaged one, reports which and why, and keeps an intact older one', async () => {
    await put(1);
    await put(2);
    truncateSync(fileOf(2), 30);
    expect(await latest()).toBe(asWritten(1, 1));
    expect((await snapshots.latest()).damaged).toEqual([{ file: fileOf(2), reason: 'it ends too early' }]);
    await put(3);
    expect(readdirSync(folder).sort()).toEqual(['snapshot-1.bin', 'snapshot-2.bin', 'snapshot-3.bin']);
    truncateSync(fileOf(3), 30);
    expect(await latest()).toBe(asWritten(1, 2));
    rmSync(fileOf(3));
    await put(4);
    await put(5);
    expect(readdirSync(folder).sort()).toEqual(['snapshot-4.bin', 'snapshot-5.bin']);
  });

  it('never reads a changed byte, with each of 300 flipped bits', async () => {
    await put(1);
    await put(2);
    const whole = readFileSync(fileOf(2));
    const random = randomNumbers(2);
    for (let round = 0; round < 300; round += 1) {
      const at = random(whole.length);
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
      writeFileSync(fileOf(2), flipped);
      expect(await latest(), `byte ${at}`).toBe(asWritten(1, 1));
    }
  });

  it('never reads a part, for any length of the truncated file', async () => {
    await put(1);
    await put(2);
    for (let length = readFileSync(fileOf(2)).length - 1; length >= 0; length -= 1) {
      truncateSync(fileOf(2), length);
      expect(await latest(), `${length} bytes`).toBe(asWritten(1, 1));
    }
  });

  it.each([
    [
      'has something after its end',
      () => appendFileSync(fileOf(2), 'x'),
      /^it is \d+ bytes long and should be \d+$/,
    ],
    ['was renamed', () => renameSync(fileOf(2), fileOf(7)), /^it holds the snapshot of command 2$/],
    [
      'is of a newer Openpit',
      () => writeFileSync(fileOf(2), 'openpit-snapshot 3\n rest of it'),
      /^it was written by a newer Openpit$/,
    ],
    [
      'is something else',
      () => writeFileSync(fileOf(2), 'quarterly figures, all of them'),
      /^it is not a snapshot$/,
    ],
  ])('skips one that %s', async (_, damage, reason) => {
    await put(1);
    await put(2);
    damage();
    expect(await latest()).toBe(asWritten(1, 1));
    expect((await snapshots.latest()).damaged[0]?.reason).toMatch(reason);
  });

  it('removes only the unfinished file of an interrupted write', async () => {
    await put(1);
    writeFileSync(`${fileOf(2)}.new`, 'half of');
    writeFileSync(join(folder, 'notes.new'), 'mine');
    snapshots = await openSnapshots(folder);
    expect(readdirSync(folder).sort()).toEqual(['notes.new', 'snapshot-1.bin']);
    expect(await latest()).toBe(asWritten(1, 0));
  });

  it('reports a disk that accepts no more data, and leaves the old snapshot unchanged', async () => {
    await put(1);
    const command = sourceCommand('put-snapshot', folder, '2', '300000');
    const ended = await runProcess(['sh', '-c', 'ulimit -f 400; exec "$@"', 'sh', ...command]);
    expect(ended.output).toContain(`DataFolderError: the disk that holds ${fileOf(2)} failed (EFBIG)`);
    expect(readdirSync(folder)).toEqual(['snapshot-1.bin']);
    expect(await latest()).toBe(asWritten(1, 0));
  });

  it('reports a folder that was removed', async () => {
    rmSync(folder, { recursive: true });
    await expect(put(1)).rejects.toMatchObject({ name: 'DataFolderError', problem: 'missing' });
    await expect(snapshots.latest()).rejects.toMatchObject({ name: 'DataFolderError', problem: 'missing' });
    expect(existsSync(folder)).toBe(false);
  });
});
