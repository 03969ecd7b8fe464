// The fields of the form for an unmatched deal that are no numbers: a caption above a native control, and what is wrong below.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import styles from './unmatched-deal.module.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly isLocked: boolean;
  readonly onValue: (value: string) => void;
}

/** `suggestions` are offered while the user types. */
export function TextField(
  props: FieldProps & { readonly suggestions?: readonly string[]; readonly hasFocus?: boolean },
) {
  const { label, value, error, isLocked, onValue, suggestions, hasFocus = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, hasFocus);
  return (
    <Labelled id={id} label={label} error={error}>
      <input
        ref={input}
        id={id}
        value={value}
        readOnly={isLocked}
        autoComplete="off"
        spellCheck={false}
        list={suggestions === undefined ? undefined : `${id}list`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}error`}
        onChange={(event) => onValue(event.target.value)}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </Labelled>
  );
}

export interface Choice {
  readonly code: string;
  readonly name: string;
}

/** `none` is the text of the choice of nothing; without it something must be chosen. */
export function ChoiceField(
  props: FieldProps & {
    readonly choices: readonly Choice[];
    readonly none?: string;
    readonly hasFocus?: boolean;
  },
) {
  const { label, value, error, isLocked, onValue, choices, none, hasFocus = false } = props;
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useFirstFocus(select, hasFocus);
  return (
    <Labelled id={id} label={label} error={error}>
      <select
        ref={select}
        id={id}
        value={value}
        disabled={isLocked}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}error`}
        onChange={(event) => onValue(event.target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(({ code, name }) => (
          <option key={code} value={code}>
            {name === '' ? code : `${code} · ${name}`}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** The field in which the user begins. */
function useFirstFocus(field: RefObject<HTMLElement | null>, hasFocus: boolean): void {
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [field, hasFocus]);
}

function Labelled(props: {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}) {
  const { id, label, error, children } = props;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.caption}>
        {label}
      </label>
      {children}
      {error !== undefined && (
        <span id={`${id}error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  );
}
