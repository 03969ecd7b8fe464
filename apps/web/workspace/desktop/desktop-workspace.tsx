// The desktop workspace: the toolbar's pill and the drawer on the left, and the canvas of floating and docked panels beside them.
import { Activity, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useProvidedWorkspace, type WorkspacePort } from '../../actions/workspace-port.ts';
import { pinnedContract } from '../../panels/parts/panel-settings.ts';
import { newPanelSize, type PanelComponent, panelEntry } from '../../panels/registry.ts';
import { readStored, storageKeys, writeStored } from '../../stores/browser-storage.ts';
import { setActiveContract } from '../../stores/chosen.ts';
import { defaultSpawnPoint } from '../../stores/layout-columns.ts';
import { isDocked, moveDivider, shownPanels, tabsOf } from '../../stores/layout-docking.ts';
import {
  addPanel,
  changeLayout,
  changePanelSettings,
  raisePanel,
  showPanel,
  useLayouts,
} from '../../stores/layouts.ts';
import { SpawnIcon } from '../../ui/icons.tsx';
import { minimumPercent, percentOf } from '../../ui/panel-geometry.ts';
import { ScreenKeys } from '../keyboard.ts';
import { panelNames } from '../panel-content.tsx';
import { SoundNote } from '../top-bar.tsx';
import { ConfirmationPlace } from './confirmation-place.tsx';
import styles from './desktop-workspace.module.css';
import { type DividerPreview, Dividers, DropMarker, useDocking } from './docking.tsx';
import { EmptyWorkspace } from './empty-workspace.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { PlaceMarker } from './place-marker.tsx';
import { Toolbar } from './toolbar.tsx';
import { WorkspacePanel } from './workspace-panel.tsx';

/** The height of a panel's header: a new panel leaves the previous panel's header visible. */
const headerPx = { x: 30, y: 30 };

export function DesktopWorkspace() {
  const stored = useLayouts((layouts) => layouts.current?.document);
  const canvas = useRef<HTMLElement>(null);
  const docking = useDocking(canvas);
  const [preview, setPreview] = useState<DividerPreview | null>(null);
  const [isRail, setRail] = useState(() => readStored(storageKeys.drawer) === 'rail');
  const [isPlacing, setPlacing] = useState(false);
  const [maximised, setMaximised] = useState<string | number | null>(null);
  const collapse = (next: boolean) => {
    setRail(next);
    writeStored(storageKeys.drawer, next ? 'rail' : 'open');
  };

  const areaOf = useCallback(
    () => ({ width: canvas.current?.clientWidth ?? 0, height: canvas.current?.clientHeight ?? 0 }),
    [],
  );
  const layout =
    stored && preview
      ? moveDivider(stored, preview.path, preview.at, { min: minimumPercent(areaOf()) })
      : stored;
  /** A panel must not stay hidden behind one that fills the workspace. */
  const uncover = useCallback(
    (id: string | number | null) => setMaximised((was) => (was === null || was === id ? was : null)),
    [],
  );
  const add = useCallback(
    (component: PanelComponent) => {
      const area = areaOf();
      const step = area.width > 0 && area.height > 0 ? { step: percentOf(headerPx, area) } : {};
      const id = addPanel(component, { size: newPanelSize(component), ...step });
      uncover(null);
      return id;
    },
    [areaOf, uncover],
  );
  const port = useMemo((): WorkspacePort => {
    const showPanelOf = (component: PanelComponent, contract: string) => {
      setActiveContract(contract);
      const columns = useLayouts.getState().current?.document.columns ?? [];
      const shown = columns.find((column) => {
        const pinned = pinnedContract(column);
        return column.component === component && (pinned === null || pinned === contract);
      });
      if (shown === undefined) add(component);
      else raisePanel(shown.id);
      uncover(shown?.id ?? null);
    };
    return {
      showDepth: (contract) => showPanelOf('Depth', contract),
      showChart: (contract) => showPanelOf('TVChartContainer', contract),
      showPanel(name, settings) {
        const component = panelEntry(name)?.component;
        if (component === undefined) return;
        const columns = useLayouts.getState().current?.document.columns ?? [];
        const isOpen = columns.some((column) => column.component === component);
        const id = isOpen ? showPanel(component) : add(component);
        if (isOpen) uncover(id);
        if (id !== null && settings !== undefined) changePanelSettings(id, settings);
      },
    };
  }, [add, uncover]);
  const neighboursOf = useCallback((id: string | number) => {
    const { document } = useLayouts.getState().current ?? {};
    if (document === undefined) return [];
    const tabs = tabsOf(document, id);
    return shownPanels(document)
      .filter((column) => !tabs.includes(column))
      .map(({ coordinates }) => coordinates);
  }, []);
  const names = panelNames(layout?.columns ?? []);
  const shown = new Set(layout ? shownPanels(layout) : []);
  const hasMaximised = layout?.columns.some(({ id }) => id === maximised) ?? false;
  useEffect(() => {
    if (maximised !== null && !hasMaximised) setMaximised(null);
  }, [maximised, hasMaximised]);

  useProvidedWorkspace(port);
  return (
    <div className={styles.workspace}>
      <div className={styles.side}>
        <Toolbar isRail={isRail} />
        <SoundNote />
        <NavigationDrawer
          isRail={isRail}
          isPlacingConfirmations={isPlacing}
          onCollapse={collapse}
          onAdd={add}
          onShow={(component) => uncover(showPanel(component))}
          onPlaceConfirmations={setPlacing}
        />
      </div>
      <main ref={canvas} className={styles.canvas} aria-label="Workspace">
        <h1 className="visually-hidden">Trading</h1>
        {layout?.columns.map((column) => (
          // A hidden tab keeps its state but follows no data.
          <Activity key={column.id} mode={shown.has(column) ? 'visible' : 'hidden'}>
            <WorkspacePanel
              column={column}
              names={names}
              tabs={tabsOf(layout, column.id)}
              isDocked={isDocked(layout, column)}
              isLocked={layout.locked ?? false}
              isResizable={layout.resizeable ?? true}
              isMaximised={column.id === maximised}
              areaOf={areaOf}
              neighboursOf={neighboursOf}
              docking={docking}
              onMaximise={setMaximised}
            />
          </Activity>
        ))}
        {layout?.dock && !layout.locked && (layout.resizeable ?? true) && (
          <Dividers layout={layout} names={names} areaOf={areaOf} onPreview={setPreview} />
        )}
        {docking.marker && <DropMarker place={docking.marker} />}
        {layout?.columns.length === 0 && <EmptyWorkspace />}
        {layout?.spawnPointMove === true && (
          <PlaceMarker
            label="New panels open here"
            icon={<SpawnIcon />}
            point={layout.spawnPoint ?? defaultSpawnPoint}
            onPoint={(spawnPoint) => changeLayout((was) => ({ ...was, spawnPoint }), 'spawnPoint')}
          />
        )}
      </main>
      {isPlacing && <ConfirmationPlace />}
      <ScreenKeys onEscape={() => setMaximised(null)} />
    </div>
  );
}
