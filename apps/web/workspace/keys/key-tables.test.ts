import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderActions, registered } from '../../actions/actions.ts';
import { shownKey } from '../../ui/keys.ts';
import { keysByPlace, keyTables } from './key-tables.ts';

const web = join(import.meta.dirname, '../..');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|node_modules|dist\b|testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

/** Names of keys in a source text that reads pressed keys: compared, switched on, or looked up. */
const named =
  /'(Escape|Enter|Delete|Backspace|Tab|ContextMenu|Home|End|Insert|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|F\d{1,2})'|\b(Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)):|(?<!typeof )\b(?:key|letter|code)(?:\.to\w+\(\))? === '([^']+)'/g;

const readsKeys = (text: string) =>
  /KeyboardEvent|\bevent\.key\b|\bonKey|\bonRowKey|\bmoveFocus\b/.test(text);

/** Files that read keys which belong to no table, with the reason. */
const withoutTable: Readonly<Record<string, string>> = {
  'ui/keys.ts': 'it binds the tables',
  'panels/depth/ladder/ladder-grid.tsx': 'Escape ends a drag, as everywhere',
  'ui/tip-layer.tsx': 'Escape hides a tooltip, besides what it does elsewhere',
};

const keysOnSheet = new Set(
  keyTables.flatMap(({ keys }) =>
    Object.values(keys).flatMap(({ press }) =>
      press.flatMap((one) => [one, one.split('+').at(-1) ?? '', one.replace('Space', ' ')]),
    ),
  ),
);

describe('the sheet of keys', () => {
  it('shows every table of keys in the source', async () => {
    const tables = sources.filter(({ text }) => /= keyTable\(/.test(text));
    expect(tables.length).toBeGreaterThan(8);
    for (const { path, text } of tables)
      for (const [, name = ''] of text.matchAll(/export const (\w+) = keyTable\(/g)) {
        const module: Readonly<Record<string, unknown>> = await import(join(web, path));
        expect(
          keyTables,
          `${name} of ${path} belongs in the registry of panels or in key-tables.ts`,
        ).toContain(module[name]);
      }
  });

  it('has every key that a source file reads', () => {
    const missing = sources
      .filter(({ path, text }) => readsKeys(text) && withoutTable[path] === undefined)
      .flatMap(({ path, text }) =>
        [...text.matchAll(named)]
          .map(([, quoted, field, compared]) => quoted ?? field ?? compared ?? '')
          .filter((key) => !keysOnSheet.has(key) && !keysOnSheet.has(key.toLowerCase()))
          .map((key) => `${relative('.', path)}: ${key}`),
      );
    expect(missing).toEqual([]);
  });

  it('binds keys through tables only', () => {
    const direct = sources.filter(
      ({ path, text }) =>
        /\btinykeys\(|window\.addEventListener\('keydown'/.test(text) && withoutTable[path] === undefined,
    );
    expect(direct.map(({ path }) => path)).toEqual([]);
  });

  it('has the key of every action of the registry', () => {
    const shown = new Set(keyTables.flatMap(({ keys }) => Object.values(keys).map(shownKey)));
    for (const { id, label, key } of [...registered, ...orderActions])
      if (key !== undefined) expect(shown, id).toContain(shownKey({ press: [key], label }));
  });

  it('gives no place two entries with the same key', () => {
    for (const [place, entries] of keysByPlace()) {
      const keys = entries.map(shownKey);
      const twice = keys.filter((key, at) => keys.indexOf(key) !== at);
      expect(twice, place).toEqual([]);
    }
  });
});
