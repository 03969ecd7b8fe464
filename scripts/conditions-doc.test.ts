// The table of conditions in docs/market/rights.md is the same table that the venue uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conditionsTable, withConditions } from './docs/conditions-table.ts';
import { root } from './steps/repository.mjs';

const page = readFileSync(join(root, 'docs', 'market', 'rights.md'), 'utf8');

describe('the table of conditions in the market rules', () => {
  it('is what `npm run docs` writes', () => {
    expect(page).toContain(conditionsTable());
    expect(withConditions(page)).toBe(page);
  });

  it('has no empty cell', () => {
    const rows = conditionsTable()
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const cells = rows.slice(1).flatMap((line) => line.split('|').slice(2, -1));
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.filter((cell) => !/^ (checked|\d+) $/.test(cell))).toEqual([]);
  });
});
