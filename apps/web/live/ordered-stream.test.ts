import { describe, expect, it } from 'vitest';
import { createOrderedStream } from './ordered-stream.ts';

const change = (prev: number, seq: number, epoch = 'e1') => ({ epoch, prev, seq });

function streamAt(asOf: number) {
  const stream = createOrderedStream();
  stream.asked();
  stream.snapshot({ epoch: 'e1', asOf });
  return stream;
}

describe('a stream of changes', () => {
  it('takes changes one after the other from the snapshot on', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(10, 11))).toBe('apply');
    expect(stream.receive(change(11, 15))).toBe('apply');
  });

  it('drops what the snapshot already holds, and what came before', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(8, 9))).toBe('old');
    expect(stream.receive(change(9, 10))).toBe('old');
    stream.receive(change(10, 11));
    expect(stream.receive(change(10, 11))).toBe('old');
  });

  it('takes a change that reaches back before the snapshot: it covers all since then', () => {
    expect(streamAt(10).receive(change(8, 12))).toBe('apply');
  });

  it('finds a hole, and finds it again until a snapshot has been asked for', () => {
    const stream = streamAt(10);
    expect(stream.receive(change(12, 13))).toBe('hole');
    expect(stream.receive(change(13, 14))).toBe('hole');
    stream.asked();
    expect(stream.receive(change(14, 15))).toBe('wait');
  });

  it('finds a hole in a change of another epoch, and in one before any snapshot', () => {
    expect(streamAt(10).receive(change(10, 11, 'e2'))).toBe('hole');
    expect(createOrderedStream().receive(change(0, 1))).toBe('hole');
  });

  it('keeps what overtakes the snapshot and gives out what the snapshot does not hold', () => {
    const stream = streamAt(10);
    stream.asked();
    for (const seq of [11, 12, 13]) stream.receive(change(seq - 1, seq));
    expect(stream.snapshot({ epoch: 'e1', asOf: 11 })).toEqual({
      newer: [change(11, 12), change(12, 13)],
      hasHole: false,
    });
    expect(stream.receive(change(13, 14))).toBe('apply');
  });

  it('says so when what overtook the snapshot has a hole after it', () => {
    const stream = streamAt(10);
    stream.asked();
    stream.receive(change(14, 15));
    expect(stream.snapshot({ epoch: 'e1', asOf: 12 })).toEqual({ newer: [], hasHole: true });
  });

  it('finds a hole again after the asking has failed', () => {
    const stream = streamAt(10);
    stream.asked();
    stream.notAsked();
    expect(stream.receive(change(10, 11))).toBe('hole');
  });

  it('takes what is told between two changes, and moves on by nothing', () => {
    const stream = streamAt(10);
    // The snapshot counts all outcomes, the chain only those of the own member.
    expect(stream.receive(change(7, 7))).toBe('apply');
    expect(stream.receive(change(10, 11))).toBe('apply');
    expect(stream.receive(change(11, 11))).toBe('apply');
    expect(stream.receive(change(11, 12))).toBe('apply');
  });

  it('drops what was told between changes before the last one, and before the snapshot', () => {
    const stream = streamAt(10);
    stream.receive(change(10, 11));
    expect(stream.receive(change(7, 7))).toBe('old');
    stream.asked();
    expect(stream.receive(change(11, 11))).toBe('wait');
    expect(stream.snapshot({ epoch: 'e1', asOf: 14 })).toEqual({ newer: [], hasHole: false });
  });

  it('finds a hole where a change before what is told is missing', () => {
    expect(streamAt(10).receive(change(12, 12))).toBe('hole');
  });
});
