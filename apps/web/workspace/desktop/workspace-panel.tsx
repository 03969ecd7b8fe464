// One panel of the workspace on a desktop: its frame, its menu, and the state that no layout keeps: frozen, maximised, being
// placed by numbers.
import type { LayoutColumn } from '@openpit/wire';
import { lazy, useCallback, useMemo, useRef, useState } from 'react';
import { panelEntry } from '../../panels/registry.ts';
import { serverNow } from '../../stores/connection.ts';
import { changePanel, raisePanel, removePanel, resizePanel, swapPanel } from '../../stores/layouts.ts';
import { FloatingPanel } from '../../ui/floating-panel.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { panelColourStyle } from '../../ui/panel-colours.ts';
import { type AreaPx, clampPlace, type Place } from '../../ui/panel-geometry.ts';
import { type GridTools, PanelLookContext } from '../../ui/panel-look.ts';
import {
  FeedStrip,
  FrozenStrip,
  keptDensity,
  keptFlash,
  keptLetters,
  PanelContent,
  steppedLetters,
} from '../panel-content.tsx';
import { PanelMenu } from './panel-menu.tsx';

const MoveAndSize = lazy(() =>
  import('./move-and-size.tsx').then((module) => ({ default: module.MoveAndSize })),
);

export interface WorkspacePanelProps {
  readonly column: LayoutColumn;
  readonly name: string;
  readonly isLocked: boolean;
  readonly isResizable: boolean;
  readonly isMaximised: boolean;
  readonly areaOf: () => AreaPx;
  readonly neighboursOf: (id: LayoutColumn['id']) => readonly Place[];
  readonly onMaximise: (id: LayoutColumn['id'] | null) => void;
}

export function WorkspacePanel(props: WorkspacePanelProps) {
  const { column, name, isLocked, isResizable, isMaximised, areaOf, onMaximise } = props;
  const { id, component, coordinates } = column;
  const tools = useRef<GridTools | null>(null);
  const [frozenAt, setFrozenAt] = useState<number | null>(null);
  const [isPlacing, setPlacing] = useState(false);
  const flash = keptFlash(column) ?? undefined;
  const density = keptDensity(column) ?? undefined;
  const look = useMemo(() => ({ tools, frozenAt, flash }), [frozenAt, flash]);
  const onPlace = useCallback((place: Place) => resizePanel(id, place), [id]);
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
        <OnDemand>
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
