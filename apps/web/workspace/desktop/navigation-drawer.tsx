// The drawer (SHELL-3): panels to add, the layouts, the workspace's switches, one's own actions, sign-out. Open on
// small-and-up screens; it can shrink to a rail of icons, and stays as this browser left it.
import { lazy, type ReactNode, useId, useState } from 'react';
import { panels } from '../../panels/registry.tsx';
import { addPanel, changeLayout, redoLayout, undoLayout, useLayouts } from '../../stores/layouts.ts';
import {
  ActionsListIcon,
  CheckIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  DialogPlaceIcon,
  LockIcon,
  MoreIcon,
  PanelIcon,
  RedoIcon,
  ResizeIcon,
  SaveAsIcon,
  SaveIcon,
  SignOutIcon,
  SpawnIcon,
  UndoIcon,
  UnlockIcon,
} from '../../ui/icons.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { showLayout, signOut } from '../layouts/layout-actions.ts';
import { LayoutMenu } from '../layouts/layout-menu.tsx';
import { renameLayout, saveLayout, saveLayoutAs } from '../layouts/saved-layouts.ts';
import styles from './navigation-drawer.module.css';

const NameDialog = lazy(() =>
  import('../layouts/name-dialog.tsx').then((module) => ({ default: module.NameDialog })),
);
const OwnActions = lazy(() =>
  import('../own-actions/own-actions.tsx').then((module) => ({ default: module.OwnActions })),
);

export interface NavigationDrawerProps {
  readonly isRail: boolean;
  readonly isPlacingConfirmations: boolean;
  readonly onShrink: (isRail: boolean) => void;
  readonly onPlaceConfirmations: (isPlacing: boolean) => void;
}

export function NavigationDrawer(props: NavigationDrawerProps) {
  const { isRail, isPlacingConfirmations, onShrink, onPlaceConfirmations } = props;
  const [overlay, setOverlay] = useState<'saveAs' | 'rename' | 'ownActions' | null>(null);
  const [menuAt, setMenuAt] = useState<{ readonly left: number; readonly top: number } | null>(null);
  const current = useLayouts((layouts) => layouts.current);
  const saved = useLayouts((layouts) => layouts.saved);
  const canUndo = useLayouts((layouts) => layouts.history.past.length > 0);
  const canRedo = useLayouts((layouts) => layouts.history.future.length > 0);
  const layout = current?.document;
  const isLocked = layout?.locked ?? false;
  const isResizable = layout?.resizeable ?? true;
  const movesSpawn = layout?.spawnPointMove ?? false;
  const desks = saved.filter(({ document }) => !document.isMobile);
  const isUnsaved = current !== null && !desks.some(({ _id }) => _id === current._id);
  const closeOverlay = () => setOverlay(null);

  return (
    <nav aria-label="Workspace" className={styles.drawer} data-drawer={isRail ? 'rail' : 'open'}>
      <Section title="Add panel" isRail={isRail}>
        {panels.map(({ component, title, icon }) => (
          <Item
            key={component}
            icon={icon}
            label={title}
            railLabel={`Add ${title}`}
            isRail={isRail}
            onClick={() => addPanel(component)}
          />
        ))}
      </Section>
      <Section title="Layouts" isRail={isRail}>
        {!isRail &&
          desks.map((desk) => (
            <Item
              key={desk._id}
              icon={desk._id === current?._id ? <CheckIcon /> : <PanelIcon />}
              label={desk.document.name}
              isCurrent={desk._id === current?._id}
              isRail={false}
              onClick={() => void showLayout(desk)}
            />
          ))}
        {!isRail && isUnsaved && (
          <Item
            icon={<CheckIcon />}
            label={`${layout?.name} *`}
            name={`${layout?.name} (not saved)`}
            isCurrent
            isRail={false}
            onClick={() => setOverlay('saveAs')}
          />
        )}
        <Item
          icon={<SaveIcon />}
          label="Save"
          railLabel="Save the layout"
          isRail={isRail}
          onClick={() => void saveLayout()}
        />
        <Item
          icon={<SaveAsIcon />}
          label="Save as…"
          railLabel="Save the layout as…"
          isRail={isRail}
          onClick={() => setOverlay('saveAs')}
        />
        <Item
          icon={<MoreIcon />}
          label="More…"
          railLabel="More for layouts"
          isRail={isRail}
          hasMenu
          onClick={(at) => setMenuAt(at)}
        />
      </Section>
      <Section title="Workspace" isRail={isRail}>
        <Item
          icon={<UndoIcon />}
          label="Undo"
          railLabel="Undo the last change of the layout"
          isRail={isRail}
          isOff={!canUndo}
          onClick={() => undoLayout()}
        />
        <Item
          icon={<RedoIcon />}
          label="Redo"
          railLabel="Redo the change of the layout"
          isRail={isRail}
          isOff={!canRedo}
          onClick={() => redoLayout()}
        />
        <Item
          icon={isLocked ? <LockIcon /> : <UnlockIcon />}
          label="Lock panels"
          isPressed={isLocked}
          isRail={isRail}
          onClick={() => changeLayout((was) => ({ ...was, locked: !isLocked }))}
        />
        <Item
          icon={<ResizeIcon />}
          label="Allow sizing"
          isPressed={isResizable}
          isRail={isRail}
          onClick={() => changeLayout((was) => ({ ...was, resizeable: !isResizable }))}
        />
        <Item
          icon={<SpawnIcon />}
          label="Spawn point"
          railLabel="Show the point where new panels appear"
          isPressed={movesSpawn}
          isRail={isRail}
          onClick={() => changeLayout((was) => ({ ...was, spawnPointMove: !movesSpawn }))}
        />
        <Item
          icon={<DialogPlaceIcon />}
          label="Confirmations"
          railLabel="Show where confirmations appear"
          isPressed={isPlacingConfirmations}
          isRail={isRail}
          onClick={() => onPlaceConfirmations(!isPlacingConfirmations)}
        />
        <Item
          icon={<ActionsListIcon />}
          label="My actions…"
          railLabel="My actions"
          isRail={isRail}
          onClick={() => setOverlay('ownActions')}
        />
      </Section>
      <ul className={styles.foot}>
        <Item icon={<SignOutIcon />} label="Sign out" isRail={isRail} onClick={() => void signOut()} />
        <Item
          icon={isRail ? <ChevronRightIcon /> : <ChevronLeftIcon />}
          label={isRail ? 'Open the drawer' : 'Shrink'}
          railLabel="Open the drawer"
          isRail={isRail}
          onClick={() => onShrink(!isRail)}
        />
      </ul>
      <LayoutMenu at={menuAt} onClose={() => setMenuAt(null)} onRename={() => setOverlay('rename')} />
      <OnDemand>
        {overlay === 'saveAs' && (
          <NameDialog
            title="Save the layout as"
            confirmLabel="Save"
            initial={isUnsaved ? (layout?.name ?? '') : ''}
            onName={saveLayoutAs}
            onClose={closeOverlay}
          />
        )}
        {overlay === 'rename' && (
          <NameDialog
            title="Rename the layout"
            confirmLabel="Rename"
            initial={layout?.name ?? ''}
            onName={(name) => renameLayout(current?._id ?? null, name)}
            onClose={closeOverlay}
          />
        )}
        {overlay === 'ownActions' && <OwnActions onClose={closeOverlay} />}
      </OnDemand>
    </nav>
  );
}

function Section(props: { readonly title: string; readonly isRail: boolean; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={props.isRail ? 'visually-hidden' : styles.title}>
        {props.title}
      </h2>
      <ul className={styles.list}>{props.children}</ul>
    </section>
  );
}

interface ItemProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** Its accessible name where the label is short for it. */
  readonly name?: string;
  /** The name on the rail, where no heading stands above it. */
  readonly railLabel?: string;
  readonly isRail: boolean;
  readonly isCurrent?: boolean;
  readonly isPressed?: boolean;
  /** True while there is nothing that it could do. */
  readonly isOff?: boolean;
  readonly hasMenu?: boolean;
  /** Handed where a menu would open. */
  readonly onClick: (at: { readonly left: number; readonly top: number }) => void;
}

function Item(props: ItemProps) {
  const { icon, label, railLabel = label, isRail, isCurrent, isPressed, isOff = false, onClick } = props;
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-label={isRail ? railLabel : props.name}
        aria-current={isCurrent || undefined}
        aria-pressed={isPressed}
        aria-disabled={isOff || undefined}
        aria-haspopup={props.hasMenu ? 'menu' : undefined}
        data-tip={isRail ? railLabel : undefined}
        onClick={(event) => {
          const { right, top } = event.currentTarget.getBoundingClientRect();
          if (!isOff) onClick({ left: right, top });
        }}
      >
        {icon}
        {!isRail && <span className={styles.label}>{label}</span>}
        {isPressed === true && !isRail && <CheckIcon />}
      </button>
    </li>
  );
}
