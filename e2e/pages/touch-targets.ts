// The size and place of the targets that a finger must hit on a phone.
import type { Locator, Page } from '@playwright/test';

const leastPx = 44;

/** The buttons, choices and fields in sight that are less than 44 px high or wide, each with its size. A choice is as large as its label. */
export const smallTargets = (place: Page | Locator): Promise<string[]> =>
  place.locator('button, [role="button"], [role="tab"], summary, select, input').evaluateAll(
    (targets, min) =>
      targets.flatMap((target) => {
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
        if (!target.checkVisibility({ visibilityProperty: true }) || width <= 1) return [];
        const name = target.getAttribute('aria-label') ?? (target.textContent || target.tagName);
        // Half a pixel is lost where the browser rounds.
        return Math.min(width, height) < min - 0.5 ? [`${name} ${width} × ${height}`] : [];
      }),
    leastPx,
  );

/** The controls that the edge of the screen cuts, each with its right edge. */
export const cutTargets = (place: Page | Locator): Promise<string[]> =>
  place.locator('button, [role="tab"], summary, select, input').evaluateAll((targets) =>
    targets.flatMap((target) => {
      const { left, right, width } = target.getBoundingClientRect();
      if (!target.checkVisibility({ visibilityProperty: true }) || width <= 1) return [];
      const name = target.getAttribute('aria-label') ?? (target.textContent || target.tagName);
      return left < 0 || right > innerWidth + 0.5 ? [`${name} ${left} to ${right}`] : [];
    }),
  );
