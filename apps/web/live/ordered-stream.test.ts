import { describe, expect, it } from 'vitest';
import { createOrderedStream } from './ordered-stream.ts';

const change = (prev: number, seq: number, epoch = 'e1') => ({ epoch, prev, seq });

function streamAt(asOf: number) {
  const stream = createOrderedStream();
  stream.requested();
  stream.snapshot({ epoch: 'e1', asOf });
  return stream;
}

describe('a stream of changes', () => {
  it('applies one change after another from the snapshot on', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(10, 11))).toBe('apply');
    expect(stream.receive(change(11, 15))).toBe('apply');
  });

  it('drops changes that the snapshot or an earlier change already contains', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(8, 9))).toBe('old');
    expect(stream.receive(change(9, 10))).toBe('old');
    stream.receive(change(10, 11));
    expect(stream.receive(change(10, 11))).toBe('old');
  });

  it('applies a change that begins before the snapshot and ends after it', () => {
    expect(streamAt(10).receive(change(8, 12))).toBe('apply');
  });

  it('reports a gap for every change after it until a snapshot is requested', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(12, 13))).toBe('gap');
    expect(stream.receive(change(13, 14))).toBe('gap');
    stream.requested();
    expect(stream.receive(change(14, 15))).toBe('wait');
  });

  it('reports a gap for a change of another epoch and for one before any snapshot', () => {
    expect(streamAt(10).receive(change(10, 11, 'e2'))).toBe('gap');
    expect(createOrderedStream().receive(change(0, 1))).toBe('gap');
  });

  it('keeps changes that arrive before the snapshot and returns those that it does not contain', () => {
    const stream = streamAt(10);
    stream.requested();
    for (const seq of [11, 12, 13]) stream.receive(change(seq - 1, seq));
    expect(stream.snapshot({ epoch: 'e1', asOf: 11 })).toEqual({
      newer: [change(11, 12), change(12, 13)],
      hasGap: false,
    });
    expect(stream.receive(change(13, 14))).toBe('apply');
  });

  it('reports a gap between the snapshot and a change that arrived before it', () => {
    const stream = streamAt(10);
    stream.requested();
    stream.receive(change(14, 15));
    expect(stream.snapshot({ epoch: 'e1', asOf: 12 })).toEqual({ newer: [], hasGap: true });
  });

  it('reports a gap after a request for a snapshot has failed', () => {
    const stream = streamAt(10);
    stream.requested();
    stream.requestFailed();
    expect(stream.receive(change(10, 11))).toBe('gap');
  });

  it('applies a state that is sent between two changes without advancing', () => {
    const stream = streamAt(10);
    // The snapshot counts all outcomes, the chain only those of the own member.
    expect(stream.receive(change(7, 7))).toBe('apply');
    expect(stream.receive(change(10, 11))).toBe('apply');
    expect(stream.receive(change(11, 11))).toBe('apply');
    expect(stream.receive(change(11, 12))).toBe('apply');
  });

  it('drops a state sent between changes that is older than the last change or the snapshot', () => {
    const stream = streamAt(10);
    stream.receive(change(10, 11));
    expect(stream.receive(change(7, 7))).toBe('old');
    stream.requested();
    expect(stream.receive(change(11, 11))).toBe('wait');
    expect(stream.snapshot({ epoch: 'e1', asOf: 14 })).toEqual({ newer: [], hasGap: false });
  });

  it('reports a gap when the change before a state sent between changes is missing', () => {
    expect(streamAt(10).receive(change(12, 12))).toBe('gap');
  });
});
