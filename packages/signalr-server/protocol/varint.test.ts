import { describe, expect, it } from 'vitest';
import { readVarInt, varIntSize, writeVarInt } from './varint.ts';

describe('the VarInt length', () => {
  const vectors: [number, string][] = [
    [0, '00'],
    [2, '02'],
    [127, '7f'],
    [128, '8001'],
    [5248, '8029'],
    [16_383, 'ff7f'],
    [16_384, '808001'],
    [0x1f_ffff, 'ffff7f'],
    [0x20_0000, '80808001'],
    [0xfff_ffff, 'ffffff7f'],
    [0x1000_0000, '8080808001'],
    [0x7fff_ffff, 'ffffffff07'],
  ];
  for (const [value, hex] of vectors) {
    it(`encodes ${value} as ${hex} and decodes it`, () => {
      const bytes = Buffer.alloc(varIntSize(value));
      expect(writeVarInt(bytes, 0, value)).toBe(bytes.length);
      expect(bytes.toString('hex')).toBe(hex);
      const read = { value: -1, end: 0 };
      readVarInt(Buffer.concat([Buffer.from([0xff]), bytes]), 1, read);
      expect(read).toEqual({ value, end: bytes.length + 1 });
    });
  }

  it('rejects 2 GiB', () => {
    expect(() => readVarInt(Buffer.from('8080808008', 'hex'), 0, { value: 0, end: 0 })).toThrow(/2 GiB/);
  });
});
