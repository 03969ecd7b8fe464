// Rules that every style sheet of the application keeps, so that screens look and behave alike.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const web = fileURLToPath(new URL('..', import.meta.url));
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css') && !/^(dist|node_modules|public)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

/** Each match with the path of its file. */
const matchesOf = (pattern: RegExp) =>
  sheets.flatMap(({ path, text }) => (text.match(pattern) ?? []).map((match) => `${path}: ${match}`));

describe('the style sheets', () => {
  it('use only the weights of tokens.css, apart from the plain one', () => {
    expect(sheets.length).toBeGreaterThan(40);
    expect(matchesOf(/font-weight: (?!400|inherit|var\(--(?:medium|strong|heavy)\))[^;]+;/g)).toEqual([]);
  });

  it('size targets for a finger on every phone: a narrow screen is one, whatever its pointer is', () => {
    const sized = matchesOf(/@media \(pointer: coarse\)[^{]*\{(?:[^{}]|\{[^{}]*\})*\{[^{}]*44px/g);
    expect(sized.length).toBeGreaterThan(4);
    expect(sized.filter((rule) => !rule.includes('(pointer: coarse), (width < 600px)'))).toEqual([]);
  });

  it('leave the colours of tokens.css to tokens.css', () => {
    const names = Object.keys(coloursOf('light'));
    expect(names).toContain('line');
    const own = matchesOf(new RegExp(String.raw`(?<![\w-])--(?:${names.join('|')})(?:: [^;]+|, \d+px)`, 'g'));
    expect(own.filter((rule) => !rule.startsWith('ui/tokens.css'))).toEqual([]);
  });
});

/** The colours of a theme in tokens.css by their names. */
function coloursOf(theme: 'light' | 'dark'): Readonly<Record<string, readonly number[]>> {
  const sheet = sheets.find(({ path }) => path === 'ui/tokens.css')?.text ?? '';
  // Without the part for people who ask for more contrast.
  const [tokens = ''] = sheet.split('@media');
  const [light = '', dark = ''] = tokens.split('[data-theme="dark"]');
  return Object.fromEntries(
    [...(theme === 'light' ? light : dark).matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(
      ([, name = '', hex = '']) => [name, [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))],
    ),
  );
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
function contrast(first: readonly number[], second: readonly number[]): number {
  const [lower = 0, higher = 0] = [first, second]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

describe.each(['light', 'dark'] as const)('the bars of Depth in the %s theme', (theme) => {
  const depth = sheets.find(({ path }) => path.endsWith('/depth.module.css'))?.text ?? '';
  const bars = [...depth.matchAll(/--share-colour: color-mix\(in srgb, var\(--(buy|sell)\) (\d+)%/g)];

  it('leave every text over them a contrast of 4.5', () => {
    expect(bars).toHaveLength(2);
    const colours = coloursOf(theme);
    const pairs = bars.flatMap(([, side = '', percent = '']) =>
      ['surface', 'raised'].flatMap((ground) => {
        const bar = (colours[side] ?? []).map(
          (value, at) =>
            (value * Number(percent)) / 100 + (colours[ground]?.[at] ?? 0) * (1 - Number(percent) / 100),
        );
        return ['text', 'text-second', side].map((text) => ({
          pair: `${text} on ${side} over ${ground}`,
          contrast: contrast(colours[text] ?? [], bar),
        }));
      }),
    );
    expect(pairs).toHaveLength(12);
    expect(pairs.filter((pair) => !(pair.contrast >= 4.5))).toEqual([]);
  });
});
