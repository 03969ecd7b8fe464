import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkStore, chunksInMemory } from './chunk-store.ts';
import { blockReader } from './long-list.ts';
import { AddedNumbers, chunkSize, PackedNumbers, PackedValues } from './packed-values.ts';

const packable = fc.jsonValue({ maxDepth: 4 });

describe('packed values', () => {
  it('are read as they were written, regardless of their neighbours', () => {
    fc.assert(
      fc.property(fc.array(packable, { maxLength: 30 }), (values) => {
        const packed = new PackedValues(chunksInMemory);
        const places = values.map((value) => packed.add(value));
        for (const [at, value] of values.entries()) {
          const read = packed.read(places[at] ?? -1);
          expect(read).toEqual(value);
          // The fields in the same order: the hash of the state is of the text.
          expect(JSON.stringify(read)).toBe(JSON.stringify(value));
        }
      }),
    );
  });

  it.each([
    ['undefined', { a: undefined, b: 1 }],
    ['numbers of all sizes', [0, -0, 1, -1, 127, 128, 2 ** 31, 2 ** 48, -(2 ** 52), 0.1, 1e300, Number.NaN]],
    ['a request id', '7c1d2a3b-0f4e-4aaa-8bbb-ffffffffffff'],
    ['what is nearly a request id', '7C1D2a3b-0f4e-4aaa-8bbb-ffffffffffff'],
    ['a hash', '0123456789abcdef'],
    ['texts with marks and pairs', ['', 'é', '“ref”', '😀', '\ud800']],
    ['a field with the name of the prototype', JSON.parse('{"__proto__": {"a": 1}, "b": 2}')],
    ['a value longer than a chunk', Array.from({ length: 400_000 }, (_, at) => at * 1_000)],
  ])('keep %s', (_, value) => {
    const packed = new PackedValues(chunksInMemory);
    packed.add({ before: 1 });
    const place = packed.add(value);
    const after = packed.add('after');
    expect(packed.read(place)).toEqual(value);
    expect(packed.read(after)).toBe('after');
  });

  it('are written and read in layout 1, which snapshots and the journal of an upgraded market contain', () => {
    const id = '0b7e1c52-9a4d-4e1f-8c3b-5d6a7f8e9012';
    const values = [
      { requestId: id, seq: 300, verdict: { kind: 'accepted' }, note: null },
      [-5, 2 ** 40, 0.25, true, false],
      { text: 'Ω', hash: '00ff00ff00ff00ff', missing: undefined },
    ];
    const head = {
      shapes: [
        [['requestId', []] as const, ['seq', []] as const, ['verdict', []] as const, ['note', []] as const],
        [['kind', ['accepted']] as const],
        [['text', ['Ω']] as const, ['hash', []] as const, ['missing', []] as const],
      ],
      texts: [],
      chunks: 0,
    };
    const bytes =
      '271f0b7e1c529a4d4e1f8c3b5d6a7f8e9012b0092b02031b14158080808080800113000000000000d03f0b0f2f022300ff00ff00ff00ff07';
    const written = new PackedValues(chunksInMemory);
    const places = values.map((value) => written.add(value));
    const saved = written.save();
    expect(saved.head).toEqual(head);
    expect(saved.blocks.map((block) => Buffer.from(block()).toString('hex'))).toEqual([bytes]);
    const read = new PackedValues(chunksInMemory);
    read.load(head, () => Buffer.from(bytes, 'hex'));
    expect(places.map((place) => read.read(place))).toEqual(values);
  });

  it('keep the texts of a field that has very many', () => {
    const packed = new PackedValues(chunksInMemory);
    const places = Array.from({ length: 10_000 }, (_, at) => packed.add({ ref: `R-${at}`, side: 'B' }));
    for (const at of [0, 4_095, 4_096, 9_999])
      expect(packed.read(places[at] ?? -1)).toEqual({ ref: `R-${at}`, side: 'B' });
  });

  it('keep only the last chunk themselves, and drop the others when they are cleared', () => {
    let kept = 0;
    const packed = new PackedValues({
      keep: (bytes) => {
        kept += 1;
        expect(bytes.length).toBe(chunkSize);
        const { bytes: same } = chunksInMemory.keep(Uint8Array.from(bytes));
        bytes.fill(0);
        return {
          bytes: same,
          drop: () => {
            kept -= 1;
          },
        };
      },
    });
    const values = Array.from({ length: 20_000 }, (_, at) => ({ at, ref: `R-${at}` }));
    const places = values.map((value) => packed.add(value));
    expect(kept).toBe(Math.floor((places.at(-1) ?? 0) / chunkSize));
    expect(kept).toBeGreaterThan(2);
    for (const [at, value] of values.entries()) expect(packed.read(places[at] ?? -1)).toEqual(value);
    packed.clear();
    expect(kept).toBe(0);
    expect(() => packed.read(0)).toThrow(RangeError);
    expect(packed.read(packed.add('next day'))).toBe('next day');
  });

  it('take back nothing that is not there', () => {
    expect(() => new PackedValues(chunksInMemory).read(0)).toThrow(RangeError);
    expect(() => new PackedValues(chunksInMemory).add(() => 0)).toThrow(TypeError);
  });
});

describe('packed numbers', () => {
  it('are zero where nothing was set', () => {
    const numbers = new PackedNumbers();
    numbers.set(100_000, 7);
    numbers.push(2 ** 32 - 1);
    expect([
      numbers.length,
      numbers.at(99_999),
      numbers.at(100_000),
      numbers.at(100_001),
      numbers.at(200_000),
    ]).toEqual([100_002, 0, 7, 2 ** 32 - 1, 0]);
  });

  it('are kept block by block if they are only added, and read back and loaded from there', () => {
    const kept = new Set<Uint8Array>();
    const store: ChunkStore = {
      keep: (bytes) => {
        kept.add(bytes);
        return { bytes, drop: () => kept.delete(bytes) };
      },
    };
    const added = new AddedNumbers(store);
    const packed = new PackedNumbers();
    const count = 2 * (chunkSize / 4) + 5;
    for (let at = 0; at < count; at += 1) {
      added.push(2 ** 32 - 1 - at);
      packed.push(2 ** 32 - 1 - at);
    }
    expect([...kept].map(({ length }) => length)).toEqual([chunkSize, chunkSize]);
    expect([0, 20_000, count - 1, count].map((at) => added.at(at))).toEqual(
      [0, 20_000, count - 1, count].map((at) => packed.at(at)),
    );
    // As a snapshot returns them: not aligned.
    const blocksOf = (of: { save: AddedNumbers['save'] }) =>
      of.save().blocks.map((block) => () => new Uint8Array([0, ...block()]).subarray(1));
    expect(blocksOf(added).map((block) => block())).toEqual(blocksOf(packed).map((block) => block()));
    const loaded = new AddedNumbers(store);
    loaded.load({ length: count }, blockReader(blocksOf(packed)));
    loaded.push(7);
    expect([loaded.length, ...[0, 20_000, count - 1, count].map((at) => loaded.at(at))]).toEqual([
      count + 1,
      ...[0, 20_000, count - 1].map((at) => packed.at(at)),
      7,
    ]);
    for (const numbers of [added, loaded]) numbers.clear();
    expect([kept.size, added.length, added.at(0)]).toEqual([0, 0, 0]);
  });
});
