import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './repository.mjs';
import { journeysOfAll, journeysOfTest, secondLook, unitTestsOfAll } from './test-selection.mjs';

describe('what npm test leaves to npm run test:all', () => {
  it('exists, each pattern and each file', () => {
    const files = ['packages', 'apps', 'scripts'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => `/${folder}/${file}`),
    );
    const isMatched = (pattern: string) => {
      const end = pattern.replace(/^\*\*/, '').replace(/\*\*$/, '');
      return files.some((file) => (pattern.endsWith('**') ? file.includes(end) : file.endsWith(end)));
    };
    expect(unitTestsOfAll.filter((pattern) => !isMatched(pattern))).toEqual([]);
    expect(journeysOfAll.filter((file) => !existsSync(join(root, 'e2e', file)))).toEqual([]);
  });

  it('leaves every hub and demonstration test, the journey of all panels, and half as many files', () => {
    const files = journeysOfTest();
    expect(files.length).toBeGreaterThan(journeysOfAll.length / 2);
    expect(journeysOfAll.filter((file) => /^(?:hub|demo)\//.test(file))).toEqual([]);
    expect(files).toContain('journeys/all-panels.spec.ts');
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
