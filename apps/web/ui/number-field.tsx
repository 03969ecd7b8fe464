// A number field that can be typed in or stepped: arrow keys one step, Page keys ten, a notch of the wheel while it has the focus, and
// two buttons for pointer and touch. Its value is text; the form defines the step and interprets the text.
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { cx } from './class-names.ts';
import { MinusIcon, PlusIcon } from './icons.tsx';
import styles from './number-field.module.css';
import { createWheelSteps } from './wheel-steps.ts';

export interface NumberFieldProps {
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
  /** The keyboard of a phone; of a number that may be negative one with a minus, which the others lack on some phones. */
  readonly inputMode?: 'decimal' | 'numeric';
  readonly mayBeNegative?: boolean | undefined;
  readonly size?: 'small' | 'medium' | 'large';
  readonly ref?: Ref<HTMLInputElement>;
}

const pageSteps = 10;

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
    <div className={cx(styles.field, size === 'medium' ? null : styles[size])}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </label>
      <div ref={box} className={cx(styles.box, hasError && styles.wrong)}>
        {stepButton(-1)}
        <input
          ref={props.ref}
          id={id}
          className={styles.input}
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
        <p id={`${id}error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
