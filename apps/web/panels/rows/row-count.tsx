// The number of rows in the footer of a panel: "3 deals".
export interface RowCountProps {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  /** False while rows are loading, have failed to load or are not shown to this user: no number would be true then. */
  readonly isKnown: boolean;
}

export function RowCount({ count, one, many, isKnown }: RowCountProps) {
  if (count === 0 && !isKnown) return null;
  return (
    <span>
      {count} {count === 1 ? one : many}
    </span>
  );
}
