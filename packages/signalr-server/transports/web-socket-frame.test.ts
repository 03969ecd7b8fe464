import { expect, it } from 'vitest';
import { FrameSlab } from '../outbound/frame-slab.ts';
import { FrameCounter, frameHeader, webSocketFrame } from './web-socket-frame.ts';

it('has the header of RFC 6455 for every length', () => {
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

it('is encoded once for all clients, separately for text and binary, and not at all for very long payloads', () => {
  const payload = Buffer.from('abc');
  const frame = webSocketFrame(payload, true);
  expect(frame?.toString('hex')).toBe('8203616263');
  expect(webSocketFrame(payload, true)).toBe(frame);
  expect(webSocketFrame(payload, false)?.toString('hex')).toBe('8103616263');
  expect(webSocketFrame(Buffer.from('abd'), true)?.toString('hex')).toBe('8203616264');
  expect(webSocketFrame(Buffer.alloc(100_000), true)).toBeNull();
});

it('gets its header in the headroom of a joined frame of any length', () => {
  const slab = new FrameSlab();
  for (const size of [3, 125, 126, 65_000, 65_535, 65_536, 200_000]) {
    const payload = slab.allocate(size).fill(size % 251);
    const frame = webSocketFrame(payload, true);
    expect(frame?.buffer).toBe(payload.buffer);
    const expected = Buffer.concat([frameHeader(size, true), Buffer.alloc(size, size % 251)]);
    expect(frame?.equals(expected)).toBe(true);
  }
});

it('counts the frames of a client, masked or not, wherever a chunk begins', () => {
  const payloads = [0, 1, 125, 126, 65_535, 65_536, 3];
  const frames = payloads.flatMap((size) => {
    const header = frameHeader(size, true);
    const masked = Buffer.from(header);
    masked.writeUInt8(masked.readUInt8(1) | 0x80, 1);
    const payload = Buffer.alloc(size, 0xff);
    return [header, payload, masked, Buffer.alloc(4, 0xff), payload];
  });
  const bytes = Buffer.concat(frames);
  for (const chunkSize of [1, 2, 3, 7, 1_024, 65_536, bytes.length]) {
    const counter = new FrameCounter();
    let count = 0;
    for (let at = 0; at < bytes.length; at += chunkSize)
      count += counter.push(bytes.subarray(at, at + chunkSize));
    expect([chunkSize, count]).toEqual([chunkSize, 2 * payloads.length]);
  }
});
