// What axe finds against the criteria of WCAG 2.2 AA, a line each; nothing is an empty list.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Of the whole page, or of what this selector names. */
export async function violations(page: Page, of?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations: found } = await (of === undefined ? builder : builder.include(of)).analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}
