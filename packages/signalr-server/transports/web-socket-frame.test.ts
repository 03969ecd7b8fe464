import { expect, it } from 'vitest';
import { FrameMemory } from '../hub/frame-memory.ts';
import { frameHeader, wholeFrame } from './web-socket-frame.ts';

it('writes the header of RFC 6455 for every length', () => {
  const headers: [number, string][] = [
    [0, '8200'],
    [125, '827d'],
    [126, '827e007e'],
    [65_535, '827effff'],
    [65_536, '827f0000000000010000'],
    [2 ** 33, '827f0000000200000000'],
  ];
  for (const [size, hex] of headers) expect(frameHeader(size, true).toString('hex')).toBe(hex);
  expect(frameHeader(3, false).toString('hex')).toBe('8103');
});

it('builds a frame once for all clients, apart for text and binary, and none for very long payloads', () => {
  const payload = Buffer.from('abc');
  const frame = wholeFrame(payload, true);
  expect(frame?.toString('hex')).toBe('8203616263');
  expect(wholeFrame(payload, true)).toBe(frame);
  expect(wholeFrame(payload, false)?.toString('hex')).toBe('8103616263');
  expect(wholeFrame(Buffer.from('abd'), true)?.toString('hex')).toBe('8203616264');
  expect(wholeFrame(Buffer.alloc(100_000), true)).toBeNull();
});

it('writes the header before a joined frame where it lies, whatever its length', () => {
  const memory = new FrameMemory();
  for (const size of [3, 125, 126, 65_000, 65_535, 65_536, 200_000]) {
    const payload = memory.place(size).fill(size % 251);
    const frame = wholeFrame(payload, true);
    expect(frame?.buffer).toBe(payload.buffer);
    const expected = Buffer.concat([frameHeader(size, true), Buffer.alloc(size, size % 251)]);
    expect(frame?.equals(expected)).toBe(true);
  }
});
