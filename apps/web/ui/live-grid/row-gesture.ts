// The gestures on a row that a grid reports to its panel, by mouse, touch or key.

/** Where a menu or form of the row opens, in pixels of the window. */
export interface GridAnchor {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface RowGesture<Row> {
  readonly row: Row;
  readonly columnId: string;
  readonly anchor: GridAnchor;
  readonly ctrlKey: boolean;
}

export interface RowGestureListeners<Row> {
  readonly onRowSelect?: ((gesture: RowGesture<Row>) => void) | undefined;
  readonly onRowDoubleClick?: ((gesture: RowGesture<Row>) => void) | undefined;
  readonly onRowMenu?: ((gesture: RowGesture<Row>) => void) | undefined;
  /** A key on the focused row that does not move the focus; true when it was used. */
  readonly onRowKey?: ((key: string, gesture: RowGesture<Row>) => boolean) | undefined;
}
