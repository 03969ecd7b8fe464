// The drawer (SHELL-3): panels to add, the layouts, the workspace's lock, sign-out. Open on small-and-up screens; it can
// shrink to a rail of icons, and stays as this browser left it.
import { type ReactNode, useId, useState } from 'react';
import { askConfirmation } from '../../actions/confirmation.ts';
import { panels } from '../../panels/registry.tsx';
import { logout } from '../../session/logout.ts';
import { addPanel, changeLayout, saveLayout, setLayout, useLayouts } from '../../stores/layouts.ts';
import {
  CheckIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  LockIcon,
  PanelIcon,
  SaveAsIcon,
  SaveIcon,
  SignOutIcon,
  UnlockIcon,
} from '../../ui/icons.tsx';
import styles from './navigation-drawer.module.css';
import { SaveAsDialog } from './save-as-dialog.tsx';

export interface NavigationDrawerProps {
  readonly isRail: boolean;
  readonly onShrink: (isRail: boolean) => void;
}

export function NavigationDrawer({ isRail, onShrink }: NavigationDrawerProps) {
  const [isNaming, setNaming] = useState(false);
  const current = useLayouts((layouts) => layouts.current);
  const saved = useLayouts((layouts) => layouts.saved);
  const isLocked = current?.document.locked ?? false;
  const desks = saved.filter((layout) => !layout.document.isMobile);

  const show = async (layout: (typeof desks)[number]) => {
    if (current?.isChanged === true) {
      const leaves = await askConfirmation({
        title: 'Leave the changes unsaved?',
        sentence: `“${current.document.name}” has changed since it was saved. Showing “${layout.document.name}” gives the changes up.`,
        confirmLabel: 'Give them up',
        isDestructive: true,
      });
      if (!leaves) return;
    }
    setLayout(layout);
  };

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
          desks.map((layout) => (
            <Item
              key={layout._id}
              icon={layout._id === current?._id ? <CheckIcon /> : <PanelIcon />}
              label={layout.document.name}
              isCurrent={layout._id === current?._id}
              isRail={false}
              onClick={() => void show(layout)}
            />
          ))}
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
          onClick={() => setNaming(true)}
        />
      </Section>
      <Section title="Workspace" isRail={isRail}>
        <Item
          icon={isLocked ? <LockIcon /> : <UnlockIcon />}
          label="Lock panels"
          isPressed={isLocked}
          isRail={isRail}
          onClick={() => changeLayout((layout) => ({ ...layout, locked: !isLocked }))}
        />
      </Section>
      <ul className={styles.foot}>
        <Item icon={<SignOutIcon />} label="Sign out" isRail={isRail} onClick={() => logout()} />
        <Item
          icon={isRail ? <ChevronRightIcon /> : <ChevronLeftIcon />}
          label={isRail ? 'Open the drawer' : 'Shrink'}
          railLabel="Open the drawer"
          isRail={isRail}
          onClick={() => onShrink(!isRail)}
        />
      </ul>
      <SaveAsDialog isOpen={isNaming} onClose={() => setNaming(false)} />
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
  /** The name on the rail, where no heading stands above it. */
  readonly railLabel?: string;
  readonly isRail: boolean;
  readonly isCurrent?: boolean;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
}

function Item({ icon, label, railLabel = label, isRail, isCurrent, isPressed, onClick }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-label={isRail ? railLabel : undefined}
        aria-current={isCurrent || undefined}
        aria-pressed={isPressed}
        data-tip={isRail ? railLabel : undefined}
        onClick={onClick}
      >
        {icon}
        {!isRail && <span className={styles.label}>{label}</span>}
        {isPressed === true && !isRail && <CheckIcon />}
      </button>
    </li>
  );
}
