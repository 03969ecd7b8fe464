// Keyboard handling for the whole screen: global keys, and a focus that is never lost. When the focused element disappears (a
// closed dialog, a deleted row, a toast), the browser moves the focus to the page, where keys do nothing. This file returns it to
// the container of the element, or to the element that was focused before.
import { useEffect, useRef } from 'react';
import { useActionContext } from '../actions/action.ts';
import { openDialog } from '../actions/dialogs.ts';
import { workspaceKeys } from '../actions/view-actions.ts';
import { bindKeys } from '../ui/keys.ts';
import { workspaceActions } from './workspace-actions.ts';

/** Containers that stay when an element in them disappears. */
const places = '[data-panel], [role="dialog"], [role="toolbar"], nav, main';
const focusable =
  ':is([role="grid"], [role="treegrid"])[tabindex="0"], :is([role="grid"], [role="treegrid"]) [tabindex="0"], button:not([tabindex="-1"]), input, [tabindex="0"]';
const maxTrail = 20;
/** How often to check for a lost focus: browsers raise no event when the focused element is removed. */
const checkMs = 50;

interface Stop {
  readonly element: HTMLElement;
  /** The containers around it, innermost first. */
  readonly around: readonly HTMLElement[];
}

/** A modal dialog or menu, which keeps the focus inside. */
const isModalOpen = (): boolean => document.querySelector('.MuiModal-root, dialog[open]') !== null;

const isUsable = (element: HTMLElement) => element.isConnected && element.getClientRects().length > 0;

function placesAround(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (
    let place = element.closest<HTMLElement>(places);
    place !== null;
    place = place.parentElement?.closest<HTMLElement>(places) ?? null
  )
    around.push(place);
  return around;
}

/** The first control in the container; a grid comes before buttons. */
function controlIn(place: HTMLElement): HTMLElement | undefined {
  const controls = [...place.querySelectorAll<HTMLElement>(focusable)].filter(isUsable);
  return (
    controls.find((control) => control.closest(':is([role="grid"], [role="treegrid"])') !== null) ??
    controls[0]
  );
}

/** Where the focus goes when the newest of these stops has lost it. */
function nextStop(trail: readonly Stop[]): HTMLElement | undefined {
  for (const { element, around } of trail.toReversed()) {
    if (isUsable(element)) return element;
    // The whole workspace is the last resort; the previously focused element comes first.
    const place = around.find((element) => isUsable(element) && !element.matches('main'));
    const control = place && controlIn(place);
    if (control !== undefined) return control;
  }
  const main = document.querySelector<HTMLElement>('main');
  const nav = document.querySelector<HTMLElement>('nav');
  return (main && controlIn(main)) ?? (nav && controlIn(nav)) ?? undefined;
}

export function useKeptFocus(): void {
  useEffect(() => {
    let trail: readonly Stop[] = [];
    let wasLost = false;
    const onFocus = (event: FocusEvent) => {
      const element = event.target;
      if (!(element instanceof HTMLElement) || element === document.body) return;
      trail = [
        ...trail.filter((stop) => stop.element !== element),
        { element, around: placesAround(element) },
      ].slice(-maxTrail);
    };
    const isLost = () => {
      const newest = trail.at(-1);
      const { activeElement } = document;
      if (newest === undefined || (activeElement !== null && activeElement !== document.body)) return false;
      // If the element still exists, the user has removed the focus on purpose by clicking the bare page.
      return !isUsable(newest.element) && !isModalOpen();
    };
    const check = () => {
      // A dialog, a menu or a form that moves the focus itself does so before the second check.
      if (isLost() && wasLost) nextStop(trail)?.focus({ preventScroll: true });
      wasLost = isLost();
    };
    document.addEventListener('focusin', onFocus);
    const timer = setInterval(check, checkMs);
    return () => {
      document.removeEventListener('focusin', onFocus);
      clearInterval(timer);
    };
  }, []);
}

/** Whether the key belongs to a text field or a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog]') !== null
  );
}

/** Keys that text fields handle themselves, or that would change the contract behind an open form. */
const ofFields: ReadonlySet<string> = new Set([
  'keySheet',
  'undo',
  'redo',
  'nextContract',
  'previousContract',
]);

interface ScreenKeysProps {
  /** The effect of Escape if nothing else handles it. */
  readonly onEscape?: () => void;
}

/**
 * Binds the keys of actions without a target, and the keys that move from panel to panel. It is a component, so
 * that its actions can use the workspace around it.
 */
export function ScreenKeys({ onEscape }: ScreenKeysProps): null {
  const context = useActionContext();
  const latest = useRef({ context, onEscape });
  latest.current = { context, onEscape };
  useEffect(() => {
    const handlers = Object.fromEntries(
      workspaceActions.flatMap(({ key, run }) =>
        key === undefined
          ? []
          : [
              [
                key,
                (event: KeyboardEvent) => {
                  if (ofFields.has(key) && isTyping(event.target)) return false;
                  if (!isModalOpen()) run(latest.current.context);
                  return true;
                },
              ],
            ],
      ),
    );
    return bindKeys(workspaceKeys, {
      ...handlers,
      palette() {
        if (!isModalOpen()) openDialog({ kind: 'palette' });
      },
      nextPanel: () => goToPanel(1),
      previousPanel: () => goToPanel(-1),
      escape(event) {
        if (!event.defaultPrevented && !isTyping(event.target)) latest.current.onEscape?.();
        return false;
      },
    });
  }, []);
  return null;
}

/** Returns false if there is no panel. */
function goToPanel(step: 1 | -1): boolean {
  const panels = [...document.querySelectorAll<HTMLElement>('main [data-panel]')].filter(
    // A hidden tab has no boxes.
    (panel) => panel.getClientRects().length > 0,
  );
  if (panels.length === 0) return false;
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[(at + step + panels.length) % panels.length];
  const grid = next?.querySelector<HTMLElement>('[role=grid], [role=treegrid]');
  (grid ?? next?.querySelector<HTMLElement>('button'))?.focus();
  return true;
}
