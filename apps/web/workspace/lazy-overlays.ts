// The order form, menus, questions and dialogs are fetched with the first press of a pointer or a key on the page. They are there
// when a dealer has double-clicked, open also while the server is away, and do not delay the first price after sign-in.
import { lazy, useEffect } from 'react';
import type { AtOnce, WorkspacePort } from '../actions/action.ts';
import { currentContext } from '../actions/action.ts';
import type { DeviceKind } from '../stores/device-kind.ts';

const floatingForm = () => import('../forms/ticket/floating-order-form.tsx');
const atOnce = () => import('../forms/ticket/send-at-once.ts');
const sheetForm = () => import('./phone/order-sheet.tsx');

/** Sends an order without a form. `port` is the workspace that asks. */
export async function sendAtOnce(asked: AtOnce, port: WorkspacePort): Promise<void> {
  const { sendAtOnce: send } = await atOnce();
  await send(asked, () => currentContext(port));
}

export const LazyFloatingOrderForm = lazy(() =>
  floatingForm().then((module) => ({ default: module.FloatingOrderForm })),
);
export const LazyOrderSheet = lazy(() => sheetForm().then((module) => ({ default: module.OrderSheet })));
export const LazyOwnActions = lazy(() =>
  import('./page-lists.tsx').then((module) => ({ default: module.OwnActions })),
);
export const LazyNotices = lazy(() =>
  import('./page-lists.tsx').then((module) => ({ default: module.Notices })),
);

const fetched: Readonly<Record<DeviceKind, () => readonly Promise<unknown>[]>> = {
  desktop: () => [
    floatingForm(),
    atOnce(),
    import('./contract-details.tsx'),
    import('./layouts/name-dialog.tsx'),
    import('./desktop/move-and-size.tsx'),
  ],
  mobile: () => [sheetForm(), atOnce(), import('./phone/depth-sheet.tsx')],
};
const ofBoth = () => [
  import('./page-lists.tsx'),
  import('./page-lists.tsx'),
  import('../ui/action-menu-view.tsx'),
  import('../ui/dialog.tsx'),
  import('../forms/deal/deal-form-dialog.tsx'),
  import('../forms/deal/deal-details.tsx'),
];

const presses = ['pointerdown', 'keydown'] as const;

/** Fetches the overlays of this kind of device with the first press; once. */
export function useOverlaysAtHand(device: DeviceKind): void {
  useEffect(() => {
    const stop = () => {
      for (const press of presses) window.removeEventListener(press, fetchOverlays, true);
    };
    const fetchOverlays = () => {
      stop();
      // A fetch that failed is tried again when the overlay is opened, and says so then.
      Promise.all([...fetched[device](), ...ofBoth()]).catch((error: unknown) =>
        console.warn('The order form and the dialogs could not be fetched yet.', error),
      );
    };
    for (const press of presses) window.addEventListener(press, fetchOverlays, true);
    return stop;
  }, [device]);
}
