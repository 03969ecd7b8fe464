// The plain fields of forms in dialogs: a text, a choice, a check box, each with its caption and, where something is wrong, the
// reason below it.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './form-fields.module.css';

interface FieldProps {
  readonly label: string;
  /** The accessible name, where the caption is shared by several fields. */
  readonly name?: string;
  readonly error?: string | null;
  readonly isDisabled?: boolean;
  /** Whether it has the focus when the form opens. */
  readonly isFirst?: boolean;
}

export interface TextFieldProps
  extends FieldProps,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type'
    > {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Texts that the browser offers while typing. */
  readonly suggestions?: readonly string[];
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    name,
    error = null,
    isDisabled = false,
    isFirst = false,
    text,
    onText,
    suggestions,
    ...input
  } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        type="text"
        autoComplete="off"
        {...input}
        ref={isFirst ? focusWhenShown : undefined}
        id={id}
        className={styles.input}
        spellCheck={false}
        value={text}
        readOnly={isDisabled}
        aria-label={name}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}error`}
        list={suggestions === undefined ? undefined : `${id}list`}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onText(event.target.value)}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps extends FieldProps {
  /** A value that is none of the choices shows as `nothing`. */
  readonly value: string;
  readonly choices: readonly Choice[];
  /** What the field shows while nothing is chosen: "Which member?". */
  readonly nothing?: string;
  readonly onChoose: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { label, name, error = null, isDisabled = false, value, choices, nothing, onChoose } = props;
  const id = useId();
  const isChosen = choices.some((choice) => choice.value === value);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        ref={props.isFirst ? focusWhenShown : undefined}
        id={id}
        className={styles.input}
        value={isChosen ? value : ''}
        disabled={isDisabled}
        aria-label={name}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}error`}
        onChange={(event) => onChoose(event.target.value)}
      >
        {!isChosen && <option value="">{nothing}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <FieldError id={id} error={error} />
    </div>
  );
}

export interface CheckFieldProps {
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly isFirst?: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

export function CheckField({
  isChecked,
  isDisabled = false,
  isFirst = false,
  onCheck,
  children,
}: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input
        ref={isFirst ? focusWhenShown : undefined}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onCheck(event.target.checked)}
      />
      {children}
    </label>
  );
}

function FieldError({ id, error }: { readonly id: string; readonly error: string | null }) {
  return error === null ? null : (
    <p id={`${id}error`} className={styles.error}>
      {error}
    </p>
  );
}

function focusWhenShown(field: HTMLElement | null): void {
  field?.focus();
}
