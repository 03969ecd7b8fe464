// The desk: the toolbar's pill and the drawer on the left, the canvas of floating panels beside them, forms above all.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Desk, DeskContext, type OrderFormRequest } from '../../actions/desk.ts';
import { newPanelSize, type PanelComponent } from '../../panels/registry.tsx';
import { pinnedContract } from '../../panels/settings/pinned-contract.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import { defaultSpawnPoint } from '../../stores/layout-columns.ts';
import { addPanel, changeLayout, raisePanel, useLayouts } from '../../stores/layouts.ts';
import { SpawnIcon } from '../../ui/icons.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { SoundNote } from '../deal-notices/sound-note.tsx';
import { readLocal, writeLocal } from '../kept-locally.ts';
import { LazyFloatingOrderForm, useOrderFormAtHand } from '../order-form/lazy-order-form.ts';
import { panelNames } from '../panel-names.ts';
import { ConfirmationPlace } from './confirmation-place.tsx';
import { DeskPanel } from './desk-panel.tsx';
import styles from './desktop-workspace.module.css';
import { EmptyDesk } from './empty-desk.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { PlaceMarker } from './place-marker.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

export function DesktopWorkspace() {
  const layout = useLayouts((layouts) => layouts.current?.document);
  const canvas = useRef<HTMLElement>(null);
  const [form, setForm] = useState<{ readonly request: OrderFormRequest; readonly count: number } | null>(
    null,
  );
  const [isRail, setRail] = useState(() => readLocal('drawer') === 'rail');
  const [isPlacing, setPlacing] = useState(false);
  const [maximised, setMaximised] = useState<string | number | null>(null);
  useOrderFormAtHand('desktop');
  useDeskKeys(canvas, () => setMaximised(null));
  const shrink = (next: boolean) => {
    setRail(next);
    writeLocal('drawer', next ? 'rail' : 'open');
  };

  const desk = useMemo((): Desk => {
    const showPanelOf = (component: PanelComponent, contract: string) => {
      setActiveContract(contract);
      const columns = useLayouts.getState().current?.document.columns ?? [];
      const shown = columns.find((column) => {
        const pinned = pinnedContract(column);
        return column.component === component && (pinned === null || pinned === contract);
      });
      if (shown === undefined) addPanel(component, newPanelSize(component));
      else raisePanel(shown.id);
      // What was asked for must not stay behind a panel that fills the desk.
      setMaximised((was) => (was === null || was === shown?.id ? was : null));
    };
    return {
      showOrderForm: (request) => setForm((was) => ({ request, count: (was?.count ?? 0) + 1 })),
      showDepth: (contract) => showPanelOf('Depth', contract),
      showChart: (contract) => showPanelOf('TVChartContainer', contract),
    };
  }, []);
  const areaOf = useCallback(
    () => ({ width: canvas.current?.clientWidth ?? 0, height: canvas.current?.clientHeight ?? 0 }),
    [],
  );
  const neighboursOf = useCallback((id: string | number) => {
    const columns = useLayouts.getState().current?.document.columns ?? [];
    return columns.filter((column) => column.id !== id).map(({ coordinates }) => coordinates);
  }, []);
  const names = panelNames(layout?.columns ?? []);
  const hasMaximised = layout?.columns.some(({ id }) => id === maximised) ?? false;
  useEffect(() => {
    if (maximised !== null && !hasMaximised) setMaximised(null);
  }, [maximised, hasMaximised]);

  return (
    <DeskContext value={desk}>
      <div className={styles.desk}>
        <div className={styles.side}>
          <Toolbar isRail={isRail} />
          <SoundNote />
          <NavigationDrawer
            isRail={isRail}
            isPlacingConfirmations={isPlacing}
            onShrink={shrink}
            onPlaceConfirmations={setPlacing}
          />
        </div>
        <main ref={canvas} className={styles.canvas} aria-label="Workspace">
          <h1 className="visually-hidden">Trading</h1>
          {layout?.columns.map((column) => (
            <DeskPanel
              key={column.id}
              column={column}
              name={names.get(column.id) ?? column.component}
              isLocked={layout.locked ?? false}
              isResizable={layout.resizeable ?? true}
              isMaximised={column.id === maximised}
              areaOf={areaOf}
              neighboursOf={neighboursOf}
              onMaximise={setMaximised}
            />
          ))}
          {layout?.columns.length === 0 && <EmptyDesk />}
          {layout?.spawnPointMove === true && (
            <PlaceMarker
              label="New panels appear here"
              icon={<SpawnIcon />}
              point={layout.spawnPoint ?? defaultSpawnPoint}
              onPoint={(spawnPoint) => changeLayout((was) => ({ ...was, spawnPoint }), 'spawnPoint')}
            />
          )}
        </main>
        {isPlacing && <ConfirmationPlace />}
        {form !== null && (
          <OnDemand>
            <LazyFloatingOrderForm key={form.count} request={form.request} onClose={() => setForm(null)} />
          </OnDemand>
        )}
      </div>
    </DeskContext>
  );
}
