// The menu of a panel: its contents, its look, its grid's tools, its place. An item with several options opens a second menu in
// the same place.
import type { LayoutColumn } from '@openpit/wire';
import { panels } from '../panels/registry.ts';
import type { DockTarget } from '../stores/layout-docking.ts';
import { ActionMenu, type ActionMenuItem, type MenuPlace } from '../ui/action-menu.tsx';
import {
  CloseIcon,
  ColourIcon,
  ColumnsIcon,
  CopyIcon,
  DensityIcon,
  DockIcon,
  DownloadIcon,
  FilterIcon,
  FloatIcon,
  FreezeIcon,
  GroupIcon,
  MaximiseIcon,
  ResizeIcon,
  SumIcon,
  SwapIcon,
  TabsIcon,
} from '../ui/icons.tsx';
import { shownKey } from '../ui/keys.ts';
import { gridKeys } from '../ui/live-grid/grid-keys.ts';
import {
  type FlashMode,
  type GridTools,
  isPanelColour,
  panelColourStyle,
  panelColours,
  panelKeys,
  tabKeys,
} from '../ui/panel-frame.tsx';
import {
  type Density,
  densities,
  flashModes,
  keptDensity,
  keptFlash,
  keptLetters,
  steppedLetters,
} from './panel-content.tsx';
import styles from './panel-menu.module.css';

/** The frame actions in a panel's menu. */
export interface PanelDocking {
  readonly isDocked: boolean;
  /** Whether the panel shares its frame with other panels. */
  readonly isTab: boolean;
  /** Moves its tab one place; null if it is the first or the last. */
  readonly moveTab: Readonly<Record<'left' | 'right', (() => void) | null>>;
  /** The visible panels of the other frames. */
  readonly others: () => readonly { readonly id: LayoutColumn['id']; readonly name: string }[];
  /** False if there is no room. */
  readonly canDock: (target: DockTarget) => boolean;
  readonly dock: (target: DockTarget) => void;
  readonly dockAll: () => void;
  readonly float: () => void;
  readonly takeOut: () => void;
}

/** The actions of a menu on the floating window of its panel. */
interface PanelWindow {
  readonly isMaximised: boolean;
  readonly isLocked: boolean;
  readonly isResizable: boolean;
  readonly docking: PanelDocking;
  readonly onSwap: (component: string) => void;
  readonly onMaximise: () => void;
  readonly onMoveAndSize: () => void;
  readonly onClose: () => void;
}

export interface PanelMenuProps {
  readonly name: string;
  readonly column: LayoutColumn;
  readonly isFrozen: boolean;
  /**
   * `null` on a phone, where the panel fills the screen with two-line rows, so that there is no place, size or column to choose.
   */
  readonly window: PanelWindow | null;
  /** The grid's own tools at the moment of opening; null for a panel without a grid. */
  readonly toolsOf: () => GridTools | null;
  readonly onChange: (change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>) => void;
  readonly onFreeze: () => void;
}

type PanelMenuPage = 'main' | 'dock' | 'beside' | 'into' | 'swap' | 'colour' | 'density' | 'flash' | 'group';
const pageTitles: Readonly<Record<Exclude<PanelMenuPage, 'main'>, string>> = {
  dock: 'Dock',
  beside: 'Split beside',
  into: 'Move into',
  swap: 'Replace with',
  colour: 'Colour',
  density: 'Density',
  flash: 'Colour on updates',
  group: 'Group by',
};

export interface OpenPanelMenu {
  readonly page: PanelMenuPage;
  readonly at: MenuPlace;
}

/** `onOpen` receives the next menu once this one has closed, or null to close it. */
export function PanelMenuPages(props: {
  readonly menu: PanelMenuProps;
  readonly open: OpenPanelMenu;
  readonly onOpen: (next: OpenPanelMenu | null) => void;
}) {
  const { menu, open, onOpen } = props;
  const { page, at } = open;
  const tools = menu.toolsOf();
  const go = (next: PanelMenuPage) => onOpen({ page: next, at });
  return (
    <ActionMenu
      key={page}
      label={page === 'main' ? `Menu of ${menu.name}` : pageTitles[page]}
      at={at}
      onClose={() => onOpen(null)}
      items={page === 'main' ? mainItems(menu, tools, go) : pageItems(page, menu, tools)}
    />
  );
}

function mainItems(
  props: PanelMenuProps,
  tools: GridTools | null,
  go: (page: PanelMenuPage) => void,
): ActionMenuItem[] {
  const { window } = props;
  const page = (
    id: Exclude<PanelMenuPage, 'main'>,
    icon: React.ReactNode,
    startsSection = false,
  ): ActionMenuItem => ({
    id,
    label: `${pageTitles[id]}…`,
    icon,
    startsSection,
    run: () => go(id),
  });
  const grid: ActionMenuItem[] =
    tools === null
      ? []
      : [
          ...(window === null
            ? []
            : [
                {
                  id: 'columns',
                  label: 'Columns…',
                  icon: <ColumnsIcon />,
                  startsSection: true,
                  run: tools.chooseColumns,
                },
              ]),
          ...(tools.groupings.length > 1 ? [page('group', <GroupIcon />)] : []),
          ...(tools.canFilter
            ? [
                {
                  id: 'filters',
                  label: 'Filter row',
                  icon: <FilterIcon />,
                  isChecked: tools.hasFilters,
                  run: tools.toggleFilters,
                },
              ]
            : []),
          ...(tools.canTotal && window !== null
            ? [
                {
                  id: 'totals',
                  label: 'Totals',
                  icon: <SumIcon />,
                  isChecked: tools.hasTotals,
                  run: tools.toggleTotals,
                },
              ]
            : []),
          // On a phone the row height is fixed for touch.
          ...(window === null ? [] : [page('density', <DensityIcon />)]),
          page('flash', null),
          {
            id: 'copy',
            label: `Copy ${tools.rowsText}`,
            icon: <CopyIcon />,
            keyName: shownKey(gridKeys.keys.copy),
            startsSection: true,
            run: tools.copy,
          },
          {
            id: 'csv',
            // The file is for programs, so its format does not depend on the locale.
            label: `Export ${tools.rowsText} as CSV, decimals with a point`,
            icon: <DownloadIcon />,
            run: tools.exportCsv,
          },
          { id: 'xlsx', label: `Export ${tools.rowsText} as XLSX`, icon: null, run: tools.exportXlsx },
        ];
  const freeze: ActionMenuItem = {
    id: 'freeze',
    label: 'Freeze',
    icon: <FreezeIcon />,
    isChecked: props.isFrozen,
    startsSection: true,
    run: props.onFreeze,
  };
  if (window === null) return [...grid, freeze];
  const locked = window.isLocked ? 'The panels are locked.' : null;
  return [
    { ...page('swap', <SwapIcon />), disabledReason: locked },
    page('colour', <ColourIcon />),
    ...grid,
    freeze,
    {
      id: 'maximise',
      label: 'Maximise',
      icon: <MaximiseIcon />,
      isChecked: window.isMaximised,
      run: window.onMaximise,
    },
    ...dockItems(window, page),
    {
      id: 'place',
      label: 'Move and size…',
      icon: <ResizeIcon />,
      disabledReason: locked ?? (window.isMaximised ? 'It is maximised.' : null),
      run: window.onMoveAndSize,
    },
    { id: 'close', label: 'Close', icon: <CloseIcon />, run: window.onClose },
  ];
}

function dockItems(
  window: PanelWindow,
  page: (id: 'dock' | 'beside' | 'into', icon: React.ReactNode) => ActionMenuItem,
): ActionMenuItem[] {
  const locked = window.isLocked
    ? 'The panels are locked.'
    : window.isResizable
      ? window.isMaximised
        ? 'It is maximised.'
        : null
      : 'The panels of this layout are not resizable.';
  const alone = window.docking.others().length === 0 ? 'There is no other panel.' : null;
  return [
    { ...page('dock', <DockIcon />), keyName: shownKey(panelKeys.keys.dock), disabledReason: locked },
    { ...page('beside', null), disabledReason: locked ?? alone },
    { ...page('into', <TabsIcon />), disabledReason: locked ?? alone },
    ...(window.docking.isTab
      ? [
          { id: 'takeOut', label: 'Take out', disabledReason: locked, run: window.docking.takeOut },
          ...(['left', 'right'] as const).map((way): ActionMenuItem => {
            const run = window.docking.moveTab[way];
            return {
              id: `tab ${way}`,
              label: `Move tab ${way}`,
              keyName: shownKey(tabKeys.keys[way]),
              disabledReason:
                locked ?? (run === null ? `It is the ${way === 'left' ? 'first' : 'last'} tab.` : null),
              run: () => run?.(),
            };
          }),
        ]
      : []),
    ...(window.docking.isDocked
      ? [
          {
            id: 'float',
            label: 'Float',
            icon: <FloatIcon />,
            disabledReason: locked,
            run: window.docking.float,
          },
        ]
      : []),
  ];
}

const dockSides = [
  'left',
  'right',
  'top',
  'bottom',
  'top left',
  'top right',
  'bottom left',
  'bottom right',
] as const;

function dockPageItems(page: 'dock' | 'beside' | 'into', window: PanelWindow): ActionMenuItem[] {
  const to = (id: string, label: string, target: DockTarget): ActionMenuItem => ({
    id,
    label,
    disabledReason: window.docking.canDock(target) ? null : 'There is no room for a further panel.',
    run: () => window.docking.dock(target),
  });
  if (page === 'dock')
    return [
      ...dockSides.map((side) =>
        to(side, `${side.charAt(0).toUpperCase()}${side.slice(1)}`, { kind: 'edge', side }),
      ),
      { id: 'all', label: 'Dock all panels in place', startsSection: true, run: window.docking.dockAll },
    ];
  const others = window.docking.others();
  if (page === 'into') return others.map(({ id, name }) => to(`${id}`, name, { kind: 'tab', panelId: id }));
  return others.flatMap(({ id, name }) =>
    (['left', 'right', 'top', 'bottom'] as const).map((side, index) => ({
      ...to(`${id}${side}`, `${name}, ${besideWords[side]}`, { kind: 'beside', panelId: id, side }),
      startsSection: index === 0,
    })),
  );
}

const besideWords = {
  left: 'on its left',
  right: 'on its right',
  top: 'above it',
  bottom: 'below it',
} as const;

const densityNames: Readonly<Record<Density, string>> = {
  compact: 'Compact',
  standard: 'Standard',
  comfortable: 'Comfortable',
};
const flashNames: Readonly<Record<FlashMode, string>> = {
  none: 'None',
  text: 'Text',
  background: 'Background',
};

function pageItems(
  page: Exclude<PanelMenuPage, 'main'>,
  props: PanelMenuProps,
  tools: GridTools | null,
): ActionMenuItem[] {
  const { column, onChange } = props;
  if (page === 'dock' || page === 'beside' || page === 'into')
    return props.window === null ? [] : dockPageItems(page, props.window);
  const keepStyle = (change: object) => onChange({ style: { ...column.style, ...change } });
  if (page === 'swap')
    return panels.map(({ component, title, icon }) => ({
      id: component,
      label: title,
      icon,
      isChecked: component === column.component,
      run: () => props.window?.onSwap(component),
    }));
  if (page === 'colour')
    return [null, ...panelColours].map((colour) => ({
      id: colour ?? 'none',
      label: colour === null ? 'None' : `${colour.charAt(0).toUpperCase()}${colour.slice(1)}`,
      icon: <span className={styles.swatch} style={{ background: panelColourStyle(colour) }} />,
      isChecked: colour === (isPanelColour(column.color) ? column.color : null),
      run: () => onChange({ color: colour }),
    }));
  if (page === 'group')
    return (tools?.groupings ?? []).map(({ id, title, isChosen, choose }) => ({
      id: id ?? 'none',
      label: title,
      isChecked: isChosen,
      run: choose,
    }));
  if (page === 'density')
    return [
      ...[null, ...densities].map((density) => ({
        id: density ?? 'preference',
        label: density === null ? 'As in my preferences' : densityNames[density],
        isChecked: density === keptDensity(column),
        run: () => keepStyle({ density: density ?? undefined }),
      })),
      ...([1, -1] as const).map((step) => ({
        id: `letters${step}`,
        label: step === 1 ? 'Larger text' : 'Smaller text',
        keyName: `Ctrl+wheel ${step === 1 ? 'up' : 'down'}`,
        startsSection: step === 1,
        run: () => keepStyle({ lettersPx: steppedLetters(column, step) }),
      })),
      {
        id: 'lettersDefault',
        label: 'Default text size',
        disabledReason: keptLetters(column) === null ? 'It is already the default.' : null,
        run: () => keepStyle({ lettersPx: undefined }),
      },
    ];
  return [null, ...flashModes].map((flash) => ({
    id: flash ?? 'preference',
    label: flash === null ? 'As in my preferences' : flashNames[flash],
    isChecked: flash === keptFlash(column),
    run: () => keepStyle({ flash: flash ?? undefined }),
  }));
}
