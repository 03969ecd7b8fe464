import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firefoxPart, webkitPart } from '../journeys.mjs';
import { newFolder } from '../testing/small-copy.ts';
import { createProgress } from './progress.mjs';
import { root } from './repository.mjs';
import { journeysInFirefox, journeysOfTest, secondLook } from './test-selection.mjs';

describe('what npm test leaves to npm run test:all', () => {
  it('is chosen by the names of test files, which are all known', () => {
    const names = ['packages', 'apps', 'scripts', 'e2e'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
        /(?<!node_modules.*)\.(test|spec)\.tsx?$/.test(file),
      ),
    );
    expect(names.length).toBeGreaterThan(400);
    const known =
      /^[^.]+(\.(check|slow|slowest|long))?\.test\.ts$|^[^.]+\.test\.tsx$|^[^.]+(\.slowest)?\.spec\.ts$/;
    expect(names.filter((name) => !known.test(basename(name)))).toEqual([]);
  });

  it('is no hub or demonstration test, and not the journey of all panels', () => {
    const files = journeysOfTest();
    const all = ['hub', 'demo'].flatMap((folder) =>
      readdirSync(join(root, 'e2e', folder))
        .filter((name) => name.endsWith('.spec.ts'))
        .map((name) => `${folder}/${name}`),
    );
    expect(files).toEqual(expect.arrayContaining([...all, 'journeys/all-panels.spec.ts']));
    expect(files.filter((file) => file.includes('.slowest.'))).toEqual([]);
  });

  it('adds journeys in Firefox: each is one that exists', () => {
    const all = Object.entries(journeysInFirefox);
    expect(all.flatMap(([, titles]) => titles)).toHaveLength(5);
    for (const [file, titles] of all) {
      const text = readFileSync(join(root, 'e2e', file), 'utf8');
      for (const title of titles) expect(text.split(title).length - 1, title).toBe(1);
    }
  });

  it('leaves out the journeys in Firefox and WebKit, and says so, where they are not installed', async () => {
    const progress = createProgress({ screen: { write: () => true } });
    for (const part of [firefoxPart, webkitPart])
      await part({ needs: [], env: { PATH: newFolder() } }).run(progress);
    expect(progress.results).toMatchObject([
      { title: 'Journeys in Firefox', note: 'left out: Firefox ESR is not installed', failed: false },
      { title: 'Journeys in WebKit', note: 'left out: webkit2gtk-driver is not installed', failed: false },
    ]);
  });

  it('leaves at least one journey of each of its files', () => {
    const helper = readFileSync(join(root, 'e2e/product/journey.ts'), 'utf8');
    expect(helper).toContain(`tag: '${secondLook}'`);
    for (const file of journeysOfTest()) {
      const text = readFileSync(join(root, 'e2e', file), 'utf8');
      const left = text.split(' secondLook(').length - 1;
      expect(text.match(/^ *test\(/gm)?.length, file).toBeGreaterThan(left);
    }
  });
});
