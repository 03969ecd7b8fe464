import { describe, expect, it } from 'vitest';
import { wholeEvent } from './event-stream.ts';

describe('an event', () => {
  const cases: [payload: string, event: string][] = [
    ['', 'data: \r\n\r\n'],
    ['{"type":6}\x1e', 'data: {"type":6}\x1e\r\n\r\n'],
    ['a\nb', 'data: a\r\ndata: b\r\n\r\n'],
    ['a\r\nb\rc\n', 'data: a\r\ndata: b\r\ndata: c\r\ndata: \r\n\r\n'],
    ['\n\n', 'data: \r\ndata: \r\ndata: \r\n\r\n'],
    ['é€😀', 'data: é€😀\r\n\r\n'],
  ];
  for (const [payload, event] of cases) {
    it(`of ${JSON.stringify(payload)} has each of its lines behind "data: "`, () => {
      expect(wholeEvent(Buffer.from(payload)).toString()).toBe(event);
    });
  }

  it('is built once for all who get it', () => {
    const payload = Buffer.from('x');
    expect(wholeEvent(payload)).toBe(wholeEvent(payload));
    expect(wholeEvent(Buffer.from('x'))).not.toBe(wholeEvent(payload));
  });
});
