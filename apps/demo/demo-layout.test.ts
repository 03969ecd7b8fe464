// The first layout of the demonstration against the rules of the application, which the market's package cannot import.
import { demoLayout } from '@openpit/market';
import { expect, it } from 'vitest';
import { isWholeDock } from '../web/stores/dock-tree.ts';
import { isDocked, repairedLayout } from '../web/stores/layout-docking.ts';

/** The workspace of the smallest desktop window, 1280 × 720, and the header, captions and footer of a panel, in pixels. */
const workspacePx = 706;
const aroundRowsPx = 30 + 24 + 22 + 6;
const rowPx = 24;

it('the first layout of the demonstration is docked, and each panel has room for five rows in a small window', () => {
  expect(isWholeDock(demoLayout.dock ?? [])).toBe(true);
  expect(demoLayout.columns.filter((column) => !isDocked(demoLayout, column))).toEqual([]);
  expect(repairedLayout(demoLayout)).toEqual(demoLayout);
  const rows = demoLayout.columns.map(({ coordinates: { h } }) =>
    Math.floor(((h / 100) * workspacePx - aroundRowsPx) / rowPx),
  );
  expect(Math.min(...rows)).toBeGreaterThanOrEqual(5);
});
