import type { Anchor } from '../../actions/dialogs.ts';
// Where the focus goes when the order form closes, so that it is never on the page, where no key does anything.

/**
 * The element that had the focus when the form opened. A menu item is gone by then, and a press on a cell focuses nothing: then
 * what takes the focus where the form was opened, else the first grid of the page.
 */
export function focusTarget(
  opener: Element | null,
  anchor: Anchor | null,
  form: Element | null,
): HTMLElement | null {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) return opener;
  const under =
    anchor === null
      ? []
      : document.elementsFromPoint((anchor.left + anchor.right) / 2, (anchor.top + anchor.bottom) / 2);
  for (const element of under) {
    const target = form?.contains(element) ? null : element.closest<HTMLElement>('[tabindex="0"], button');
    if (target !== null) return target;
  }
  return document.querySelector<HTMLElement>(
    ':is([role="grid"], [role="treegrid"])[tabindex="0"], :is([role="grid"], [role="treegrid"]) [tabindex="0"]',
  );
}
