// Buttons, and a region that scrolls. A disabled button stays in the tab order and shows the reason, in a tooltip and in its description
// for screen readers. Pressing it does nothing.
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import styles from './button.module.css';
import { withKey } from './keys.ts';

/** Joins the class names that are present. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  let joined = '';
  for (const name of names) if (name) joined = joined === '' ? name : `${joined} ${name}`;
  return joined;
}

interface CommonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** The reason why the button is disabled; null or absent when it is enabled. */
  readonly disabledReason?: string | null | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

interface ButtonProps extends CommonProps {
  readonly variant?: 'primary' | 'outlined' | 'quiet' | 'buy' | 'sell' | undefined;
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export function Button({
  variant = 'outlined',
  size = 'medium',
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <BareButton
      {...rest}
      className={classNames(
        styles.button,
        styles[variant],
        size === 'medium' ? null : styles[size],
        className,
      )}
    >
      {icon}
      {children}
    </BareButton>
  );
}

interface IconButtonProps extends CommonProps {
  /** The effect of the button, as its accessible name and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** The key with the same effect, for the tooltip. */
  readonly keyName?: string | undefined;
  readonly size?: 'small' | 'medium' | 'large';
}

export function IconButton({ label, icon, keyName, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <BareButton
      data-tip={withKey(label, keyName)}
      {...rest}
      aria-label={label}
      className={classNames(styles.iconButton, size === 'medium' ? null : styles[size], className)}
    >
      {icon}
    </BareButton>
  );
}

function BareButton({ disabledReason, onClick, children, ...rest }: CommonProps) {
  const reasonId = useId();
  const isDisabled = disabledReason !== null && disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...(isDisabled
        ? { 'aria-disabled': true, 'aria-describedby': reasonId, 'data-tip': disabledReason }
        : null)}
      onClick={press}
    >
      {children}
      {isDisabled && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </button>
  );
}

type ScrollRegionProps = {
  readonly className?: string | undefined;
  readonly children: ReactNode;
} & ({ readonly 'aria-label': string } | { readonly 'aria-labelledby': string });

/** A scrolling region without focusable content accepts the focus itself, so that the keyboard can scroll it. */
export function ScrollRegion({ children, ...rest }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it by keyboard in every browser
    <section {...rest} tabIndex={0}>
      {children}
    </section>
  );
}
