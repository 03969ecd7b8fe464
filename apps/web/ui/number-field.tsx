import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { cx } from './class-names.ts';
import { MinusIcon, PlusIcon } from './icons.tsx';
import styles from './number-field.module.css';

// Turns the events of a wheel or trackpad into steps of a number: one for each notch, none for sideways movement or zooming. A
// trackpad sends many small events for one swipe, of which a whole notch of way is one step.

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'timeStamp'>;

const notchPx = 100;
/** A notch of a mouse arrives as one event; with scaling of the system it may be half as long. */
const notchInOnePx = 50;
const pausesAfterMs = 250;
/** `WheelEvent.deltaMode`: 0 pixels, 1 lines, 2 pages. */
const linePx = 40;
const pagePx = 400;

/** Returns 1 for a step up, −1 for a step down; null when the event is not meant for the number, and the page may have it. */
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
    // The way counts on in the same direction.
    wayPx = Math.sign(px) * (isNotch ? 0 : Math.abs(wayPx) % notchPx);
    return px < 0 ? 1 : -1;
  };
}

// A number field that can be typed in or stepped: arrow keys one step, Page keys ten, a notch of the wheel while it has the focus, and
// two buttons for pointer and touch. Its value is text; the form defines the step and interprets the text.

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
    <div className={cx(styles.number, size === 'medium' ? null : styles[size])}>
      <label htmlFor={id} className={styles.numberLabel}>
        {label}
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </label>
      <div ref={box} className={cx(styles.box, hasError && styles.wrong)}>
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
