import { encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { sampleMessages } from '../testing/sample-messages.ts';
import type { MessageSpan } from './hub-protocol.ts';
import { MessagePackProtocol } from './messagepack.ts';
import { MessageType } from './messages.ts';

const limits = { maxMessageBytes: 6000, maxDepth: 5 };
const messagepack = new MessagePackProtocol(limits);

function read(bytes: Buffer) {
  const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
  expect(messagepack.nextMessage(bytes, 0, span)).toBe(true);
  expect(span.next).toBe(bytes.length);
  return messagepack.decode(bytes.subarray(span.bodyStart, span.bodyEnd));
}
const readValue = (value: unknown) => messagepack.decode(Buffer.from(encode(value)));
const readHex = (hex: string) => messagepack.decode(Buffer.from(hex, 'hex'));

describe('the MessagePack encoding', () => {
  for (const [name, message] of sampleMessages) {
    it(`round-trips ${name}`, () => {
      expect(read(messagepack.encode(message))).toEqual(message);
    });
  }

  it('encodes a ping as 02 91 06', () => {
    expect(messagepack.encode({ type: MessageType.ping }).toString('hex')).toBe('029106');
    expect(messagepack.ping.toString('hex')).toBe('029106');
  });

  it('encodes the length of a body of 5248 bytes as 80 29', () => {
    // The heads of array and string, the type and the id take 8 bytes.
    const item = 'x'.repeat(5248 - 8);
    const bytes = messagepack.encode({ type: MessageType.streamItem, invocationId: '1', item });
    expect(bytes.length).toBe(5250);
    expect(bytes.subarray(0, 2).toString('hex')).toBe('8029');
    expect(read(bytes)).toEqual({ type: 2, invocationId: '1', item });
  });

  it('encodes messages exactly as clients expect them', () => {
    const invocation = {
      type: MessageType.invocation,
      target: 'M',
      args: [42],
      invocationId: null,
      streamIds: [],
    } as const;
    expect(messagepack.encode(invocation).toString('hex')).toBe('09960180c0a14d912a90');
    const completion = {
      type: MessageType.completion,
      invocationId: '1',
      outcome: 'result',
      result: null,
    } as const;
    expect(messagepack.encode(completion).toString('hex')).toBe('07950380a13103c0');
  });

  it('omits undefined properties, as JSON does', () => {
    const message = messagepack.encode({
      type: MessageType.streamItem,
      invocationId: '1',
      item: { a: undefined, b: 1 },
    });
    expect(read(message)).toMatchObject({ item: { b: 1 } });
    expect((read(message) as { item: object }).item).not.toHaveProperty('a');
  });

  it('waits for the end of an incomplete length or body', () => {
    const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
    for (const hex of ['', '80', '0291']) {
      expect(messagepack.nextMessage(Buffer.from(hex, 'hex'), 0, span)).toBe(false);
    }
    expect(messagepack.nextMessage(Buffer.from('029106', 'hex'), 0, span)).toBe(true);
  });

  it('accepts arrays of five and of seven elements, and skips unknown message types', () => {
    expect(readValue([1, {}, '1', 'M', [2]])).toMatchObject({ target: 'M', args: [2], streamIds: [] });
    expect(readValue([1, {}, '1', 'M', [2], [], 'from the future'])).toMatchObject({ target: 'M' });
    expect(readValue([99, 1, 2])).toBeNull();
  });

  it('decodes dates and bytes', () => {
    const at = new Date(1_700_000_000_123);
    expect(readValue([2, {}, '1', { at, raw: new Uint8Array([1, 2]) }])).toMatchObject({
      item: { at, raw: Buffer.from([1, 2]) },
    });
  });

  const malformed: [string, string, RegExp][] = [
    ['a value that is not an array', encodeHex('text'), /must be a MessagePack array/],
    ['an empty array', encodeHex([]), /first element/],
    ['a short invocation', encodeHex([1, {}, '1', 'M']), /must have 5 elements, but has 4/],
    ['headers that are not a map', encodeHex([1, 3, '1', 'M', []]), /headers of a message/],
    ['a target that is not a string', encodeHex([1, {}, '1', 3, []]), /target of an invocation/],
    ['arguments that are not an array', encodeHex([1, {}, '1', 'M', {}]), /arguments of an invocation/],
    ['a completion of an unknown kind', encodeHex([3, {}, '1', 9, 0]), /kind of a completion must be/],
    [
      'a completion whose kind has no string form',
      encodeHex([3, {}, '1', { toString: 1 }, 0]),
      /kind of a completion must be/,
    ],
    ['more levels than allowed', encodeHex([[[[[[]]]]]]), /nested more than 5 levels/],
    ['bytes after the value', `${encodeHex([6])}00`, /bytes after its value/],
    ['an array that declares more elements than there are bytes', 'dd7fffffff', /ends before its value/],
    [
      'nested arrays that together declare more elements than there are bytes',
      '94949494940101010101',
      /ends before its value/,
    ],
    ['a truncated string', 'a5616263', /ends before its value/],
    ['an invalid head byte', '91c1', /not valid MessagePack/],
    [
      'a map with the key __proto__',
      encodeHex([2, {}, '1', JSON.parse('{"__proto__":{"x":1}}')]),
      /not valid/,
    ],
  ];
  for (const [name, hex, problem] of malformed) {
    it(`rejects ${name}`, () => {
      expect(() => readHex(hex)).toThrow(problem);
    });
  }

  it('rejects a length above the limit and an unterminated length', () => {
    const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
    expect(() => messagepack.nextMessage(Buffer.from('f12e', 'hex'), 0, span)).toThrow(
      /6001 bytes is longer than the limit/,
    );
    expect(() => messagepack.nextMessage(Buffer.from('ffffffffff', 'hex'), 0, span)).toThrow(
      /not a number below 2 GiB/,
    );
    expect(() => messagepack.nextMessage(Buffer.from('808080808001', 'hex'), 0, span)).toThrow(
      /not a number below/,
    );
  });

  it('throws for values that MessagePack cannot represent', () => {
    const write = (item: unknown) =>
      messagepack.encode({ type: MessageType.streamItem, invocationId: '1', item });
    expect(() => write(1n)).toThrow();
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => write(loop)).toThrow();
    expect(write('still works')).toBeInstanceOf(Buffer);
  });

  it('throws nothing but ProtocolErrors for ten thousand mutated messages', () => {
    const seeds = sampleMessages.map(([, message]) => messagepack.encode(message).subarray(1));
    let random = 12345;
    const next = (below: number) => {
      random = (Math.imul(random, 1103515245) + 12345) >>> 0;
      return (random >>> 8) % below;
    };
    for (let i = 0; i < 10_000; i++) {
      const bytes = Buffer.from(seeds[i % seeds.length] ?? []);
      for (let change = 0; change <= next(3); change++) bytes[next(bytes.length)] = next(256);
      try {
        messagepack.decode(bytes);
      } catch (error) {
        expect((error as Error).name).toBe('ProtocolError');
      }
    }
  });
});

function encodeHex(value: unknown): string {
  return Buffer.from(encode(value)).toString('hex');
}
