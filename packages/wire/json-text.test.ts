import { describe, expect, it } from 'vitest';
import { depthOf, jsonText, maxJsonDepth } from './json-text.ts';
import { plainText } from './plain-text.ts';

const schema = jsonText(1000, { missing: 'There is none.', tooLarge: 'Too large.' });
const errorsOf = (text: unknown) => schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];
const nested = (depth: number) => '{"a":['.repeat(depth / 2) + ']}'.repeat(depth / 2);

describe('the text of a document', () => {
  it('may be nested as deep as the limit and no deeper', () => {
    expect(errorsOf(nested(maxJsonDepth))).toEqual([]);
    expect(errorsOf(`[${nested(maxJsonDepth)}]`)).toEqual([
      `Objects and lists are nested at most ${maxJsonDepth} deep.`,
    ]);
  });

  it('counts no brackets inside strings, even after an escaped quote', () => {
    expect(depthOf(JSON.stringify({ a: '[[[', b: ['\\"[', '"{{'] }))).toBe(2);
    expect(depthOf('"\\\\"[[]')).toBe(2);
    expect(depthOf('[][][]')).toBe(1);
  });

  it('is limited in bytes of UTF-8', () => {
    for (const [char, bytes] of [
      ['x', 1],
      ['é', 2],
      ['€', 3],
      ['😀', 4],
    ] as const) {
      expect(Buffer.byteLength(char)).toBe(bytes);
      const max = char.repeat(Math.floor(1000 / bytes));
      expect(errorsOf(max), char).toEqual([]);
      expect(errorsOf(max + char), char).toEqual(['Too large.']);
    }
  });

  it('is text', () => {
    expect([errorsOf(undefined), errorsOf({})]).toEqual([['There is none.'], ['There is none.']]);
  });
});

describe('plain text', () => {
  const text = plainText(20, { missing: 'Give a text.' });

  it.each(['Rietvlei 12', 'Ünal & Söhne', 'عقد', '麦', '\u200fעברית', '👩‍🌾'])(
    'is accepted as people type it: %s',
    (value) => {
      expect(text.parse(value)).toBe(value);
    },
  );

  it.each([
    ['a control character', 'a\u0007b'],
    ['the end of a line', 'a\u2028b'],
    ['a change of direction that reaches beyond it', '\u202e12'],
    ['an isolate that is never closed', '\u2067x'],
    ['half a character', '\ud83d'],
    ['no character', 'a\uffff'],
    ['a mark of the byte order', '\ufeff'],
  ])('has not %s', (_what, value) => {
    expect(text.safeParse(value).success).toBe(false);
  });
});
