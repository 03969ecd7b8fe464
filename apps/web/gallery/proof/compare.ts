// Compares two folders of the gallery's pictures: which are new, which are gone, which differ and by how much. Where two
// differ, a picture of the difference is left beside the later one.
//   npx tsx --conditions=openpit-source apps/web/gallery/proof/compare.ts BEFORE AFTER [share of points that may differ, 0.0005]
// Ends with 1 when anything differs by more than that, is new or gone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const [before = '', after = '', tolerance = '0.0005'] = process.argv.slice(2);
if (before === '' || after === '') {
  console.error('Give two folders of pictures: compare.ts BEFORE AFTER [share that may differ]');
  process.exit(2);
}
const allowed = Number(tolerance);
const differenceEnding = '.difference.png';
const picturesOf = (folder: string) =>
  new Set(readdirSync(folder).filter((name) => name.endsWith('.png') && !name.endsWith(differenceEnding)));

interface Difference {
  /** Of all points; 1 where the sizes differ. */
  readonly share: number;
  /** A PNG as base64 with the points that differ in red, null where there are none. */
  readonly picture: string | null;
}

const [was, is] = [picturesOf(before), picturesOf(after)];
const gone = [...was].filter((name) => !is.has(name));
const added = [...is].filter((name) => !was.has(name));
let faults = gone.length + added.length;
for (const name of gone) console.error(`${name}: gone`);
for (const name of added) console.error(`${name}: new`);

const browser = await chromium.launch({
  executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  for (const name of [...is].filter((one) => was.has(one)).sort()) {
    const read = (folder: string) => readFileSync(join(folder, name));
    const [earlier, later] = [read(before), read(after)];
    if (earlier.equals(later)) continue;
    const { share, picture } = await page.evaluate(difference, [
      earlier.toString('base64'),
      later.toString('base64'),
    ] as const);
    if (share <= allowed) continue;
    faults += 1;
    console.error(`${name}: ${(share * 100).toFixed(2)} % differ`);
    if (picture !== null)
      writeFileSync(join(after, name.replace(/\.png$/, differenceEnding)), Buffer.from(picture, 'base64'));
  }
} finally {
  await browser.close();
}
console.log(faults === 0 ? `${is.size} pictures, all alike.` : `${faults} of ${is.size} pictures differ.`);
process.exit(faults === 0 ? 0 : 1);

/** Runs in the browser, which reads PNGs as they are: every point whose colour moved by more than a hair counts. */
async function difference([earlier, later]: readonly [string, string]): Promise<Difference> {
  const hair = 12;
  // No function in here has a name: what tsx does with names exists in Node only.
  const [a, b] = await Promise.all(
    [earlier, later].map(async (base64) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('The browser draws nothing.');
      context.drawImage(image, 0, 0);
      return { canvas, context, data: context.getImageData(0, 0, image.width, image.height) };
    }),
  );
  if (a === undefined || b === undefined) throw new Error('Two pictures are compared.');
  if (a.data.width !== b.data.width || a.data.height !== b.data.height) return { share: 1, picture: null };
  let count = 0;
  for (let at = 0; at < b.data.data.length; at += 4) {
    const moved = [0, 1, 2].some((part) => {
      const [from = 0, to = 0] = [a.data.data[at + part], b.data.data[at + part]];
      return Math.abs(from - to) > hair;
    });
    if (moved) {
      count += 1;
      b.data.data.set([255, 0, 0, 255], at);
    } else
      for (let part = 0; part < 3; part += 1)
        b.data.data[at + part] = 255 - (255 - (b.data.data[at + part] ?? 0)) / 4;
  }
  if (count === 0) return { share: 0, picture: null };
  b.context.putImageData(b.data, 0, 0);
  const bytes = new Uint8Array(await (await b.canvas.convertToBlob()).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { share: count / (a.data.width * a.data.height), picture: btoa(binary) };
}
