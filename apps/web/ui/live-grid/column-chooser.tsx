// The dialog for the columns of a grid: visibility, order, and columns pinned at the left. The dialog works
// without dragging (WCAG 2.5.7).

import { useId } from 'react';
import { Button, IconButton } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ChevronDownIcon, ChevronUpIcon, PinIcon } from '../icons.tsx';
import styles from './column-chooser.module.css';
import type { GridColumn } from './grid-column.ts';
import type { GridHeaders } from './grid-rows.ts';

interface ColumnChooserProps<Row> {
  readonly label: string;
  /** All columns in the order of the panel. */
  readonly columns: readonly GridColumn<Row>[];
  /** The ids of columns that are always pinned at the left. */
  readonly alwaysPinned: readonly string[];
  readonly headers: GridHeaders;
  /** The ids of columns that do not fit in the panel now. */
  readonly leftOut: ReadonlySet<string>;
  readonly onHeaders: (headers: GridHeaders) => void;
  readonly onClose: () => void;
}

export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { label, columns, alwaysPinned, headers, leftOut, onHeaders, onClose } = props;
  const titleId = useId();
  const hidden = new Set(headers.hidden);
  const pinned = new Set(headers.pinned);
  const order = orderedIds(columns, headers);
  const shownCount = order.filter((id) => !hidden.has(id)).length;
  const toggled = (set: ReadonlySet<string>, id: string) => {
    const next = new Set(set);
    if (!next.delete(id)) next.add(id);
    return [...next];
  };
  const move = (at: number, by: number) => {
    const next = [...order];
    const [id] = next.splice(at, 1);
    if (id === undefined) return;
    next.splice(at + by, 0, id);
    onHeaders({ ...headers, order: next });
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <div className={styles.frame}>
        <h2 id={titleId} className={styles.title}>
          Columns of {label}
        </h2>
        <ul className={styles.list}>
          {order.map((id, index) => {
            const column = columns.find((column) => column.id === id);
            if (column === undefined) return null;
            const name = column.fullTitle ?? column.title;
            const isHidden = hidden.has(id);
            const isFixed = alwaysPinned.includes(id);
            return (
              <li key={id} className={styles.item}>
                <label className={styles.label}>
                  <input
                    type="checkbox"
                    checked={!isHidden}
                    disabled={isFixed || (!isHidden && shownCount === 1)}
                    onChange={() => onHeaders({ ...headers, hidden: toggled(hidden, id) })}
                  />
                  <span className={styles.name}>{column.title || name}</span>
                  {column.fullTitle !== undefined && <span className={styles.full}>{column.fullTitle}</span>}
                  {leftOut.has(id) && <span className={styles.full}>no room: widen or pin</span>}
                </label>
                <IconButton
                  label={`Keep ${name} at the left`}
                  icon={<PinIcon />}
                  aria-pressed={pinned.has(id) || isFixed}
                  disabledReason={
                    isFixed
                      ? `${name} always stays at the left.`
                      : column.pinned === 'end'
                        ? `${name} always stays at the right.`
                        : null
                  }
                  onClick={() => onHeaders({ ...headers, pinned: toggled(pinned, id) })}
                />
                <IconButton
                  label={`Move ${name} up`}
                  icon={<ChevronUpIcon />}
                  disabledReason={index === 0 ? 'It is the first column.' : null}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  label={`Move ${name} down`}
                  icon={<ChevronDownIcon />}
                  disabledReason={index === order.length - 1 ? 'It is the last column.' : null}
                  onClick={() => move(index, 1)}
                />
              </li>
            );
          })}
        </ul>
        <div className={styles.buttons}>
          <Button onClick={() => onHeaders({})}>Reset</Button>
          <Button variant="primary" autoFocus onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** All columns in the user's order; columns without a place in it follow in the order of the panel. */
function orderedIds<Row>(columns: readonly GridColumn<Row>[], { order = [] }: GridHeaders): string[] {
  const ids = columns.map(({ id }) => id);
  const ordered = order.filter((id) => ids.includes(id));
  return [...ordered, ...ids.filter((id) => !ordered.includes(id))];
}
