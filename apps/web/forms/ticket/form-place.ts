import type { Anchor } from '../../actions/dialogs.ts';
// Where the order form opens on a desktop: beside the pressed cell and never over it, on the other side where it would leave the
// window; or where the user left it last (tradeFormLocation).

export interface SizePx {
  readonly width: number;
  readonly height: number;
}
export interface PointPx {
  readonly x: number;
  readonly y: number;
}

const gapPx = 8;
/** The toolbar, when it is open, is along the top of the window. */
const toolbarPx = 48;

/** What of the height of the window a form at its first place leaves free. */
export const firstPlaceMarginPx = toolbarPx + 2 * gapPx;

/** The nearest point at which the whole form is in view; its top left corner always is. */
export function keepInView({ x, y }: PointPx, form: SizePx, view: SizePx, topPx = gapPx): PointPx {
  return {
    x: Math.max(gapPx, Math.min(x, view.width - form.width - gapPx)),
    y: Math.max(topPx, Math.min(y, view.height - form.height - gapPx)),
  };
}

/** The corner at the bottom right where toasts appear (SHELL-4), with room for a long one. */
const toastCornerPx = { width: 432, height: 124 };

/** In view, below the toolbar, and above the corner of the toasts, which would cover the form's button. */
export function clearOfToasts(point: PointPx, form: SizePx, view: SizePx): PointPx {
  const top = toolbarPx + gapPx;
  const { x, y } = keepInView(point, form, view, top);
  if (x + form.width <= view.width - toastCornerPx.width) return { x, y };
  return keepInView({ x, y: Math.min(y, view.height - toastCornerPx.height - form.height) }, form, view, top);
}

/** Right of the anchor, else left of it, else below or above it, and always in view. */
export function placeBeside(anchor: Anchor | null, form: SizePx, view: SizePx): PointPx {
  if (anchor === null)
    return clearOfToasts(
      { x: (view.width - form.width) / 2, y: (view.height - form.height) / 2 },
      form,
      view,
    );
  const top = anchor.top - gapPx;
  if (anchor.right + gapPx + form.width <= view.width - gapPx)
    return clearOfToasts({ x: anchor.right + gapPx, y: top }, form, view);
  if (anchor.left - gapPx - form.width >= gapPx)
    return clearOfToasts({ x: anchor.left - gapPx - form.width, y: top }, form, view);
  const below = anchor.bottom + gapPx;
  const fitsBelow = below + form.height <= view.height - gapPx;
  return clearOfToasts(
    { x: anchor.left, y: fitsBelow ? below : anchor.top - gapPx - form.height },
    form,
    view,
  );
}

/** A place that was kept as text, or null when it cannot be read. */
export function readKeptPlace(text: string | null): PointPx | null {
  const match = /^(-?\d+),(-?\d+)$/.exec(text ?? '');
  return match === null ? null : { x: Number(match[1]), y: Number(match[2]) };
}
