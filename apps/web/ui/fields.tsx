// The fields of forms: text, choice, check box, and a number with steps, each with its caption and the reason for an error below it.
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
} from 'react';
import { classNames } from './button.tsx';
import styles from './fields.module.css';
import { MinusIcon, PlusIcon } from './icons.tsx';

interface FieldProps {
  readonly label: string;
  /** The accessible name, if several fields share the caption. */
  readonly name?: string;
  readonly error?: string | null;
  readonly isDisabled?: boolean;
  /** True if the field has the focus when the form opens. */
  readonly isFirst?: boolean;
}

interface TextFieldProps
  extends FieldProps,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type'
    > {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Texts that the browser offers while typing. */
  readonly suggestions?: readonly string[] | undefined;
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
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
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

interface SelectFieldProps extends FieldProps {
  /** The chosen value; any other value is shown as `nothing`. */
  readonly value: string;
  readonly choices: readonly Choice[];
  /** The text while nothing is chosen: "Choose a member". */
  readonly nothing?: string | undefined;
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

interface CheckFieldProps {
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

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'timeStamp'>;

const notchPx = 100;
/** A notch of a mouse is one event; scaling of the system may halve its length. */
const notchInOnePx = 50;
const pausesAfterMs = 250;
/** `WheelEvent.deltaMode`: 0 pixels, 1 lines, 2 pages. */
const linePx = 40;
const pagePx = 400;

/**
 * A trackpad sends many small wheel events for one swipe; they are added up to whole notches. Converts wheel events to steps: 1 up, −1
 * down; null for an event that should scroll the page.
 */
export function createWheelSteps(): (turn: Turn) => 1 | 0 | -1 | null {
  let wayPx = 0;
  let last = Number.NEGATIVE_INFINITY;
  let wasSmall = false;
  return ({ deltaX, deltaY, deltaMode, ctrlKey, timeStamp }) => {
    if (ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return null;
    const px = deltaY * (deltaMode === 0 ? 1 : deltaMode === 1 ? linePx : pagePx);
    const isNewTurn = timeStamp - last > pausesAfterMs || Math.sign(px) !== Math.sign(wayPx || px);
    if (isNewTurn) {
      wayPx = 0;
      wasSmall = false;
    }
    last = timeStamp;
    const isNotch = Math.abs(px) >= notchInOnePx && !wasSmall;
    wasSmall ||= !isNotch;
    wayPx += px;
    if (!isNotch && Math.abs(wayPx) < notchPx) return 0;
    // The rest of the distance counts towards the next notch in the same direction.
    wayPx = Math.sign(px) * (isNotch ? 0 : Math.abs(wayPx) % notchPx);
    return px < 0 ? 1 : -1;
  };
}

interface NumberFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Steps up (positive) or down; ±10 for the Page keys. */
  readonly onStep: (steps: number) => void;
  /** Called when the field loses the focus, to reformat the text. */
  readonly onLeave?: () => void;
  readonly unit?: ReactNode;
  /** The error and how to fix it. */
  readonly error?: string | null | undefined;
  /** The size of a step for the tooltips of the buttons: "0.20". */
  readonly stepText: string;
  readonly isReadOnly?: boolean;
  /** The keyboard of a phone. A number that may be negative needs one with a minus, which the others lack on some phones. */
  readonly inputMode?: 'decimal' | 'numeric' | undefined;
  readonly mayBeNegative?: boolean | undefined;
  readonly size?: 'small' | 'medium' | 'large';
  readonly ref?: Ref<HTMLInputElement>;
}

const pageSteps = 10;

/**
 * A number can be typed, or stepped by arrow keys, Page keys (ten steps), the wheel and two buttons. The value is text, which the form
 * interprets; the form also defines the step.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, text, unit, error, stepText, isReadOnly = false, size = 'medium' } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const onStep = useRef(props.onStep);
  onStep.current = props.onStep;

  useEffect(() => {
    const element = box.current;
    if (element === null || isReadOnly) return;
    const stepsOf = createWheelSteps();
    const onWheel = (event: WheelEvent) => {
      if (!element.contains(document.activeElement)) return;
      const step = stepsOf(event);
      if (step === null) return;
      event.preventDefault();
      if (step !== 0) onStep.current(step);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [isReadOnly]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: pageSteps, PageDown: -pageSteps }[event.key];
    if (steps === undefined || isReadOnly || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    props.onStep(steps);
  };
  const stepButton = (steps: 1 | -1) => (
    <button
      type="button"
      tabIndex={-1}
      className={styles.step}
      aria-label={`${label} ${steps > 0 ? 'up' : 'down'} by ${stepText}`}
      disabled={isReadOnly}
      onClick={() => props.onStep(steps)}
    >
      {steps > 0 ? <PlusIcon /> : <MinusIcon />}
    </button>
  );
  const hasError = error !== null && error !== undefined;
  return (
    <div className={classNames(styles.number, size === 'medium' ? null : styles[size])}>
      <label htmlFor={id} className={styles.numberLabel}>
        {label}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </label>
      <div ref={box} className={classNames(styles.box, hasError && styles.wrong)}>
        {stepButton(-1)}
        <input
          ref={props.ref}
          id={id}
          className={styles.numberInput}
          data-number=""
          type="text"
          inputMode={props.mayBeNegative ? 'text' : (props.inputMode ?? 'decimal')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          readOnly={isReadOnly}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${id}error` : undefined}
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.target.select()}
          onBlur={props.onLeave}
        />
        {stepButton(1)}
      </div>
      {hasError && (
        <p id={`${id}error`} className={styles.numberError}>
          {error}
        </p>
      )}
    </div>
  );
}
