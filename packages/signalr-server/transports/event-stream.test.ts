import { describe, expect, it } from 'vitest';
import { serverSentEvent } from './event-stream.ts';

describe('a server-sent event', () => {
  const cases: [payload: string, event: string][] = [
    ['', 'data: \r\n\r\n'],
    ['{"type":6}\x1e', 'data: {"type":6}\x1e\r\n\r\n'],
    ['a\nb', 'data: a\r\ndata: b\r\n\r\n'],
    ['a\r\nb\rc\n', 'data: a\r\ndata: b\r\ndata: c\r\ndata: \r\n\r\n'],
    ['\n\n', 'data: \r\ndata: \r\ndata: \r\n\r\n'],
    ['é€😀', 'data: é€😀\r\n\r\n'],
  ];
  for (const [payload, event] of cases) {
    it(`has each line of ${JSON.stringify(payload)} after "data: "`, () => {
      expect(serverSentEvent(Buffer.from(payload)).toString()).toBe(event);
    });
  }

  it('is encoded once for all clients', () => {
    const payload = Buffer.from('x');
    expect(serverSentEvent(payload)).toBe(serverSentEvent(payload));
    expect(serverSentEvent(Buffer.from('x'))).not.toBe(serverSentEvent(payload));
  });
});
