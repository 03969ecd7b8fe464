// The pictures of the installed application are there, in the sizes that the manifest gives.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { panels } from '../apps/web/panels/registry.ts';
import { root } from './steps/repository.mjs';

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}
const files = join(root, 'apps', 'web', 'public');
const manifest: {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly url: string; readonly icons: readonly Picture[] }[];
} = JSON.parse(readFileSync(join(files, 'manifest.webmanifest'), 'utf8'));

/** The build copies the screenshots from the documentation. */
const fileOf = ({ src }: Picture) =>
  src.startsWith('/screenshots/')
    ? join(root, 'docs', 'images', src.slice('/screenshots/'.length))
    : join(files, src);

/** `192x192`, from the header of a PNG. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString(), file).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('the manifest', () => {
  it('[SHELL-1] names pictures that exist in the sizes that it gives', () => {
    const pictures = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
    ].filter(({ type }) => type === 'image/png');
    expect(pictures.length).toBeGreaterThan(10);
    for (const picture of pictures) expect(sizeOf(fileOf(picture)), picture.src).toBe(picture.sizes);
  });

  it('[SHELL-1] has icons of 192 and 512 pixels for each purpose, and a screenshot for each kind of device', () => {
    for (const purpose of [undefined, 'maskable', 'monochrome'])
      expect(
        manifest.icons.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes),
        purpose,
      ).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(manifest.screenshots).toMatchObject([{ form_factor: 'wide' }, { form_factor: 'narrow' }]);
  });

  it('[SHELL-1] leads by its shortcuts to panels that exist', () => {
    const components: readonly string[] = panels.map(({ component }) => component);
    for (const { url } of manifest.shortcuts)
      expect(components).toContain(new URL(url, 'https://openpit.example').searchParams.get('panel'));
  });
});
