// The violations of WCAG 2.2 AA that axe finds, one line each.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** @param of a selector; the whole page by default */
export async function violations(page: Page, of?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    // Without it axe also describes every element that passes, which takes longer than the rules.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations: found } = await (of === undefined ? builder : builder.include(of)).analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}
