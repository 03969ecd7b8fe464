// A labelled input of Login, with the sentence about its fault below it.
import { type InputHTMLAttributes, type Ref, useId } from 'react';
import styles from './login-screen.module.css';

export interface LoginFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** Why the input is not accepted, as a sentence. */
  readonly fault?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

export function LoginField({ label, fault, ref, ...input }: LoginFieldProps) {
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        ref={ref}
        id={id}
        className={styles.input}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
      />
      {fault !== undefined && (
        <p id={faultId} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
