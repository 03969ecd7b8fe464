// A labelled input of Login, with the sentence about its fault below it.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './login-screen.module.css';

interface LoginFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** The reason why the input is not accepted, as a sentence. */
  readonly fault?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  /** Shown at the end of the input. */
  readonly children?: ReactNode;
}

export function LoginField({ label, fault, ref, children, ...input }: LoginFieldProps) {
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.inputRow}>
        <input
          {...input}
          ref={ref}
          id={id}
          className={styles.input}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
        />
        {children}
      </div>
      {fault !== undefined && (
        <p id={faultId} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
