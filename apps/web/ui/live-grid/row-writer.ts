// Writes the values of one row into its cells, without React. It touches the DOM only where a value differs:
// a live grid spends its time painting and not in script, so a cell that has not changed must not be painted.
import { dash, isZeroText } from '../format.ts';
import type { Flasher } from './flash.ts';
import type { CellMark, CellTone, GridColumn } from './grid-column.ts';

/** The class names of the style sheet. */
export interface WriterClasses {
  readonly tone: Readonly<Record<CellTone, string>>;
  readonly heavy: string;
  readonly note: string;
  readonly stale: string;
  readonly mark: Readonly<Record<CellMark['shape'], string>>;
  readonly flashUp: string;
  readonly flashDown: string;
}

export interface RowWriter<Row> {
  /** Writes the row. With `before` and `flashing`, the values that have changed flash. */
  write(row: Row, before: Row | undefined, flashing: boolean): void;
}

interface Cell<Row> {
  readonly column: GridColumn<Row>;
  readonly element: HTMLElement;
  readonly value: Text;
  /** Of a column with notes. */
  readonly note: HTMLElement | undefined;
  text: string;
  tone: string;
  mark: string;
  isHeavy: boolean;
  isStale: boolean;
  label: string | null;
  share: string;
}

/** What a screen reader says of a cell that shows more than its text; null for one that does not. */
function labelOf(text: string, mark: CellMark | undefined, isStale: boolean): string | null {
  if (mark === undefined && !isStale) return null;
  return [
    text.trim(),
    ...(mark === undefined ? [] : [mark.label]),
    ...(isStale ? ['not up to date'] : []),
  ].join(', ');
}

/** `elements` are the cells of the row in the order of `columns`; React renders columns with `render`. */
export function createRowWriter<Row>(
  elements: readonly HTMLElement[],
  columns: readonly GridColumn<Row>[],
  classes: WriterClasses,
  flasher: Flasher,
): RowWriter<Row> {
  const cells: Cell<Row>[] = [];
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
      tone: '',
      mark: '',
      isHeavy: false,
      isStale: false,
      label: null,
      share: '',
    });
  });

  const replaceClass = (element: HTMLElement, was: string, is: string) => {
    if (was !== '') element.classList.remove(was);
    if (is !== '') element.classList.add(is);
  };

  return {
    write(row, before, flashing) {
      for (const cell of cells) {
        const { column, element } = cell;
        if (before !== undefined && column.of !== undefined && column.of(row) === column.of(before)) continue;
        const text = column.text(row);
        const changed = text !== cell.text;
        if (changed) {
          cell.text = text;
          cell.value.data = text;
        }
        if (cell.note !== undefined) {
          const words = column.note?.(row);
          const note = words === undefined ? '' : ` ${words}`;
          if (cell.note.textContent !== note) cell.note.textContent = note;
        }
        const toneName =
          text === dash ? 'second' : (column.tone?.(row) ?? (isZeroText(text) ? 'second' : undefined));
        const tone = toneName === undefined ? '' : classes.tone[toneName];
        if (tone !== cell.tone) {
          replaceClass(element, cell.tone, tone);
          cell.tone = tone;
        }
        if (column.isStale !== undefined) {
          const isStale = text !== dash && column.isStale(row);
          if (isStale !== cell.isStale) {
            replaceClass(element, cell.isStale ? classes.stale : '', isStale ? classes.stale : '');
            cell.isStale = isStale;
          }
        }
        const mark = column.mark?.(row);
        const name = mark === undefined ? '' : classes.mark[mark.shape];
        if (name !== cell.mark) {
          replaceClass(element, cell.mark, name);
          cell.mark = name;
        }
        const label = labelOf(text, mark, cell.isStale);
        if (label !== cell.label) {
          cell.label = label;
          if (label === null) element.removeAttribute('aria-label');
          else element.setAttribute('aria-label', label);
        }
        if (column.isHeavy !== undefined) {
          const isHeavy = column.isHeavy(row);
          if (isHeavy !== cell.isHeavy) {
            replaceClass(element, cell.isHeavy ? classes.heavy : '', isHeavy ? classes.heavy : '');
            cell.isHeavy = isHeavy;
          }
        }
        if (column.share !== undefined) {
          const share = `${Math.round(Math.min(1, Math.max(0, column.share(row))) * 100)}%`;
          if (share !== cell.share) {
            cell.share = share;
            element.style.setProperty('--share', share);
          }
        }
        if (changed && flashing && before !== undefined && !cell.isStale) {
          const direction = column.flash?.(row, before);
          if (direction !== undefined)
            flasher.flash(element, direction === 'up' ? classes.flashUp : classes.flashDown);
        }
      }
    },
  };
}
