// The menu of a panel: what it shows, how it looks, what its grid can do, where it stands. A choice with several answers
// opens in the place of the menu.
import type { LayoutColumn } from '@openpit/wire';
import { useState } from 'react';
import { panels } from '../../panels/registry.tsx';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import {
  CloseIcon,
  ColourIcon,
  ColumnsIcon,
  CopyIcon,
  DensityIcon,
  DownloadIcon,
  FilterIcon,
  FreezeIcon,
  GroupIcon,
  MaximiseIcon,
  MoreIcon,
  ResizeIcon,
  SumIcon,
  SwapIcon,
} from '../../ui/icons.tsx';
import { isPanelColour, panelColourStyle, panelColours } from '../../ui/panel-colours.ts';
import type { FlashMode, GridTools } from '../../ui/panel-look.ts';
import {
  type Density,
  densities,
  flashModes,
  keptDensity,
  keptFlash,
  keptLetters,
  steppedLetters,
} from '../kept-style.ts';
import styles from './panel-menu.module.css';

export interface PanelMenuProps {
  readonly name: string;
  readonly column: LayoutColumn;
  readonly isFrozen: boolean;
  readonly isMaximised: boolean;
  readonly isLocked: boolean;
  /** The phone's one panel has a place and a size already, and its lines are no columns to choose from. */
  readonly isOnPhone?: boolean;
  /** The grid's own tools at the moment of opening; null for a panel without a grid. */
  readonly toolsOf: () => GridTools | null;
  readonly onChange: (change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>) => void;
  readonly onSwap: (component: string) => void;
  readonly onFreeze: () => void;
  readonly onMaximise: () => void;
  readonly onMoveAndSize: () => void;
  readonly onClose: () => void;
}

type Page = 'main' | 'swap' | 'colour' | 'density' | 'flash' | 'group';
interface Place {
  readonly left: number;
  readonly top: number;
}

export function PanelMenu(props: PanelMenuProps) {
  const { name, isOnPhone = false } = props;
  const [open, setOpen] = useState<{ readonly page: Page; readonly at: Place } | null>(null);
  const tools = open === null ? null : props.toolsOf();
  // The menu that is chosen from closes first: the next opens where it was.
  const go = (page: Page) => {
    if (open !== null) setOpen({ page, at: open.at });
  };
  return (
    <>
      <IconButton
        label={`Menu of ${name}`}
        icon={<MoreIcon />}
        size={isOnPhone ? 'large' : 'medium'}
        aria-haspopup="menu"
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setOpen({ page: 'main', at: { left, top: bottom } });
        }}
      />
      {open !== null && (
        <ActionMenu
          key={open.page}
          label={open.page === 'main' ? `Menu of ${name}` : titles[open.page]}
          at={open.at}
          onClose={() => setOpen(null)}
          items={open.page === 'main' ? mainItems(props, tools, go) : pageItems(open.page, props, tools)}
        />
      )}
    </>
  );
}

const titles: Readonly<Record<Exclude<Page, 'main'>, string>> = {
  swap: 'Show in its place',
  colour: 'Colour',
  density: 'Density',
  flash: 'Colour on updates',
  group: 'Group by',
};

function mainItems(
  props: PanelMenuProps,
  tools: GridTools | null,
  go: (page: Page) => void,
): ActionMenuItem[] {
  const { isLocked, isMaximised, isOnPhone = false } = props;
  const locked = isLocked ? 'The panels are locked.' : null;
  const page = (id: Exclude<Page, 'main'>, icon: React.ReactNode, startsPart = false): ActionMenuItem => ({
    id,
    label: `${titles[id]}…`,
    icon,
    startsPart,
    run: () => go(id),
  });
  const grid: ActionMenuItem[] =
    tools === null
      ? []
      : [
          ...(isOnPhone
            ? []
            : [
                {
                  id: 'columns',
                  label: 'Columns…',
                  icon: <ColumnsIcon />,
                  startsPart: true,
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
          ...(tools.canTotal && !isOnPhone
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
          // A phone's lines are as high as a finger needs them.
          ...(isOnPhone ? [] : [page('density', <DensityIcon />)]),
          page('flash', null),
          {
            id: 'copy',
            label: `Copy ${tools.rowsText}`,
            icon: <CopyIcon />,
            keyName: 'Ctrl+C',
            startsPart: true,
            run: tools.copy,
          },
          {
            id: 'csv',
            label: `Export ${tools.rowsText} as CSV`,
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
    startsPart: true,
    run: props.onFreeze,
  };
  if (isOnPhone) return [...grid, freeze];
  return [
    { ...page('swap', <SwapIcon />), disabledReason: locked },
    page('colour', <ColourIcon />),
    ...grid,
    freeze,
    {
      id: 'maximise',
      label: 'Maximise',
      icon: <MaximiseIcon />,
      isChecked: isMaximised,
      run: props.onMaximise,
    },
    {
      id: 'place',
      label: 'Move and size…',
      icon: <ResizeIcon />,
      disabledReason: locked ?? (isMaximised ? 'It is maximised.' : null),
      run: props.onMoveAndSize,
    },
    { id: 'close', label: 'Close', icon: <CloseIcon />, run: props.onClose },
  ];
}

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
  page: Exclude<Page, 'main'>,
  props: PanelMenuProps,
  tools: GridTools | null,
): ActionMenuItem[] {
  const { column, onChange, onSwap } = props;
  const keepStyle = (change: object) => onChange({ style: { ...column.style, ...change } });
  if (page === 'swap')
    return panels.map(({ component, title, icon }) => ({
      id: component,
      label: title,
      icon,
      isChecked: component === column.component,
      run: () => onSwap(component),
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
        label: step === 1 ? 'Larger letters' : 'Smaller letters',
        keyName: `Ctrl+wheel ${step === 1 ? 'up' : 'down'}`,
        startsPart: step === 1,
        run: () => keepStyle({ lettersPx: steppedLetters(column, step) }),
      })),
      {
        id: 'lettersUsual',
        label: 'Letters as usual',
        disabledReason: keptLetters(column) === null ? 'They are as usual.' : null,
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
