// The lower bound for the grid's cost: a loop that writes the changed cells of the visible rows directly to the DOM, with the
// grid's style sheet, number format and flushes, but without keys, sorting or scrolling.
import { pageScheduler } from '../../web/stores/keyed-store.ts';
import { formatPrice } from '../../web/ui/format.ts';
import grid from '../../web/ui/live-grid/live-grid.module.css';
import { type Batch, type CellChange, columnCount, firstValue, rowCount } from './feed.ts';
import styles from './load.module.css';

export function startBareLoop(root: HTMLElement): (batch: Batch) => void {
  const make = (className: string | undefined, parent: HTMLElement) => {
    const element = document.createElement('div');
    element.className = className ?? '';
    parent.append(element);
    return element;
  };
  const frame = make(grid.frame, root);
  frame.dataset.bare = '';
  const scroller = make(grid.scroller, frame);
  scroller.style.setProperty('--columns', `${columnWidthPx}px `.repeat(columnCount));
  make(grid.head, scroller);
  const body = make(grid.body, scroller);
  const rowHeight = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row-height')) || 24;
  body.style.height = `${rowCount * rowHeight}px`;
  const inView = Math.min(rowCount, Math.ceil((scroller.clientHeight - headHeightPx) / rowHeight));

  const texts: Text[][] = [];
  for (let row = 0; row < inView; row += 1) {
    const line = make(`${grid.row} ${styles.line}`, body);
    line.style.top = `${row * rowHeight}px`;
    texts.push(
      Array.from({ length: columnCount }, (_, column) => {
        const text = document.createTextNode(formatPrice(firstValue(row, column), 2));
        make(`${grid.cell} ${grid.right}`, line).append(text);
        return text;
      }),
    );
  }
  const changed = new Map<number, CellChange>();
  const flush = () => {
    for (const { row, column, value } of changed.values()) {
      const text = texts[row]?.[column];
      if (text !== undefined) text.data = formatPrice(value, 2);
    }
    changed.clear();
  };
  return (batch) => {
    for (const change of batch.cells) changed.set(change.row * columnCount + change.column, change);
    pageScheduler.request(flush);
  };
}

/** Measures that the bare loop and the grid under load share. */
export const columnWidthPx = 90;
export const headHeightPx = 24;
