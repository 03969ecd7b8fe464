// A choice among a few options side by side. It consists of radio buttons, so that arrow keys choose and a screen reader says "2 of 3".
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './button.tsx';
import styles from './segmented-control.module.css';

interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Text next to the label in the second colour, such as a count. */
  readonly count?: number | undefined;
  readonly tip?: string;
  readonly tone?: 'buy' | 'sell';
}

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly segments: readonly SegmentOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly look?: 'boxed' | 'tabs';
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onChange, look = 'boxed', isDisabled = false, className } = props;
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  const chosen = segments.findIndex((segment) => segment.value === value);
  useLayoutEffect(() => showSegment(strip.current, chosen), [chosen]);
  return (
    <div
      ref={strip}
      role="radiogroup"
      aria-label={label}
      data-look={look}
      className={classNames(styles.group, styles[look], className)}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classNames(styles.segment, segment.tone && styles[segment.tone])}
          data-tip={segment.tip}
        >
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={isDisabled}
            onChange={() => onChange(segment.value)}
          />
          <span className={styles.label}>
            {segment.label}
            {segment.count !== undefined && <span className={styles.count}>{segment.count}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Scrolls a strip that is narrower than its segments to this one. */
function showSegment(strip: HTMLElement | null, at: number): void {
  const segment = strip?.children[at];
  if (strip === null || !(segment instanceof HTMLElement)) return;
  const left = segment.offsetLeft - strip.offsetLeft;
  const farthest = Math.max(0, left + segment.offsetWidth - strip.clientWidth);
  strip.scrollLeft = Math.min(left, Math.max(strip.scrollLeft, farthest));
}
