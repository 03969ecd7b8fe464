import { describe, expect, it } from 'vitest';
import { contentsOf, isRepeat } from './repeat-guard.ts';

const body = { requestId: 'a', contract: 'DEC26 WMAZ', side: 'B', qty: 5, price: 4035.2, ref: '1' };
const sent = (change: object, at: number) => ({ contents: contentsOf({ ...body, ...change }), at });

describe('the same order again', () => {
  it('[ACT-1] is confirmed first within two seconds, whatever its request id and its reference', () => {
    const before = sent({}, 1_000);
    expect(isRepeat(before, sent({ requestId: 'b', ref: '2' }, 3_000))).toBe(true);
    expect(isRepeat(before, sent({ requestId: 'b', ref: '2' }, 3_001))).toBe(false);
  });

  it('needs no confirmation when anything else differs, nor for the first order', () => {
    expect(isRepeat(sent({}, 1_000), sent({ qty: 6 }, 1_500))).toBe(false);
    expect(isRepeat(sent({}, 1_000), sent({ side: 'S' }, 1_500))).toBe(false);
    expect(isRepeat(null, sent({}, 1_000))).toBe(false);
  });
});
