// Keys that work anywhere on the desk: F6 and Shift+F6 go from panel to panel, Ctrl+S saves the layout. (Alt+T, the
// toolbar, is the toolbar's own.)
import { type RefObject, useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { saveLayout } from '../../stores/layouts.ts';

export function useDeskKeys(canvas: RefObject<HTMLElement | null>): void {
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
    return tinykeys(window, {
      F6: go(1),
      'Shift+F6': go(-1),
      '$mod+s': (event) => {
        event.preventDefault();
        void saveLayout();
      },
    });
  }, [canvas]);
}
