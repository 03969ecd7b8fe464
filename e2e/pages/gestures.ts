// The gestures of a task, as docs/usability.md counts them.
import type { Page } from '@playwright/test';

/** Begins to count presses of the pointer and of keys; returns a function that reads how many there were. A double-click is two. */
export async function countGestures(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.gestures = '0';
    const count = (event: Event) => {
      const isModifier =
        event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key);
      if (!isModifier) dataset.gestures = String(Number(dataset.gestures) + 1);
    };
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, count, true);
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.gestures));
}
