// Keys that work anywhere in the workspace: F6 and Shift+F6 go from panel to panel, Ctrl+S saves the layout, Ctrl+Z undoes its
// last change and Ctrl+Shift+Z redoes it, Escape restores a maximised panel. (Alt+T, the toolbar, is the toolbar's own.)
import { type RefObject, useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { redoLayout, undoLayout } from '../../stores/layouts.ts';
import { saveLayout } from '../layouts/saved-layouts.ts';

/** Whether the key belongs to a text field or to a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog]') !== null
  );
}

export function useWorkspaceKeys(canvas: RefObject<HTMLElement | null>, onRestore: () => void): void {
  const restore = useRef(onRestore);
  restore.current = onRestore;
  useEffect(() => {
    const go = (step: 1 | -1) => (event: KeyboardEvent) => {
      const panels = [...(canvas.current?.querySelectorAll<HTMLElement>('[data-panel]') ?? [])];
      if (panels.length === 0) return;
      event.preventDefault();
      const at = panels.findIndex((panel) => panel.contains(document.activeElement));
      const next = panels[(at + step + panels.length) % panels.length];
      const grid = next?.querySelector<HTMLElement>('[role=grid]');
      (grid ?? next?.querySelector<HTMLElement>('button'))?.focus();
    };
    const step = (take: () => boolean) => (event: KeyboardEvent) => {
      if (isTyping(event.target)) return;
      event.preventDefault();
      take();
    };
    return tinykeys(window, {
      F6: go(1),
      'Shift+F6': go(-1),
      '$mod+s': (event) => {
        event.preventDefault();
        void saveLayout();
      },
      '$mod+z': step(undoLayout),
      '$mod+Shift+z': step(redoLayout),
      '$mod+y': step(redoLayout),
      Escape: (event) => {
        if (!event.defaultPrevented && !isTyping(event.target)) restore.current();
      },
    });
  }, [canvas]);
}
