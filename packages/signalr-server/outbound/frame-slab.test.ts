import { describe, expect, it } from 'vitest';
import { FrameSlab, withHeadroom } from './frame-slab.ts';

describe('a frame slab', () => {
  it('overwrites a frame that was not kept', () => {
    const slab = new FrameSlab();
    const first = slab.allocate(4).fill('a');
    const second = slab.allocate(4).fill('b');
    expect(first.toString()).toBe('bbbb');
    expect(second.buffer).toBe(first.buffer);
  });

  it('never overwrites a kept frame, not even by the headroom of the next frame, and packs kept frames closely', () => {
    const slab = new FrameSlab();
    const kept = Array.from({ length: 40 }, (_, i) => {
      const frame = slab.allocate(5_000).fill(i);
      withHeadroom(frame, 10)?.fill(255, 0, 10);
      slab.keepLast();
      return frame;
    });
    slab.allocate(5_000).fill(254);
    for (const [i, frame] of kept.entries()) expect(frame.every((byte) => byte === i)).toBe(true);
    // 40 frames of 5,016 bytes in slabs of 64 KiB: 13 in each.
    expect(new Set(kept.map((frame) => frame.buffer)).size).toBe(4);
  });

  it('allocates a long frame separately and then continues in the slab', () => {
    const slab = new FrameSlab();
    const kept = slab.allocate(10).fill('k');
    slab.keepLast();
    const long = slab.allocate(300_000).fill('l');
    slab.keepLast();
    const next = slab.allocate(10).fill('n');
    expect(long.buffer).not.toBe(kept.buffer);
    expect(next.buffer).toBe(kept.buffer);
    expect([kept.toString(), long.every((byte) => byte === 108)]).toEqual(['kkkkkkkkkk', true]);
  });

  it('has headroom before its own frames only', () => {
    expect(withHeadroom(new FrameSlab().allocate(3), 10)).toHaveLength(13);
    expect(withHeadroom(Buffer.from('abc'), 2)).toBeNull();
  });
});
