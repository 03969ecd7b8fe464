// The moving picture of the README: what e2e/product/animated-webp.ts writes is read here by the format's own rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { animationOf } from '../e2e/product/animated-webp.ts';
import { root } from './steps/repository.mjs';

interface Chunk {
  readonly name: string;
  readonly content: Buffer;
}

/** Throws if a chunk ends outside the bytes or is not padded to an even length. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (content.length !== length) throw new Error(`The chunk at ${at} is cut off.`);
    chunks.push({ name: bytes.toString('latin1', at, at + 4), content });
    at += 8 + length + (length % 2);
  }
  if (at !== bytes.length) throw new Error('The last chunk is not padded.');
  return chunks;
}

function read(file: Buffer) {
  const [riff, ...more] = chunksOf(file);
  if (riff === undefined || more.length > 0) throw new Error('The file is not one chunk.');
  expect([riff.name, riff.content.toString('latin1', 0, 4)]).toEqual(['RIFF', 'WEBP']);
  const [features, animation, ...frames] = chunksOf(riff.content.subarray(4));
  expect([features?.name, animation?.name]).toEqual(['VP8X', 'ANIM']);
  return {
    isAnimated: ((features?.content[0] ?? 0) & 0x02) !== 0,
    hasAlpha: ((features?.content[0] ?? 0) & 0x10) !== 0,
    width: 1 + (features?.content.readUIntLE(4, 3) ?? 0),
    height: 1 + (features?.content.readUIntLE(7, 3) ?? 0),
    loops: animation?.content.readUInt16LE(4),
    frames: frames.map(({ name, content }) => {
      expect(name).toBe('ANMF');
      const number = (place: number) => content.readUIntLE(3 * place, 3);
      return {
        x: 2 * number(0),
        y: 2 * number(1),
        width: 1 + number(2),
        height: 1 + number(3),
        ms: number(4),
        /** 0: drawn over the frame before, which stays. */
        flags: content[15],
        pictures: chunksOf(content.subarray(16)).map((chunk) => [chunk.name, [...chunk.content]]),
      };
    }),
  };
}

/** A WebP file in base64 with these chunks. */
function picture(...chunks: readonly (readonly [string, readonly number[]])[]): string {
  const content = chunks.map(([name, bytes]) => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, Buffer.from(bytes), Buffer.alloc(bytes.length % 2)]);
  });
  return Buffer.concat([Buffer.from('RIFF____WEBP', 'latin1'), ...content]).toString('base64');
}

describe('an animated WebP', () => {
  it('has the size of its first frame, and plays each frame once at its place and for its time', () => {
    const file = animationOf([
      { x: 0, y: 0, width: 1600, height: 900, ms: 70_000, file: picture(['VP8L', [1, 2, 3]]) },
      {
        x: 32,
        y: 16,
        width: 15,
        height: 8,
        ms: 40,
        file: picture(['VP8X', [0]], ['ALPH', [4]], ['EXIF', [9, 9]], ['VP8 ', [5, 6]]),
      },
    ]);
    expect(read(file)).toEqual({
      isAnimated: true,
      hasAlpha: true,
      width: 1600,
      height: 900,
      loops: 1,
      frames: [
        { x: 0, y: 0, width: 1600, height: 900, ms: 70_000, flags: 0, pictures: [['VP8L', [1, 2, 3]]] },
        {
          x: 32,
          y: 16,
          width: 15,
          height: 8,
          ms: 40,
          flags: 0,
          pictures: [
            ['ALPH', [4]],
            ['VP8 ', [5, 6]],
          ],
        },
      ],
    });
  });

  it('is not made of no frames', () => {
    expect(() => animationOf([])).toThrow('There are no shots.');
  });

  it('is the picture of the README: thirty seconds, at most 1.5 MB, every frame inside the first', () => {
    const file = readFileSync(join(root, 'docs', 'images', 'trading.webp'));
    expect(file.length).toBeLessThanOrEqual(1_500_000);
    const { width, height, frames, loops } = read(file);
    expect(loops).toBe(1);
    expect(frames[0]).toMatchObject({ x: 0, y: 0, width, height });
    const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1000;
    expect(Math.round(seconds)).toBe(30);
    for (const frame of frames) {
      expect(frame.x + frame.width).toBeLessThanOrEqual(width);
      expect(frame.y + frame.height).toBeLessThanOrEqual(height);
      expect(frame.pictures.length).toBeGreaterThan(0);
    }
  });
});
