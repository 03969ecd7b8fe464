// The drawer (SHELL-3): panels to add, the layouts, the workspace's switches, the search, the keys, the list of own actions, sign-out. Open on
// small-and-up screens; it collapses to a rail of icons, and this browser remembers which it was.
import { useLayoutEffect, useRef, useState } from 'react';
import { openDialog } from '../../actions/dialogs.ts';
import { workspaceKeys } from '../../actions/view-actions.ts';
import { type PanelComponent, panels } from '../../panels/registry.ts';
import { changeLayout, redoLayout, undoLayout, useLayouts } from '../../stores/layouts.ts';
import { cx } from '../../ui/button.tsx';
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
import { Item, PanelItem, Section, Tools } from './drawer-item.tsx';
import styles from './navigation-drawer.module.css';

const { keys } = workspaceKeys;

export interface NavigationDrawerProps {
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
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const current = useLayouts((layouts) => layouts.current);
  const saved = useLayouts((layouts) => layouts.saved);
  const canUndo = useLayouts((layouts) => layouts.history.past.length > 0);
  const canRedo = useLayouts((layouts) => layouts.history.future.length > 0);
  const waiting = useWaitingForUs();
  const layout = current?.document;
  const isLocked = layout?.locked ?? false;
  const isResizable = layout?.resizeable ?? true;
  const movesSpawn = layout?.spawnPointMove ?? false;
  const stored = saved.filter(({ document }) => !document.isMobile);
  const isUnsaved = current !== null && !stored.some(({ _id }) => _id === current._id);
  const openPanels = new Set(layout?.columns.map(({ component }) => component));
  // The less room there is, the denser: first the tools are icons in a line, then the titles go. Only the lists may ever scroll.
  const { drawer, level } = useFittingLevel(`${isRail} ${stored.length} ${isUnsaved} ${layout?.name}`);
  const isShort = level >= 1 && !isRail;
  const isVeryShort = level >= 2 && !isRail;
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
                label={`${layout?.name}${current.isChanged ? ' *' : ''}`}
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
        <Tools isLine={isShort}>
          <Item
            icon={<SaveIcon />}
            label="Save"
            railLabel="Save the layout"
            keyName={shownKey(keys.saveLayout)}
            isRail={isRail}
            isIcon={isShort}
            onClick={() => void saveLayout()}
          />
          <Item
            icon={<SaveAsIcon />}
            label="Save as…"
            railLabel="Save the layout as…"
            isRail={isRail}
            isIcon={isShort}
            onClick={() => openDialog({ kind: 'saveAs' })}
          />
          <Item
            icon={<MoreIcon />}
            label="More…"
            railLabel="More for layouts"
            isRail={isRail}
            isIcon={isShort}
            hasMenu
            onClick={(at) => setMenuAt(at)}
          />
        </Tools>
      </Section>
      <Section title="Workspace" hasTitle={!hasNoTitles}>
        <Tools isLine={isShort}>
          <Item
            icon={<UndoIcon />}
            label="Undo"
            railLabel="Undo the last change of the layout"
            keyName={shownKey(keys.undo)}
            isRail={isRail}
            isIcon={isShort}
            isOff={!canUndo}
            onClick={() => undoLayout()}
          />
          <Item
            icon={<RedoIcon />}
            label="Redo"
            railLabel="Redo the change of the layout"
            keyName={shownKey(keys.redo)}
            isRail={isRail}
            isIcon={isShort}
            isOff={!canRedo}
            onClick={() => redoLayout()}
          />
          <Item
            icon={isLocked ? <LockIcon /> : <UnlockIcon />}
            label="Lock panels"
            isPressed={isLocked}
            isRail={isRail}
            isIcon={isShort}
            onClick={() => changeLayout((was) => ({ ...was, locked: !isLocked }))}
          />
          <Item
            icon={<ResizeIcon />}
            label="Resizable panels"
            isPressed={isResizable}
            isRail={isRail}
            isIcon={isShort}
            onClick={() => changeLayout((was) => ({ ...was, resizeable: !isResizable }))}
          />
          <Item
            icon={<SpawnIcon />}
            label="New panels open here"
            railLabel="Show where new panels open"
            isPressed={movesSpawn}
            isRail={isRail}
            isIcon={isShort}
            onClick={() => changeLayout((was) => ({ ...was, spawnPointMove: !movesSpawn }))}
          />
          <Item
            icon={<DialogPlaceIcon />}
            label="Dialog position"
            railLabel="Show where dialogs open"
            isPressed={isPlacingConfirmations}
            isRail={isRail}
            isIcon={isShort}
            onClick={() => onPlaceConfirmations(!isPlacingConfirmations)}
          />
        </Tools>
        <Tools isLine={isVeryShort}>
          <Item
            icon={<SearchIcon />}
            label="Find…"
            railLabel="Find a contract, a panel, a layout or a command"
            keyName={shownKey(keys.palette)}
            isRail={isRail}
            isIcon={isVeryShort}
            onClick={() => openDialog({ kind: 'palette' })}
          />
          <Item
            icon={<KeysIcon />}
            label="Keys…"
            railLabel="Keys"
            keyName={shownKey(keys.keySheet)}
            isRail={isRail}
            isIcon={isVeryShort}
            onClick={() => openDialog({ kind: 'keys' })}
          />
          <Item
            icon={<ActionsListIcon />}
            label="My actions…"
            railLabel="My actions"
            isRail={isRail}
            isIcon={isVeryShort}
            onClick={() => openDialog({ kind: 'ownActions' })}
          />
          <Item
            icon={<UserIcon />}
            label="Account…"
            railLabel="Account"
            isRail={isRail}
            isIcon={isVeryShort}
            onClick={() => openDialog({ kind: 'account' })}
          />
          <Item
            icon={<PreferencesIcon />}
            label="Preferences…"
            railLabel="Preferences"
            isRail={isRail}
            isIcon={isVeryShort}
            onClick={() => openDialog({ kind: 'preferences' })}
          />
        </Tools>
      </Section>
      <ul className={cx(styles.foot, isVeryShort && styles.line)}>
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

/** Levels 0 to 3, of which the last is the densest. */
const densest = 3;

/** The first level at which the lists of the drawer fit without scrolling. `content` names what is in them. */
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
