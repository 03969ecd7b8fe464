// The drawer (SHELL-3): panels to add, layouts, workspace switches, search, keys, My actions, sign-out. It is open on
// small-and-up screens and collapses to a rail of icons. This browser remembers its state.

import { useLayoutEffect, useRef, useState } from 'react';
import { openDialog } from '../../actions/dialogs.ts';
import { workspaceKeys } from '../../actions/view-actions.ts';
import { type PanelComponent, panels } from '../../panels/registry.ts';
import { changeLayout, redoLayout, undoLayout, useLayouts } from '../../stores/layouts.ts';
import type { MenuPlace } from '../../ui/action-menu.tsx';
import { classNames } from '../../ui/button.tsx';
import {
  ActionsListIcon,
  CheckIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  DialogPlaceIcon,
  KeysIcon,
  LockIcon,
  MoreIcon,
  PanelIcon,
  PreferencesIcon,
  RedoIcon,
  ResizeIcon,
  SaveAsIcon,
  SaveIcon,
  SearchIcon,
  SignOutIcon,
  SpawnIcon,
  UndoIcon,
  UnlockIcon,
  UserIcon,
} from '../../ui/icons.tsx';
import { shownKey } from '../../ui/keys.ts';
import { useWaitingForUs } from '../deal-notices.ts';
import { showLayout, signOut } from '../layouts/layout-actions.ts';
import { LayoutMenu } from '../layouts/layout-menu.tsx';
import { saveLayout } from '../layouts/saved-layouts.ts';
import { Item, PanelItem, Section, type Tool, Tools } from './drawer-item.tsx';
import styles from './navigation-drawer.module.css';

const { keys } = workspaceKeys;

interface NavigationDrawerProps {
  readonly isRail: boolean;
  readonly isPlacingConfirmations: boolean;
  readonly onCollapse: (isRail: boolean) => void;
  readonly onAdd: (component: PanelComponent) => void;
  /** Brings an open panel to the front. */
  readonly onShow: (component: PanelComponent) => void;
  readonly onPlaceConfirmations: (isPlacing: boolean) => void;
}

export function NavigationDrawer(props: NavigationDrawerProps) {
  const { isRail, isPlacingConfirmations, onCollapse, onPlaceConfirmations, onAdd, onShow } = props;
  const [menuAt, setMenuAt] = useState<MenuPlace | null>(null);
  const waiting = useWaitingForUs();
  const { current, stored, isUnsaved } = useListedLayouts();
  const layout = current?.document;
  const openPanels = new Set(layout?.columns.map(({ component }) => component));
  const screenTools = useScreenTools(isPlacingConfirmations, onPlaceConfirmations);
  // The less room there is, the denser the drawer: first the tools become icons in a line, then the titles disappear, at last the
  // panels become icons. Only the lists may scroll.
  const { drawer, level } = useFittingLevel(`${isRail} ${stored.length} ${isUnsaved} ${layout?.name}`);
  const isShort = level >= 1 && !isRail;
  const isVeryShort = level >= 2 && !isRail;
  const isShortest = level === densest && !isRail;
  const hasNoTitles = isRail || isVeryShort;

  return (
    <nav
      ref={drawer}
      aria-label="Workspace"
      className={styles.drawer}
      data-drawer={isRail ? 'rail' : 'open'}
      data-level={level}
      data-titles={hasNoTitles ? 'none' : undefined}
    >
      <div className={styles.lists} data-lists="">
        <Section title="Add panel" hasTitle={!hasNoTitles}>
          {panels.map(({ component, title, icon }) => (
            <PanelItem
              key={component}
              icon={icon}
              title={title}
              waiting={component === 'unMatchedDeals' ? waiting : 0}
              isOpen={openPanels.has(component)}
              isRail={isRail}
              isIcon={isShortest}
              onAdd={() => onAdd(component)}
              onShow={() => onShow(component)}
            />
          ))}
        </Section>
        {!isRail && (
          <Section title="Layouts" hasTitle={!hasNoTitles}>
            {stored.map((saved) => (
              <Item
                key={saved._id}
                icon={saved._id === current?._id ? <CheckIcon /> : <PanelIcon />}
                label={saved.document.name}
                isCurrent={saved._id === current?._id}
                isRail={false}
                onClick={() => void showLayout(saved)}
              />
            ))}
            {isUnsaved && (
              <Item
                icon={<CheckIcon />}
                label={`${layout?.name}${current?.isChanged ? ' *' : ''}`}
                name={`${layout?.name} (not saved)`}
                isCurrent
                isRail={false}
                onClick={() => openDialog({ kind: 'saveAs' })}
              />
            )}
          </Section>
        )}
      </div>
      <Section title="Layout" hasTitle={false}>
        <Tools tools={layoutTools(setMenuAt)} isRail={isRail} isLine={isShort} />
      </Section>
      <Section title="Workspace" hasTitle={!hasNoTitles}>
        <Tools tools={screenTools} isRail={isRail} isLine={isShort} />
        <Tools tools={dialogTools} isRail={isRail} isLine={isVeryShort} />
      </Section>
      <ul className={classNames(styles.foot, isVeryShort && styles.line)}>
        <Item
          icon={<SignOutIcon />}
          label="Sign out"
          isRail={isRail}
          isIcon={isVeryShort}
          onClick={() => void signOut()}
        />
        <Item
          icon={isRail ? <ChevronRightIcon /> : <ChevronLeftIcon />}
          label={isRail ? 'Open the drawer' : 'Collapse'}
          railLabel="Open the drawer"
          isRail={isRail}
          isIcon={isVeryShort}
          onClick={() => onCollapse(!isRail)}
        />
      </ul>
      <LayoutMenu at={menuAt} onClose={() => setMenuAt(null)} />
    </nav>
  );
}

/** The saved layouts for this kind of device, and the current layout, which may be unsaved. */
function useListedLayouts() {
  const current = useLayouts((layouts) => layouts.current);
  const saved = useLayouts((layouts) => layouts.saved);
  const stored = saved.filter(({ document }) => !document.isMobile);
  const isUnsaved = current !== null && !stored.some(({ _id }) => _id === current._id);
  return { current, stored, isUnsaved };
}

const layoutTools = (openMenu: Tool['onClick']): readonly Tool[] => [
  {
    icon: <SaveIcon />,
    label: 'Save',
    railLabel: 'Save the layout',
    keyName: shownKey(keys.saveLayout),
    onClick: () => void saveLayout(),
  },
  {
    icon: <SaveAsIcon />,
    label: 'Save as…',
    railLabel: 'Save the layout as…',
    onClick: () => openDialog({ kind: 'saveAs' }),
  },
  { icon: <MoreIcon />, label: 'More…', railLabel: 'More for layouts', hasMenu: true, onClick: openMenu },
];

/** Undo and redo, and the switches of the workspace. */
function useScreenTools(isPlacing: boolean, onPlace: (isPlacing: boolean) => void): readonly Tool[] {
  const canUndo = useLayouts((layouts) => layouts.history.past.length > 0);
  const canRedo = useLayouts((layouts) => layouts.history.future.length > 0);
  const layout = useLayouts((layouts) => layouts.current?.document);
  const isLocked = layout?.locked ?? false;
  const isResizable = layout?.resizeable ?? true;
  const movesSpawn = layout?.spawnPointMove ?? false;
  return [
    {
      icon: <UndoIcon />,
      label: 'Undo',
      railLabel: 'Undo the last change of the layout',
      keyName: shownKey(keys.undo),
      isOff: !canUndo,
      onClick: undoLayout,
    },
    {
      icon: <RedoIcon />,
      label: 'Redo',
      railLabel: 'Redo the change of the layout',
      keyName: shownKey(keys.redo),
      isOff: !canRedo,
      onClick: redoLayout,
    },
    {
      icon: isLocked ? <LockIcon /> : <UnlockIcon />,
      label: 'Lock panels',
      isPressed: isLocked,
      onClick: () => changeLayout((was) => ({ ...was, locked: !isLocked })),
    },
    {
      icon: <ResizeIcon />,
      label: 'Resizable panels',
      isPressed: isResizable,
      onClick: () => changeLayout((was) => ({ ...was, resizeable: !isResizable })),
    },
    {
      icon: <SpawnIcon />,
      label: 'New panels open here',
      railLabel: 'Show where new panels open',
      isPressed: movesSpawn,
      onClick: () => changeLayout((was) => ({ ...was, spawnPointMove: !movesSpawn })),
    },
    {
      icon: <DialogPlaceIcon />,
      label: 'Dialog position',
      railLabel: 'Show where dialogs open',
      isPressed: isPlacing,
      onClick: () => onPlace(!isPlacing),
    },
  ];
}

const dialogTools: readonly Tool[] = [
  {
    icon: <SearchIcon />,
    label: 'Find…',
    railLabel: 'Find a contract, a panel, a layout or a command',
    keyName: shownKey(keys.palette),
    onClick: () => openDialog({ kind: 'palette' }),
  },
  {
    icon: <KeysIcon />,
    label: 'Keys…',
    railLabel: 'Keys',
    keyName: shownKey(keys.keySheet),
    onClick: () => openDialog({ kind: 'keys' }),
  },
  {
    icon: <ActionsListIcon />,
    label: 'My actions…',
    railLabel: 'My actions',
    onClick: () => openDialog({ kind: 'ownActions' }),
  },
  {
    icon: <UserIcon />,
    label: 'Account…',
    railLabel: 'Account',
    onClick: () => openDialog({ kind: 'account' }),
  },
  {
    icon: <PreferencesIcon />,
    label: 'Preferences…',
    railLabel: 'Preferences',
    onClick: () => openDialog({ kind: 'preferences' }),
  },
];

/** Levels 0 to 4; level 4 is the densest. */
const densest = 4;

/**
 * Returns the first level at which the drawer's lists fit without scrolling. `content` identifies
 * their contents.
 */
function useFittingLevel(content: string) {
  const drawer = useRef<HTMLElement>(null);
  const [level, setLevel] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content begins again
  useLayoutEffect(() => setLevel(0), [content]);
  useLayoutEffect(() => {
    const element = drawer.current;
    if (element === null) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight !== height) setLevel(0);
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const lists = drawer.current?.querySelector('[data-lists]');
    if (lists && lists.scrollHeight > lists.clientHeight && level < densest) setLevel(level + 1);
  });
  return { drawer, level };
}
