// The order form, menus, questions and the desk's dialogs are fetched with the first press of a pointer or a key on the page: they are there
// when a dealer has double-clicked, and no part of what stands between signing in and the first price.
import { lazy, useEffect } from 'react';

const desk = () => import('./floating-order-form.tsx');
const phone = () => import('../phone/order-sheet.tsx');

export const LazyFloatingOrderForm = lazy(() =>
  desk().then((module) => ({ default: module.FloatingOrderForm })),
);
export const LazyOrderSheet = lazy(() => phone().then((module) => ({ default: module.OrderSheet })));

/** So that they open also while the server is away. */
const dialogsOfDesk = () => [
  import('../own-actions/own-actions.tsx'),
  import('../contract-details/contract-details.tsx'),
  import('../layouts/name-dialog.tsx'),
  import('../desktop/move-and-size.tsx'),
];

const signs = ['pointerdown', 'keydown'] as const;

/** Fetches the form of this kind of device with the first interaction; once. */
export function useOrderFormAtHand(device: 'desktop' | 'mobile'): void {
  useEffect(() => {
    const stop = () => {
      for (const sign of signs) window.removeEventListener(sign, fetchForm, true);
    };
    const fetchForm = () => {
      stop();
      // A failed fetch is told when the form is opened.
      Promise.all([
        device === 'desktop' ? desk() : Promise.all([phone(), import('../phone/depth-sheet.tsx')]),
        import('../../ui/action-menu-view.tsx'),
        import('../../ui/confirm-dialog.tsx'),
        ...(device === 'desktop' ? dialogsOfDesk() : []),
      ]).catch((error: unknown) => console.warn('The order form could not be fetched yet.', error));
    };
    for (const sign of signs) window.addEventListener(sign, fetchForm, true);
    return stop;
  }, [device]);
}
