import { describe, expect, it } from 'vitest';
import { sampleMessages } from '../testing/sample-messages.ts';
import type { MessageSpan } from './hub-protocol.ts';
import { bytesAsBase64, JsonProtocol } from './json.ts';
import { MessageType } from './messages.ts';

const limits = { maxMessageBytes: 200, maxDepth: 5 };
const json = new JsonProtocol(limits);

function read(bytes: Buffer) {
  const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
  expect(json.nextMessage(bytes, 0, span)).toBe(true);
  expect(span.next).toBe(bytes.length);
  return json.decode(bytes.subarray(span.bodyStart, span.bodyEnd));
}
const readText = (text: string) => json.decode(Buffer.from(text));

describe('the JSON encoding', () => {
  for (const [name, message] of sampleMessages) {
    it(`round-trips ${name}`, () => {
      expect(read(json.encode(message))).toEqual(message);
    });
  }

  it('encodes messages exactly as clients expect them', () => {
    expect(json.ping.toString()).toBe('{"type":6}\x1e');
    expect(
      json
        .encode({
          type: MessageType.invocation,
          target: 'M',
          args: [1, undefined],
          invocationId: null,
          streamIds: [],
        })
        .toString(),
    ).toBe('{"type":1,"target":"M","arguments":[1,null]}\x1e');
    expect(
      json
        .encode({ type: MessageType.completion, invocationId: '1', outcome: 'result', result: undefined })
        .toString(),
    ).toBe('{"type":3,"invocationId":"1","result":null}\x1e');
    expect(json.encode({ type: MessageType.completion, invocationId: '1', outcome: 'void' }).toString()).toBe(
      '{"type":3,"invocationId":"1"}\x1e',
    );
    expect(json.encode({ type: MessageType.close, error: null, allowReconnect: true }).toString()).toBe(
      '{"type":7,"allowReconnect":true}\x1e',
    );
  });

  it('finds several messages in one chunk and waits for the end of an incomplete one', () => {
    const chunk = Buffer.from('{"type":6}\x1e{"type":7}\x1e{"ty');
    const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
    expect(json.nextMessage(chunk, 0, span)).toBe(true);
    expect(json.nextMessage(chunk, span.next, span)).toBe(true);
    expect(json.decode(chunk.subarray(span.bodyStart, span.bodyEnd))?.type).toBe(MessageType.close);
    expect(json.nextMessage(chunk, span.next, span)).toBe(false);
  });

  it('skips unknown message types and ignores headers', () => {
    expect(readText('{"type":42,"x":1}')).toBeNull();
    expect(readText('{"type":6,"headers":{"a":"b"}}')).toEqual({ type: 6 });
  });

  it('decodes an empty or null invocation id as none', () => {
    expect(readText('{"type":1,"target":"M","arguments":[],"invocationId":""}')).toMatchObject({
      invocationId: null,
    });
    expect(readText('{"type":1,"target":"M","arguments":[],"invocationId":null}')).toMatchObject({
      invocationId: null,
    });
  });

  it('distinguishes a null result from no result', () => {
    expect(readText('{"type":3,"invocationId":"1","result":null}')).toMatchObject({
      outcome: 'result',
      result: null,
    });
    expect(readText('{"type":3,"invocationId":"1"}')).toMatchObject({ outcome: 'void' });
  });

  const malformed: [string, RegExp][] = [
    ['nonsense', /not valid JSON/],
    ['[1]', /must be a JSON object/],
    ['{}', /type of a message must be a number/],
    ['{"type":"1"}', /type of a message must be a number/],
    ['{"type":1,"arguments":[]}', /target of an invocation/],
    ['{"type":1,"target":"M"}', /arguments of an invocation must be an array/],
    ['{"type":1,"target":"M","arguments":[],"invocationId":7}', /invocation id of an invocation/],
    ['{"type":1,"target":"M","arguments":[],"streamIds":[1]}', /stream id of an invocation/],
    ['{"type":1,"target":"M","arguments":[],"headers":"x"}', /headers of a message must be an object/],
    ['{"type":4,"target":"M","arguments":[]}', /invocation id of a stream invocation/],
    ['{"type":3,"invocationId":"1","result":1,"error":"x"}', /both a result and an error/],
    ['{"type":5}', /invocation id of a cancellation/],
    ['{"type":8,"sequenceId":-1}', /sequence id of an ack/],
    ['[[[[[[]]]]]]', /nested more than 5 levels/],
  ];
  for (const [text, problem] of malformed) {
    it(`rejects ${text}`, () => {
      expect(() => readText(text)).toThrow(problem);
    });
  }

  it('does not count brackets in strings as nesting', () => {
    const message = '{"type":1,"target":"[[[[[[[[[[","arguments":["\\"[[[[[[[[{{{{{{"]}';
    expect(readText(message)).toMatchObject({ target: '[[[[[[[[[[' });
  });

  it('rejects a message above the limit, complete or not, and accepts a chunk of several messages above it', () => {
    const span: MessageSpan = { bodyStart: 0, bodyEnd: 0, next: 0 };
    const long = `{"type":6,"x":"${'x'.repeat(200)}"}`;
    expect(() => json.nextMessage(Buffer.from(`${long}\x1e`), 0, span)).toThrow(/limit of 200 bytes/);
    expect(() => json.nextMessage(Buffer.from(long), 0, span)).toThrow(/limit of 200 bytes/);
    expect(json.nextMessage(Buffer.from('{"type":6}\x1e'.repeat(100)), 0, span)).toBe(true);
  });

  it('throws for values that JSON cannot represent', () => {
    const encode = (value: unknown) =>
      json.encode({ type: MessageType.streamItem, invocationId: '1', item: value });
    expect(() => encode(1n)).toThrow();
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => encode(loop)).toThrow();
  });

  it('encodes bytes as base64 with the replacer bytesAsBase64', () => {
    const withBytes = new JsonProtocol(limits, bytesAsBase64);
    const item = { a: new Uint8Array([1, 2, 3]), b: Buffer.from([4]) };
    expect(withBytes.encode({ type: MessageType.streamItem, invocationId: '1', item }).toString()).toContain(
      '{"a":"AQID","b":"BA=="}',
    );
  });
});
