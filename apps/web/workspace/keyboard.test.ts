import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Action } from '../actions/action.ts';
import { type KeyPress, type KeyTable, keyOf, pressedKey, shownKey, typesCharacter } from '../ui/keys.ts';
import { keysByPlace, keyTables } from './page-lists.tsx';

const web = join(import.meta.dirname, '..');
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
  'ui/floating-panel.tsx': 'Escape ends a drag, as everywhere',
  'panels/parts/price-ladder/order-drag.ts': 'Escape ends a drag, as everywhere',
  'ui/tip-layer.tsx': 'Escape hides a tooltip, besides what it does elsewhere',
  'ui/on-demand.tsx': 'holds what is typed while something opens',
};

const keysOnSheet = new Set(
  keyTables.flatMap(({ keys }) =>
    Object.values(keys).flatMap(({ press }) =>
      press.flatMap((name) => [name, name.split('+').at(-1) ?? '', name.replace('Space', ' ')]),
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
          `${name} of ${path} belongs in the registry of panels or in page-lists.tsx`,
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

  it('has the key of every action', async () => {
    const files = sources.filter(({ path }) => path.startsWith('actions/'));
    const modules = await Promise.all(files.map(({ path }) => import(join(web, path))));
    const isAction = (
      value: object | null,
    ): value is Pick<Action<never, unknown>, 'id' | 'label'> & { key: string } =>
      value !== null && typeof value === 'object' && 'perform' in value && 'key' in value;
    const actions = modules.flatMap((module) => Object.values<object | null>(module).flat()).filter(isAction);
    expect(actions.length).toBeGreaterThan(10);
    const shown = new Set(keyTables.flatMap(({ keys }) => Object.values(keys).map(shownKey)));
    for (const { id, label, key } of actions) expect(shown, id).toContain(shownKey({ press: [key], label }));
  });

  it('finds entries by their words, their key and their place', () => {
    const labels = (typed: string) =>
      [...keysByPlace(typed)].flatMap(([, keys]) => keys.map(({ label }) => label));
    expect(labels('save the')).toEqual(['Save the layout']);
    expect(labels(' CTRL+S ')).toContain('Save the layout');
    expect([...keysByPlace('order ticket').keys()]).toEqual(['Order ticket']);
    expect(labels('no such key')).toEqual([]);
  });

  it('lists no key twice in one place', () => {
    for (const [place, entries] of keysByPlace()) {
      const keys = entries.map(shownKey);
      const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
      expect(twice, place).toEqual([]);
    }
  });
});

/** By position, row by row: what a key types without and with Shift. */
const codes = [
  ...[...'1234567890'].map((digit) => `Digit${digit}`),
  'Minus',
  'Equal',
  ...[...'QWERTYUIOP'].map((letter) => `Key${letter}`),
  ...[...'ASDFGHJKL'].map((letter) => `Key${letter}`),
  'Semicolon',
  'Quote',
  ...[...'ZXCVBNM'].map((letter) => `Key${letter}`),
  'Comma',
  'Period',
  'Slash',
  'BracketLeft',
  'BracketRight',
];
const layouts: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  US: ["1234567890-=qwertyuiopasdfghjkl;'zxcvbnm,./[]", '!@#$%^&*()_+QWERTYUIOPASDFGHJKL:"ZXCVBNM<>?{}'],
  German: ['1234567890ß´qwertzuiopasdfghjklöäyxcvbnm,.-ü+', '!"§$%&/()=?`QWERTZUIOPASDFGHJKLÖÄYXCVBNM;:_Ü*'],
  French: ['&é"\'(-è_çà)=azertyuiopqsdfghjklmùwxcvbn,;:!^$', '1234567890°+AZERTYUIOPQSDFGHJKLM%WXCVBN?./§¨£'],
  Polish: ["1234567890-=qwertyuiopasdfghjkl;'zxcvbnm,./[]", '!@#$%^&*()_+QWERTYUIOPASDFGHJKL:"ZXCVBNM<>?{}'],
  Czech: ['+ěščřžýáíé=´qwertzuiopasdfghjklů§yxcvbnm,.-ú)', '1234567890%ˇQWERTZUIOPASDFGHJKL"!YXCVBNM?:_/('],
  Dvorak: ["1234567890[]',.pyfgcrlaoeuidhtns-;qjkxbmwvz/=", '!@#$%^&*(){}"<>PYFGCRLAOEUIDHTNS_:QJKXBMWVZ?+'],
  Russian: ['1234567890-=йцукенгшщзфывапролджэячсмитьбю.хъ', '!"№;%:?*()_+ЙЦУКЕНГШЩЗФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,ХЪ'],
  Greek: ["1234567890-=;ςερτυθιοπασδφγηξκλ΄'ζχψωβνμ,./[]", '!@#$%^&*()_+:΅ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>?{}'],
  Hebrew: ["1234567890-=/'קראטוןםפשדגכעיחלךף,זסבהנמצתץ.][", '!@#$%^&*)(_+QWERTYUIOPASDFGHJKL:"ZXCVBNM><?}{'],
  Arabic: [
    '١٢٣٤٥٦٧٨٩٠-=ضصثقفغعهخحشسيبلاتنمكطئءؤرﻻىةوزظجد',
    '!@#$%^&*)(_+\u064e\u064b\u064f\u064cﻹإ‘÷×؛\u0650\u064d][ﻷأـ،/:"~\u0652{}ﻵآ’,.؟<>',
  ],
  Thai: [
    'ๅ/-ภถ\u0e38\u0e36คตจขชๆไำพะ\u0e31\u0e35รนยฟหกดเ\u0e49\u0e48าสวงผปแอ\u0e34\u0e37ทมใฝบล',
    '+๑๒๓๔\u0e39฿๕๖๗๘๙๐"ฎฑธ\u0e4d\u0e4aณฯญฤฆฏโฌ\u0e47\u0e4bษศซ.()ฉฮ\u0e3a\u0e4c?ฒฬฦฐ,',
  ],
  Japanese: [
    '1234567890-^qwertyuiopasdfghjkl;:zxcvbnm,./@[',
    '!"#$%&\'() =~QWERTYUIOPASDFGHJKL+*ZXCVBNM<>?`{',
  ],
};

interface Stroke extends KeyPress {
  readonly code: string;
}
const noModifiers = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

function strokesOf(layout: string): Stroke[] {
  const [plain, shifted] = layouts[layout] ?? ['', ''];
  return codes.flatMap((code, index) => [
    { ...noModifiers, code, key: [...plain][index] ?? '' },
    { ...noModifiers, code, key: [...shifted][index] ?? '', shiftKey: true },
  ]);
}

/** The ways to press this: by a character with or without Shift, or by the key with this name. */
function waysTo(press: string, layout: string): Stroke[] {
  const parts = press.split(/\b\+/);
  const key = parts.at(-1) ?? '';
  const mods = parts.slice(0, -1).map((mod) => (mod === '$mod' ? 'Control' : mod));
  const held = {
    ctrlKey: mods.includes('Control'),
    altKey: mods.includes('Alt'),
    metaKey: mods.includes('Meta'),
  };
  if (key.length > 1 && !key.startsWith('Key'))
    return [{ ...held, key: key === 'Space' ? ' ' : key, code: key, shiftKey: mods.includes('Shift') }];
  return strokesOf(layout)
    .filter(({ shiftKey }) => !mods.includes('Shift') || shiftKey)
    .map((stroke) => ({ ...stroke, ...held }));
}

describe.each(Object.keys(layouts))('on a keyboard with the layout %s', (layout) => {
  it('has as many characters as positions', () => {
    expect(layouts[layout]?.map((row) => [...row].length)).toEqual([codes.length, codes.length]);
  });

  it('can press every key of every table', () => {
    const unreachable = keyTables.flatMap((table: KeyTable) =>
      Object.entries(table.keys).flatMap(([id, { press }]) => {
        // The arrows of a grid move, and in a group they open it: one press, two entries on the sheet.
        const alike = Object.keys(table.keys).filter((other) =>
          table.keys[other]?.press.some((candidate) => press.includes(candidate)),
        );
        return press
          .filter(
            (candidate) =>
              !waysTo(candidate, layout).some((stroke) => alike.includes(pressedKey(table, stroke) ?? '')),
          )
          .map((candidate) => `${table.place}: ${id} (${candidate})`);
      }),
    );
    expect(unreachable).toEqual([]);
  });
});

describe('a letter', () => {
  const stroke = (key: string, code: string, more: Partial<KeyPress> = {}): Stroke => ({
    ...noModifiers,
    key,
    code,
    ...more,
  });
  const rows = {
    place: 'Here',
    keys: { buy: { press: ['b'], label: 'Buy' }, undo: { press: ['$mod+z'], label: 'Undo' } },
  } as const;

  it('is where an American keyboard has it, if the layout has no Latin letter there', () => {
    for (const key of ['и', 'β', 'נ', 'こ', 'Process', 'Dead']) {
      expect(keyOf(stroke(key, 'KeyB'))).toBe('b');
      expect(pressedKey(rows, stroke(key, 'KeyB'))).toBe('buy');
    }
    expect(pressedKey(rows, stroke('я', 'KeyZ', { ctrlKey: true }))).toBe('undo');
  });

  it('is where an American keyboard has it, even if the key types two letters of another script', () => {
    expect(pressedKey(rows, stroke('لا', 'KeyB'))).toBe('buy');
    expect(typesCharacter(stroke('لا', 'KeyB'))).toBe(true);
    expect(typesCharacter(stroke('Unidentified', 'KeyB'))).toBe(true);
  });

  it('is where the layout has it with Alt, unless Alt makes another character of it', () => {
    const alt = { place: 'Here', keys: { cancel: { press: ['Alt+KeyC'], label: 'Cancel' } } } as const;
    expect(pressedKey(alt, stroke('c', 'KeyI', { altKey: true }))).toBe('cancel');
    expect(pressedKey(alt, stroke('j', 'KeyC', { altKey: true }))).toBeNull();
    for (const key of ['ç', 'с', 'Dead'])
      expect(pressedKey(alt, stroke(key, 'KeyC', { altKey: true }))).toBe('cancel');
  });

  it('is where the layout has it, if that is a Latin one', () => {
    expect(pressedKey(rows, stroke('z', 'KeyY', { ctrlKey: true }))).toBe('undo');
    expect(pressedKey(rows, stroke('y', 'KeyZ', { ctrlKey: true }))).toBeNull();
    expect(keyOf(stroke('Delete', 'Delete'))).toBe('Delete');
    expect(keyOf(stroke('-', 'Digit6'))).toBe('-');
  });

  it('goes to a text field if the key types a character, and not if it is a shortcut', () => {
    const typed = [
      stroke('b', 'KeyB'),
      stroke('?', 'Slash', { shiftKey: true }),
      stroke('ć', 'KeyC', { altKey: true }),
      stroke('ç', 'KeyC', { altKey: true }),
      stroke('@', 'KeyQ', { ctrlKey: true, altKey: true }),
      stroke('ć', 'KeyC', { getModifierState: (name: string) => name === 'AltGraph' }),
      stroke('Process', 'KeyB'),
      stroke('a', 'KeyA', { isComposing: true, ctrlKey: true }),
    ];
    expect(typed.map(typesCharacter)).toEqual(typed.map(() => true));
    const shortcuts = [
      stroke('k', 'KeyK', { ctrlKey: true }),
      stroke('л', 'KeyK', { ctrlKey: true }),
      stroke('s', 'KeyS', { metaKey: true }),
      stroke('c', 'KeyC', { altKey: true }),
      stroke('с', 'KeyC', { altKey: true }),
      stroke('Escape', 'Escape'),
      stroke('F6', 'F6'),
    ];
    expect(shortcuts.map(typesCharacter)).toEqual(shortcuts.map(() => false));
  });
});
