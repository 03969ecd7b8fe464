// Calls back for the keys of the Chart panel, while the focus is anywhere in the frame of the panel.
import { type RefObject, useEffect, useRef } from 'react';
import { pressedKey, takesText } from '../../ui/keys.ts';
import { type ChartPanelKey, chartPanelKeys } from './chart-keys.ts';

/** `inside` is an element of the panel's content. */
export function useChartKeys(
  inside: RefObject<HTMLElement | null>,
  onKey: (key: ChartPanelKey) => void,
): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const panel = inside.current?.closest<HTMLElement>('[data-panel]');
    if (!panel) return;
    const press = (event: KeyboardEvent) => {
      const key =
        event.defaultPrevented || takesText(event.target) ? null : pressedKey(chartPanelKeys, event);
      if (key === null) return;
      event.preventDefault();
      latest.current(key);
    };
    panel.addEventListener('keydown', press);
    return () => panel.removeEventListener('keydown', press);
  }, [inside]);
}
