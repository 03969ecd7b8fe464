import { describe, expect, it } from 'vitest';
import { FrameMemory, withRoomBefore } from './frame-memory.ts';

describe('the memory of joined frames', () => {
  it('is written over by the next frame when the last one was taken', () => {
    const memory = new FrameMemory();
    const first = memory.place(4).fill('a');
    const second = memory.place(4).fill('b');
    expect(first.toString()).toBe('bbbb');
    expect(second.buffer).toBe(first.buffer);
  });

  it('leaves a kept frame and the room before the next one alone, and lays kept frames close together', () => {
    const memory = new FrameMemory();
    const kept = Array.from({ length: 40 }, (_, i) => {
      const frame = memory.place(5_000).fill(i);
      withRoomBefore(frame, 10)?.fill(255, 0, 10);
      memory.keepLast();
      return frame;
    });
    memory.place(5_000).fill(254);
    for (const [i, frame] of kept.entries()) expect(frame.every((byte) => byte === i)).toBe(true);
    // 40 frames of 5,016 bytes in slabs of 64 KiB: 13 in each.
    expect(new Set(kept.map((frame) => frame.buffer)).size).toBe(4);
  });

  it('lays a long frame apart and goes on where it was', () => {
    const memory = new FrameMemory();
    const kept = memory.place(10).fill('k');
    memory.keepLast();
    const long = memory.place(300_000).fill('l');
    memory.keepLast();
    const next = memory.place(10).fill('n');
    expect(long.buffer).not.toBe(kept.buffer);
    expect(next.buffer).toBe(kept.buffer);
    expect([kept.toString(), long.every((byte) => byte === 108)]).toEqual(['kkkkkkkkkk', true]);
  });

  it('has room before its own frames only', () => {
    expect(withRoomBefore(new FrameMemory().place(3), 10)).toHaveLength(13);
    expect(withRoomBefore(Buffer.from('abc'), 2)).toBeNull();
  });
});
