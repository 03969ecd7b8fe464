// The violations of WCAG 2.2 AA that axe finds, one line each. axe runs in the page itself: @axe-core/playwright evaluates the
// result in another page, which takes several times longer, and the product has no frames whose results it could merge.
import type { Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** @param of a selector; the whole page by default */
export async function violations(page: Page, of?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(
    async ({ of, tags }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(of ?? document, {
        runOnly: tags,
        // Without it axe also describes every element that passes, which takes longer than the rules.
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => {
        const targets = nodes.slice(0, 3).map(({ target }) => target.join(' '));
        return `${id}: ${targets.join(' | ')}`;
      });
    },
    { of, tags },
  );
}
