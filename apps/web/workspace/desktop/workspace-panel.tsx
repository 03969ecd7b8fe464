// One panel of the desktop workspace, with its frame, its menu, and state that is not stored in layouts: frozen, maximised, or
// being placed by numbers.
import type { LayoutColumn } from '@openpit/wire';
import { useCallback, useMemo, useRef, useState } from 'react';
import { panelEntry } from '../../panels/registry.ts';
import { serverNow } from '../../stores/connection.ts';
import { changePanel, placePanel, raisePanel, removePanel, swapPanel } from '../../stores/layouts.ts';
import { FloatingPanel } from '../../ui/floating-panel.tsx';
import { loadedOnDemand, OnDemand } from '../../ui/on-demand.tsx';
import { type GridTools, PanelLookContext, panelColourStyle } from '../../ui/panel-frame.tsx';
import { type AreaPx, clampPlace, type Place } from '../../ui/panel-geometry.ts';
import {
  FeedStrip,
  FrozenStrip,
  keptDensity,
  keptFlash,
  keptLetters,
  PanelContent,
  steppedLetters,
} from '../panel-content.tsx';
import { type Docking, panelDocking, TabStrip, tabPanelOf } from './docking.tsx';
import { PanelMenu } from './panel-menu.tsx';

const MoveAndSize = loadedOnDemand(() => import('./move-and-size.tsx').then((module) => module.MoveAndSize));

interface WorkspacePanelProps {
  readonly column: LayoutColumn;
  /** The names of all panels of the layout. */
  readonly names: ReadonlyMap<LayoutColumn['id'], string>;
  /** The panels of its frame, including itself. */
  readonly tabs: readonly LayoutColumn[];
  readonly isDocked: boolean;
  readonly isLocked: boolean;
  readonly isResizable: boolean;
  readonly isMaximised: boolean;
  readonly areaOf: () => AreaPx;
  readonly neighboursOf: (id: LayoutColumn['id']) => readonly Place[];
  readonly docking: Docking;
  readonly onMaximise: (id: LayoutColumn['id'] | null) => void;
}

export function WorkspacePanel(props: WorkspacePanelProps) {
  const { column, names, tabs, isDocked, isLocked, isResizable, isMaximised, docking, areaOf, onMaximise } =
    props;
  const { id, component, coordinates } = column;
  const name = names.get(id) ?? component;
  const ids = tabs.map((tab) => tab.id);
  const tools = useRef<GridTools | null>(null);
  const [frozenAt, setFrozenAt] = useState<number | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const flash = keptFlash(column) ?? undefined;
  const density = keptDensity(column) ?? undefined;
  const look = useMemo(() => ({ tools, frozenAt, flash }), [frozenAt, flash]);
  const onPlace = useCallback((place: Place) => placePanel(id, place), [id]);
  const maximise = () => onMaximise(isMaximised ? null : id);
  const close = () => {
    if (isMaximised) onMaximise(null);
    removePanel(id);
  };
  return (
    <>
      <FloatingPanel
        title={panelEntry(component)?.title ?? component}
        name={name}
        place={coordinates}
        z={coordinates.z}
        colour={panelColourStyle(column.color)}
        density={density}
        lettersPx={keptLetters(column) ?? undefined}
        onLetters={(step) =>
          changePanel(id, { style: { ...column.style, lettersPx: steppedLetters(column, step) } })
        }
        areaOf={areaOf}
        neighboursOf={() => props.neighboursOf(id)}
        isLocked={isLocked}
        isResizable={isResizable}
        isMaximised={isMaximised}
        dockedFrom={isDocked ? (column.float ?? coordinates) : undefined}
        tabs={
          tabs.length > 1
            ? {
                panel: tabPanelOf(id),
                strip: (
                  <TabStrip
                    id={id}
                    name={name}
                    tabs={tabs.map((tab) => ({ id: tab.id, title: names.get(tab.id) ?? tab.component }))}
                    isLocked={isLocked}
                    docking={docking}
                    onSelect={(next) => {
                      raisePanel(next);
                      if (isMaximised) onMaximise(next);
                    }}
                    onClose={removePanel}
                  />
                ),
              }
            : undefined
        }
        onDrag={(at) => docking.over(ids, at)}
        onDrop={(at) => docking.drop(ids, at)}
        onDock={(side) => {
          if (isResizable) docking.dock(ids, { kind: 'edge', side });
        }}
        onPlace={onPlace}
        onRaise={() => raisePanel(id)}
        onClose={close}
        onMaximise={maximise}
        menu={
          <PanelMenu
            name={name}
            column={column}
            isFrozen={frozenAt !== null}
            window={{
              isMaximised,
              isLocked,
              onSwap: (next) => {
                setFrozenAt(null);
                swapPanel(id, next);
              },
              onMaximise: maximise,
              onMoveAndSize: () => setPlacing(true),
              isResizable,
              docking: panelDocking(column, tabs, isDocked, names, docking),
              onClose: close,
            }}
            toolsOf={() => tools.current}
            onChange={(change) => changePanel(id, change)}
            onFreeze={() => setFrozenAt((was) => (was === null ? serverNow() : null))}
          />
        }
        strip={
          <>
            <FeedStrip />
            {frozenAt !== null && <FrozenStrip at={frozenAt} onUnfreeze={() => setFrozenAt(null)} />}
          </>
        }
      >
        <PanelLookContext value={look}>
          <PanelContent column={column} device="desktop" />
        </PanelLookContext>
      </FloatingPanel>
      {isPlacing && (
        <OnDemand onEscape={() => setPlacing(false)}>
          <MoveAndSize
            name={name}
            place={clampPlace(coordinates, areaOf())}
            area={areaOf()}
            isResizable={isResizable}
            onPlace={onPlace}
            onClose={() => setPlacing(false)}
          />
        </OnDemand>
      )}
    </>
  );
}
