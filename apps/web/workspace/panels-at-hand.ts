// The code of the panels is fetched while the start-up waits and loads: that of Futures at once, because most layouts show it, and
// that of the other panels as soon as the layout is known.
import { panelEntry } from '../panels/registry.ts';
import { useLayouts } from '../stores/layouts.ts';

/** Returns the way to stop; that is done when the layout is known. */
export function fetchPanels(): () => void {
  panelEntry('Futures')?.Panel.preload();
  const fetchThose = ({ current }: ReturnType<typeof useLayouts.getState>) => {
    if (current === null) return;
    stop();
    for (const { component } of current.document.columns) panelEntry(component)?.Panel.preload();
  };
  const stop = useLayouts.subscribe(fetchThose);
  fetchThose(useLayouts.getState());
  return stop;
}
