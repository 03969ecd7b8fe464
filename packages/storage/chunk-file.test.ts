import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openChunkFile } from './chunk-file.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const chunkSize = 64;
const chunkOf = (number: number, length = chunkSize) => new Uint8Array(length).fill(number);

function newFile(writes: 'atOnce' | 'later' = 'later') {
  const folder = temporaryFolder();
  const file = openChunkFile({ folder, chunkSize });
  file.writes = writes;
  onTestFinished(() => file.close());
  return { file, folder };
}

describe('a file of chunks', () => {
  it('leaves no name in the folder, and removes the file of a process that was killed while it opened one', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, `chunks-${threadId}`), 'left');
    const file = openChunkFile({ folder, chunkSize });
    onTestFinished(() => file.close());
    expect(file.keep(chunkOf(1)).bytes).toEqual(chunkOf(1));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('returns each chunk as it was kept, while it is written and afterwards', async () => {
    const { file } = newFile();
    const chunks = Array.from({ length: 40 }, (_, at) => file.keep(chunkOf(at)));
    const read = () => chunks.map(({ bytes }) => [...new Set(bytes)]);
    const expected = chunks.map((_, at) => [at]);
    expect(file.written).toBe(0);
    expect(read()).toEqual(expected);
    await file.settled();
    expect(file.written).toBe(40);
    expect(read()).toEqual(expected);
  });

  it('returns each chunk that it has written at once', () => {
    const { file } = newFile('atOnce');
    const chunks = [1, 2, 3].map((number) => file.keep(chunkOf(number)));
    expect(file.written).toBe(3);
    expect(chunks.map(({ bytes }) => bytes)).toEqual([1, 2, 3].map((number) => chunkOf(number)));
    chunks[1]?.drop();
    const fourth = file.keep(chunkOf(4));
    expect([chunks[0], chunks[2], fourth].map((chunk) => chunk?.bytes[0])).toEqual([1, 3, 4]);
  });

  it('writes a new chunk in the place of a dropped one, which no other chunk notices', async () => {
    const { file } = newFile();
    const [first, second] = [file.keep(chunkOf(1)), file.keep(chunkOf(2))];
    await file.settled();
    expect(first.bytes).toEqual(chunkOf(1));
    first.drop();
    const droppedEarly = file.keep(chunkOf(3));
    droppedEarly.drop();
    const third = file.keep(chunkOf(4));
    await file.settled();
    const fourth = file.keep(chunkOf(5));
    await file.settled();
    expect([second, third, fourth].map(({ bytes }) => bytes[0])).toEqual([2, 4, 5]);
    expect(file.written).toBe(3);
  });

  it('keeps a chunk of another length in memory', async () => {
    const { file } = newFile();
    const long = file.keep(chunkOf(1, chunkSize + 1));
    await file.settled();
    expect([file.written, long.bytes]).toEqual([0, chunkOf(1, chunkSize + 1)]);
  });

  it('leaves no name in the folder, and needs the folder', () => {
    const { folder } = newFile();
    expect(readdirSync(folder)).toEqual([]);
    expect(() => openChunkFile({ folder: `${folder}/missing`, chunkSize })).toThrow(/missing/);
  });
});
