// The rows of a grid and of its groups. React renders the cells once, a writer sets their values, and changed values flash.
import { memo, type RefObject, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { classNames } from '../button.tsx';
import { dash, isZeroText } from '../format.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../icons.tsx';
import type { CellMark, CellTone, GridColumn, GridSource, RowKey } from './grid-column.ts';
import type { RowGroup, TreePlace } from './grid-rows.ts';
import styles from './live-grid.module.css';
import { useSums } from './use-sums.ts';

export const flashMs = 300;

/** The part of an element that a flash uses. */
interface Flashable {
  readonly classList: { add(name: string): void; remove(name: string): void };
}

interface Flasher {
  /** Flashes the element for 300 ms, counted from the last call. */
  flash(element: Flashable, className: string): void;
  /** The number of elements that are flashing. */
  readonly size: number;
}

/**
 * A changed value flashes by a class that is added immediately and removed 300 ms later, by one timer for the whole page. CSS animations
 * repaint every frame, and used half of a processor when measured.
 */
export function createFlasher(now: () => number = () => performance.now()): Flasher {
  /** In the order in which the flashes end, because all are equally long. */
  const marked = new Map<Flashable, { readonly className: string; readonly until: number }>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const sweep = () => {
    timer = null;
    const at = now();
    for (const [element, { className, until }] of marked) {
      if (until > at) {
        timer = setTimeout(sweep, until - at);
        return;
      }
      element.classList.remove(className);
      marked.delete(element);
    }
  };

  return {
    flash(element, className) {
      const mark = marked.get(element);
      if (mark?.className !== className) {
        if (mark !== undefined) element.classList.remove(mark.className);
        element.classList.add(className);
      }
      marked.delete(element);
      marked.set(element, { className, until: now() + flashMs });
      if (timer === null) timer = setTimeout(sweep, flashMs);
    },
    get size() {
      return marked.size;
    },
  };
}

/** The class names of the style sheet. */
interface WriterClasses {
  readonly tone: Readonly<Record<CellTone, string>>;
  readonly heavy: string;
  readonly note: string;
  readonly stale: string;
  readonly mark: Readonly<Record<NonNullable<CellMark['shape']>, string>>;
  readonly flashUp: string;
  readonly flashDown: string;
}

interface RowWriter<Row> {
  /** Writes the row. With `before` and `flashing`, the values that have changed flash. */
  write(row: Row, before: Row | undefined, flashing: boolean): void;
}

interface Cell<Row> {
  readonly column: GridColumn<Row>;
  readonly element: HTMLElement;
  readonly value: Text;
  /** Only in a column with notes. */
  readonly note: HTMLElement | undefined;
  text: string;
  /** The class names that the writer has set. */
  readonly classes: { tone: string; mark: string; heavy: string; stale: string };
  label: string | null;
  /** The element with the bar: the cell itself, or the bar behind its neighbours too. */
  readonly bar: HTMLElement;
  share: string;
}

/** The label for screen readers of a cell that shows more than its text; null for other cells. */
function labelOf(text: string, mark: CellMark | undefined, isStale: boolean): string | null {
  if (mark === undefined && !isStale) return null;
  return [
    text.trim(),
    ...(mark === undefined ? [] : [mark.label]),
    ...(isStale ? ['not up to date'] : []),
  ].join(', ');
}

/**
 * The writer changes the DOM only where a value differs. A live grid spends its time painting, not in scripts, so an unchanged cell must
 * not be painted. `elements` are the cells of the row in the order of `columns`; React renders columns with `render`. `bars` are the bars
 * across several cells, by column.
 */
function createRowWriter<Row>(
  elements: readonly HTMLElement[],
  bars: ReadonlyMap<string, HTMLElement>,
  columns: readonly GridColumn<Row>[],
  classes: WriterClasses,
  flasher: Flasher,
): RowWriter<Row> {
  const cells: Cell<Row>[] = [];
  const shown = new Set(columns.map(({ id }) => id));
  columns.forEach((column, index) => {
    const element = elements[index];
    if (element === undefined || column.render !== undefined) return;
    const value = element.ownerDocument.createTextNode('');
    element.replaceChildren(value);
    const note = column.note === undefined ? undefined : element.ownerDocument.createElement('span');
    if (note !== undefined) {
      note.className = classes.note;
      element.append(note);
    }
    for (const name of [
      ...Object.values(classes.tone),
      ...Object.values(classes.mark),
      classes.heavy,
      classes.stale,
    ])
      element.classList.remove(name);
    element.removeAttribute('aria-label');
    cells.push({
      column,
      element,
      value,
      note,
      text: '',
      classes: { tone: '', mark: '', heavy: '', stale: '' },
      label: null,
      bar: bars.get(column.id) ?? element,
      share: '',
    });
  });

  const setClass = (cell: Cell<Row>, slot: keyof Cell<Row>['classes'], is: string) => {
    const was = cell.classes[slot];
    if (is === was) return;
    if (was !== '') cell.element.classList.remove(was);
    if (is !== '') cell.element.classList.add(is);
    cell.classes[slot] = is;
  };

  return {
    write(row, before, flashing) {
      for (const cell of cells) {
        const { column, element } = cell;
        if (before !== undefined && column.of !== undefined && column.of(row) === column.of(before)) continue;
        const text = column.text(row, shown);
        const changed = text !== cell.text;
        if (changed) {
          cell.text = text;
          cell.value.data = text;
        }
        if (cell.note !== undefined) {
          const words = column.note?.(row, shown);
          const note = words === undefined ? '' : ` ${words}`;
          if (cell.note.textContent !== note) cell.note.textContent = note;
        }
        const toneName =
          text === dash ? 'second' : (column.tone?.(row, shown) ?? (isZeroText(text) ? 'second' : undefined));
        setClass(cell, 'tone', toneName === undefined ? '' : classes.tone[toneName]);
        const isStale = text !== dash && column.isStale?.(row) === true;
        setClass(cell, 'stale', isStale ? classes.stale : '');
        const mark = column.mark?.(row);
        const shape = mark?.shape ?? null;
        setClass(cell, 'mark', shape === null ? '' : classes.mark[shape]);
        const label = labelOf(text, mark, isStale);
        if (label !== cell.label) {
          cell.label = label;
          if (label === null) element.removeAttribute('aria-label');
          else element.setAttribute('aria-label', label);
        }
        setClass(cell, 'heavy', column.isHeavy?.(row) === true ? classes.heavy : '');
        if (column.share !== undefined) {
          const share = `${Math.round(Math.min(1, Math.max(0, column.share(row))) * 100)}%`;
          if (share !== cell.share) {
            cell.share = share;
            cell.bar.style.setProperty('--share', share);
          }
        }
        if (changed && flashing && before !== undefined && !isStale) {
          const direction = column.flash?.(row, before);
          if (direction !== undefined)
            flasher.flash(element, direction === 'up' ? classes.flashUp : classes.flashDown);
        }
      }
    },
  };
}

const flasher = createFlasher();

const name = (className: string | undefined) => className ?? '';
const classes: WriterClasses = {
  tone: {
    buy: name(styles.buy),
    sell: name(styles.sell),
    up: name(styles.up),
    down: name(styles.down),
    second: name(styles.second),
    warning: name(styles.warning),
  },
  heavy: name(styles.heavy),
  note: name(styles.note),
  stale: name(styles.stale),
  mark: {
    filled: name(styles.markFilled),
    ring: name(styles.markRing),
    up: name(styles.markUp),
    down: name(styles.markDown),
  },
  flashUp: name(styles.flashUp),
  flashDown: name(styles.flashDown),
};
const alignment = { left: styles.left, right: styles.right, center: styles.center };

interface GridRowProps<Row extends object, Key extends RowKey> {
  readonly index: number;
  /** The distance from the top of the body, in pixels. */
  readonly top: number;
  /** The prefix of the ids of the cells. */
  readonly id: string;
  readonly source: GridSource<Row, Key>;
  readonly rowKey: Key;
  readonly columns: readonly GridColumn<Row>[];
  /** One character per column: `1` if the column is too narrow for its texts, otherwise `0`. */
  readonly narrowed: string;
  readonly isSelected: boolean;
  readonly focusedColumn: number;
  readonly isFlashing: RefObject<boolean>;
  readonly onRepaint: ((listener: () => void) => () => void) | undefined;
  readonly isStacked: boolean;
  /** Only for a nested row. */
  readonly place: TreePlace | undefined;
}

/** The writer owns the class list of a cell. React must not change the className, and uses data attributes instead. */
function GridRowView<Row extends object, Key extends RowKey>(props: GridRowProps<Row, Key>) {
  const { index, top, id, source, rowKey, columns, narrowed, isSelected, focusedColumn } = props;
  const { isFlashing, onRepaint, isStacked, place } = props;
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (element.current === null) return;
    const cells = [...element.current.children].flatMap((child) =>
      child instanceof HTMLElement ? [child.querySelector<HTMLElement>('[data-text]') ?? child] : [],
    );
    const bars = [...element.current.querySelectorAll<HTMLElement>('[data-bar]')];
    const barOf = new Map(bars.map((bar) => [bar.dataset.bar ?? '', bar]));
    const writer = createRowWriter(cells, barOf, columns, classes, flasher);
    const paint = () => {
      const row = source.get(rowKey);
      if (row !== undefined) writer.write(row, undefined, false);
    };
    paint();
    const stopRow = source.onRow(rowKey, (row, before) => {
      if (row !== undefined) writer.write(row, before, isFlashing.current);
    });
    const stopRepaint = onRepaint?.(paint);
    return () => {
      stopRow();
      stopRepaint?.();
    };
  }, [source, rowKey, columns, isFlashing, onRepaint]);

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={place?.level}
      aria-posinset={place?.position}
      aria-setsize={place?.size}
      aria-expanded={place?.isOpen ?? undefined}
      data-line={index}
      className={classNames(styles.row, isSelected && styles.selected)}
      style={{ translate: `0 ${top}px` }}
    >
      {columns.map((column, index) => (
        <div
          key={column.id}
          id={`${id}:${index}`}
          role="gridcell"
          aria-colindex={index + 1}
          data-col={column.id}
          data-narrowed={narrowed[index] === '1' || column.clips || undefined}
          data-focused={index === focusedColumn || undefined}
          className={classNames(
            styles.cell,
            alignment[column.align],
            column.weight === 'strong' && styles.strong,
            column.rule && styles.rule,
            column.flashesAsArrow && styles.arrows,
            column.pinned === 'end' && styles.end,
            column.share !== undefined && !column.sharesSide && shareClass(column),
          )}
          style={isStacked ? { gridArea: column.id } : undefined}
        >
          {place !== undefined && index === 0 && <NestedText place={place} />}
          {column.render !== undefined && (
            <RenderedCell source={source} rowKey={rowKey} render={column.render} />
          )}
        </div>
      ))}
      {/* Rendered after the cells, because the writer addresses cells by their index. */}
      {!isStacked &&
        columns.map(
          (column, index) =>
            column.sharesSide && (
              <span
                key={`bar ${column.id}`}
                aria-hidden="true"
                data-bar={column.id}
                className={classNames(styles.bar, shareClass(column))}
                style={{ gridColumn: sideOf(columns, index) }}
              />
            ),
        )}
    </div>
  );
}

const shareClass = ({ shareFrom }: Pick<GridColumn<never>, 'shareFrom'>) =>
  shareFrom === 'left' ? styles.shareLeft : styles.shareRight;

/** The lines of the grid from the last rule before this column to the next rule. */
export function sideOf(columns: readonly Pick<GridColumn<never>, 'rule'>[], index: number): string {
  const from = columns.findLastIndex(({ rule }, at) => at <= index && rule === true);
  const to = columns.findIndex(({ rule }, at) => at > index && rule === true);
  return `${Math.max(0, from) + 1} / ${to === -1 ? columns.length + 1 : to + 1}`;
}

export const GridRow = memo(GridRowView) as typeof GridRowView;

/** The first cell of a nested row: indented, with the arrow that opens and closes it; the writer fills in the text. */
function NestedText({ place: { level, isOpen } }: { readonly place: TreePlace }) {
  return (
    <span className={styles.nested} style={{ '--level': String(level - 1) }}>
      <span className={styles.toggle} data-toggle={isOpen === null ? undefined : ''}>
        {isOpen === null ? null : isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
      </span>
      <span data-text="" />
    </span>
  );
}

/** A cell of buttons, rendered again when its row has changed. */
function RenderedCell<Row, Key extends RowKey>(props: {
  readonly source: GridSource<Row, Key>;
  readonly rowKey: Key;
  readonly render: (row: Row) => React.ReactNode;
}) {
  const { source, rowKey, render } = props;
  const subscribe = useCallback((listener: () => void) => source.onRow(rowKey, listener), [source, rowKey]);
  const row = useSyncExternalStore(subscribe, () => source.get(rowKey));
  return row === undefined ? null : render(row);
}

interface GridGroupRowProps<Row, Key extends RowKey> {
  readonly index: number;
  readonly top: number;
  readonly id: string;
  readonly group: RowGroup<Row>;
  readonly description: string | undefined;
  readonly isFocused: boolean;
  /** The visible columns; none when lines are stacked, because then no sum is under a caption. */
  readonly columns: readonly GridColumn<Row>[];
  readonly columnCount: number;
  readonly source: GridSource<Row, Key>;
  readonly keyOf: (row: Row) => Key;
}

/**
 * The line of a group: its value across the columns before the first sum, and the sums under their captions.
 */
export function GridGroupRow<Row, Key extends RowKey>(props: GridGroupRowProps<Row, Key>) {
  const { index, top, id, group, description, isFocused, columns, columnCount, source, keyOf } = props;
  const sums = useSums({ columns, rows: group.items, source, keyOf });
  const firstSum = sums.findIndex((text) => text !== '');
  const first = firstSum <= 0 ? columns.length : firstSum;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-line={index}
      data-group={group.key}
      className={classNames(styles.row, styles.group)}
      style={{ translate: `0 ${top}px` }}
    >
      <div
        id={id}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length === 0 ? columnCount : first}
        aria-expanded={group.isOpen}
        data-focused={isFocused || undefined}
        className={styles.groupCell}
        style={{ gridColumn: columns.length === 0 ? '1 / -1' : `1 / ${first + 1}` }}
      >
        {group.isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        <span className={styles.groupValue}>{group.value}</span>
        {description !== undefined && (
          <span className={styles.groupDescription}>
            <span>{description}</span>
          </span>
        )}
        <span className={styles.groupCount}>{group.items.length}</span>
      </div>
      {columns.map((column, index) =>
        index < first || !sums[index] ? null : (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={index + 1}
            aria-label={`Sum ${column.fullTitle ?? column.title} ${sums[index]}`}
            className={classNames(styles.cell, alignment[column.align], styles.groupSum)}
            style={{ gridColumn: index + 1 }}
          >
            {sums[index]}
          </div>
        ),
      )}
    </div>
  );
}
