// Writes the values of one row into its cells, without React. It touches the DOM only where a value differs:
// a live grid spends its time painting and not in script, so a cell that has not changed must not be painted.
import { dash } from '../format.ts';
import type { Flasher } from './flash.ts';
import type { CellMark, CellTone, GridColumn } from './grid-column.ts';

/** The class names of the style sheet. */
export interface WriterClasses {
  readonly tone: Readonly<Record<CellTone, string>>;
  readonly heavy: string;
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
  text: string;
  tone: string;
  mark: string;
  isHeavy: boolean;
  label: string | null;
  share: string;
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
    for (const name of [...Object.values(classes.tone), ...Object.values(classes.mark), classes.heavy])
      element.classList.remove(name);
    element.removeAttribute('aria-label');
    cells.push({
      column,
      element,
      value,
      text: '',
      tone: '',
      mark: '',
      isHeavy: false,
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
        const toneName = text === dash ? 'second' : column.tone?.(row);
        const tone = toneName === undefined ? '' : classes.tone[toneName];
        if (tone !== cell.tone) {
          replaceClass(element, cell.tone, tone);
          cell.tone = tone;
        }
        if (column.mark !== undefined) {
          const mark = column.mark(row);
          const name = mark === undefined ? '' : classes.mark[mark.shape];
          if (name !== cell.mark) {
            replaceClass(element, cell.mark, name);
            cell.mark = name;
          }
          const label = mark === undefined ? null : `${text.trim()}, ${mark.label}`;
          if (label !== cell.label) {
            cell.label = label;
            if (label === null) element.removeAttribute('aria-label');
            else element.setAttribute('aria-label', label);
          }
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
        if (changed && flashing && before !== undefined) {
          const direction = column.flash?.(row, before);
          if (direction !== undefined)
            flasher.flash(element, direction === 'up' ? classes.flashUp : classes.flashDown);
        }
      }
    },
  };
}
