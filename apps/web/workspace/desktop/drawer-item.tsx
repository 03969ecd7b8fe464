// A section of the drawer and its buttons, with labels while the drawer is open, and icons only on the rail.

import { type ReactNode, useId } from 'react';
import type { MenuPlace } from '../../ui/action-menu.tsx';
import { CheckIcon, PlusIcon } from '../../ui/icons.tsx';
import { withKey } from '../../ui/keys.ts';
import { waitingText } from '../deal-notices.ts';
import styles from './navigation-drawer.module.css';

export function Section(props: {
  readonly title: string;
  /** False if only a screen reader needs it. */
  readonly hasTitle: boolean;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={props.hasTitle ? styles.title : 'visually-hidden'}>
        {props.title}
      </h2>
      <ul className={styles.list}>{props.children}</ul>
    </section>
  );
}

/** The action of an item, independent of where and how densely it is displayed. */
export type Tool = Omit<ItemProps, 'isRail' | 'isIcon'>;

/** Items of a section; `isLine` puts their icons in one line. */
export function Tools(props: {
  readonly tools: readonly Tool[];
  readonly isRail: boolean;
  readonly isLine: boolean;
}) {
  const { tools, isRail, isLine } = props;
  const items = tools.map((tool) => <Item key={tool.label} {...tool} isRail={isRail} isIcon={isLine} />);
  if (!isLine) return items;
  return (
    <li>
      <ul className={styles.line}>{items}</ul>
    </li>
  );
}

/** A panel to add. An open panel is marked and brought to the front instead; a second button adds another. */
export function PanelItem(props: {
  readonly icon: ReactNode;
  readonly title: string;
  /** How many things in the panel wait for the user. */
  readonly waiting: number;
  readonly isOpen: boolean;
  readonly isRail: boolean;
  readonly isIcon: boolean;
  readonly onAdd: () => void;
  readonly onShow: () => void;
}) {
  const { icon, title, waiting, isOpen, isRail, isIcon, onAdd, onShow } = props;
  return (
    <Item
      icon={icon}
      label={title}
      waiting={waiting}
      railLabel={isOpen ? `Show ${title}` : `Add ${title}`}
      isRail={isRail}
      isIcon={isIcon}
      isOpen={isOpen}
      onClick={isOpen ? onShow : onAdd}
    >
      {isOpen && !isRail && !isIcon && (
        <button
          type="button"
          className={styles.another}
          aria-label={`Add another ${title}`}
          data-tip={`Add another ${title}`}
          onClick={onAdd}
        >
          <PlusIcon />
        </button>
      )}
    </Item>
  );
}

interface ItemProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** The accessible name if it differs from the label. */
  readonly name?: string;
  /** The name on the rail, which shows no section headings. */
  readonly railLabel?: string;
  /** The key with the same effect. */
  readonly keyName?: string;
  readonly isRail: boolean;
  /** Shows only the icon, with the label as its tip. */
  readonly isIcon?: boolean;
  /** A badge with a number; hidden for 0. */
  readonly waiting?: number;
  /** True if the panel of the item is open. */
  readonly isOpen?: boolean;
  readonly isCurrent?: boolean;
  readonly isPressed?: boolean;
  /** Disabled because there is nothing to do. */
  readonly isOff?: boolean;
  readonly hasMenu?: boolean;
  /** `at` is where a menu would open. */
  readonly onClick: (at: MenuPlace) => void;
  /** An additional button at the end of the item. */
  readonly children?: ReactNode;
}

export function Item(props: ItemProps) {
  const { icon, label, railLabel = label, isRail, isCurrent, isPressed, isOff = false, onClick } = props;
  const { isIcon = false, isOpen = false, waiting = 0, keyName } = props;
  const hasLabel = !isRail && !isIcon;
  return (
    <li className={styles.place}>
      <button
        type="button"
        className={styles.item}
        aria-label={isRail ? railLabel : isIcon ? label : props.name}
        aria-description={descriptionOf(isOpen, waiting)}
        data-open={isOpen || undefined}
        aria-current={isCurrent || undefined}
        aria-pressed={isPressed}
        aria-disabled={isOff || undefined}
        aria-haspopup={props.hasMenu ? 'menu' : undefined}
        data-tip={hasLabel ? undefined : withKey(isRail ? railLabel : label, keyName)}
        onClick={(event) => {
          const { right, top } = event.currentTarget.getBoundingClientRect();
          if (!isOff) onClick({ left: right, top });
        }}
      >
        {icon}
        {hasLabel && <span className={styles.label}>{label}</span>}
        {waiting > 0 && (
          <span aria-hidden="true" className={styles.badge}>
            {waiting}
          </span>
        )}
        {isPressed === true && hasLabel && <CheckIcon />}
        {keyName !== undefined && hasLabel && (
          <span aria-hidden="true" className={styles.key}>
            {keyName}
          </span>
        )}
      </button>
      {props.children}
    </li>
  );
}

function descriptionOf(isOpen: boolean, waiting: number): string | undefined {
  const parts = [waitingText(waiting), isOpen ? 'Open: brings it to the front' : null];
  return parts.filter((part) => part !== null).join('. ') || undefined;
}
