// A section of the drawer and its buttons: with labels while the drawer is open, icons alone on the rail.
import { type ReactNode, useId } from 'react';
import { CheckIcon } from '../../ui/icons.tsx';
import styles from './navigation-drawer.module.css';

export function Section(props: {
  readonly title: string;
  readonly isRail: boolean;
  readonly children: ReactNode;
}) {
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

export interface ItemProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** The accessible name where it differs from the label. */
  readonly name?: string;
  /** The name on the rail, where it has no heading above it. */
  readonly railLabel?: string;
  readonly isRail: boolean;
  readonly isCurrent?: boolean;
  readonly isPressed?: boolean;
  /** True while it has nothing to do. */
  readonly isOff?: boolean;
  readonly hasMenu?: boolean;
  /** `at` is where a menu would open. */
  readonly onClick: (at: { readonly left: number; readonly top: number }) => void;
}

export function Item(props: ItemProps) {
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
