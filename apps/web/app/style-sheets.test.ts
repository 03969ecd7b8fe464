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
const found = (pattern: RegExp) =>
  sheets.flatMap(({ path, text }) => (text.match(pattern) ?? []).map((match) => `${path}: ${match}`));

describe('the style sheets', () => {
  it('use only the weights of tokens.css, apart from the plain one', () => {
    expect(sheets.length).toBeGreaterThan(40);
    expect(found(/font-weight: (?!400|inherit|var\(--(?:medium|strong|heavy)\))[^;]+;/g)).toEqual([]);
  });

  it('size targets for a finger on every phone: a narrow screen is one, whatever its pointer is', () => {
    const sized = found(/@media \(pointer: coarse\)[^{]*\{(?:[^{}]|\{[^{}]*\})*\{[^{}]*44px/g);
    expect(sized.length).toBeGreaterThan(4);
    expect(sized.filter((rule) => !rule.includes('(pointer: coarse), (width < 600px)'))).toEqual([]);
  });
});
