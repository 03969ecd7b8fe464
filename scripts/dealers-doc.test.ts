// docs/dealers.md names controls and keys: each is on a screen, under exactly this name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manual as manualPlugin } from '../apps/web/manual.config.ts';
import { keyTables } from '../apps/web/workspace/page-lists.tsx';
import { readFiles } from './architecture/repository-files.ts';
import { root } from './steps/repository.mjs';

const manual = readFileSync(join(root, 'docs/dealers.md'), 'utf8');
const sources = [
  ...readFiles(
    root,
    (path) => /^(apps\/web|packages\/terms)\/.*\.tsx?$/.test(path) && !/\.test\.|testing\//.test(path),
  ).values(),
].join('\n');

it('each name in bold is a text of the application', () => {
  const names = new Set(Array.from(manual.matchAll(/\*\*(.+?)\*\*/g), ([, name = '']) => name));
  expect(names.size).toBeGreaterThan(50);
  const missing = [...names].filter((name) => {
    const literal = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // A string, or the text of an element, which may be on its own line.
    return !new RegExp(String.raw`['"\`>]${literal}['"\`<]|^\s*${literal}$`, 'm').test(sources);
  });
  expect(missing).toEqual([]);
});

it('each action in the table of keys has this key', () => {
  const keyOf = new Map(
    keyTables.flatMap(({ keys }) => Object.values(keys).map(({ label, press }) => [label, press] as const)),
  );
  const rows = Array.from(manual.matchAll(/^\| \*\*(.+?)\*\* \| `(.+?)` \|/gm));
  expect(rows.length).toBeGreaterThan(3);
  for (const [, label = '', key = ''] of rows) {
    const pressed = (keyOf.get(label) ?? []).map((key) => key.replace('Delete', 'Del').toUpperCase());
    expect(pressed, label).toContain(key.toUpperCase());
  }
});

it('the build of the application has the manual with all of its pictures, in both themes', async () => {
  const emitted = new Map<string, string | Uint8Array>();
  const emitFile = (file: { fileName: string; source: string | Uint8Array }) =>
    emitted.set(file.fileName, file.source);
  await (manualPlugin.generateBundle as (this: unknown) => Promise<void>).call({ emitFile });
  const page = String(emitted.get('manual.html'));
  const pictures = Array.from(page.matchAll(/(?:src|srcset)="(images[^"]+)"/g), ([, name = '']) => name);
  expect(pictures.length).toBeGreaterThan(15);
  expect(pictures.filter((name) => !emitted.has(name))).toEqual([]);
  const light = pictures.filter((name) => !name.endsWith('-dark.webp'));
  expect(
    light.map((name) => name.replace('.webp', '-dark.webp')).filter((name) => !emitted.has(name)),
  ).toEqual([]);
});
