// A panel that shows the rows of a data set. Sorting, grouping, filters, choice of columns, export, keyboard, selection, totals, saved
// view, freshness, messages and the lines of a phone are included; a panel supplies its columns, texts and row menu.
import { type ReactNode, useCallback } from 'react';
import { StaleAge } from '../../../market/contract-heading.tsx';
import { isOfDealer, useDealerFilter } from '../../../stores/chosen.ts';
import { formatLots } from '../../../ui/format.ts';
import { PanelFooter } from '../../../ui/panel-frame.tsx';
import type { PanelProps } from '../panel-settings.ts';
import { useSavedView } from '../saved-view.ts';
import { DealerChip, HiddenCount, hiddenRowsMessage } from './dealer-chip.tsx';
import type { RowsTexts } from './messages.ts';
import { RowsGrid, type RowsGridProps } from './rows-grid.tsx';

export interface RowCountProps {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  /** False while rows are loading, have failed to load or are not shown to this user: no number would be true then. */
  readonly isKnown: boolean;
  /** The footer stays even if it has nothing else, because its other parts come and go while the user points at a row. */
  readonly needsLine?: boolean;
}

/** The number of rows in the footer of a panel: "3 deals". */
export function RowCount({ count, one, many, isKnown, needsLine = false }: RowCountProps) {
  if (count === 0 && !isKnown) return null;
  return (
    <span data-count={needsLine ? undefined : ''}>
      {formatLots(count)} {count === 1 ? one : many}
    </span>
  );
}

export interface RowsPanelProps<Row extends object>
  extends Omit<RowsGridProps<Row>, 'isPhone' | 'savedView'>,
    Pick<RowsFooterProps, 'hasFullFooterOnPhone'> {
  readonly panel: PanelProps;
  /** The dealer of a row, for the filter by dealer of the preferences. The function must stay the same from render to render. */
  readonly dealerOf?: ((row: Row) => string | null) | undefined;
  /** True if the footer counts the row; the default counts all rows. */
  readonly counts?: (row: Row) => boolean;
  /** The footer's text about these rows between their number and the age of the feed. */
  readonly footerOf?: (shown: readonly Row[]) => ReactNode;
}

export function RowsPanel<Row extends object>(props: RowsPanelProps<Row>) {
  const { panel, footerOf, hasFullFooterOnPhone, dealerOf, counts, ...grid } = props;
  const { set, isShown: isInPanel, texts } = grid;
  const isPhone = panel.device === 'mobile';
  const savedView = useSavedView(panel);
  const byPreference = useDealerFilter();
  const byDealer = dealerOf === undefined ? null : byPreference;
  const isShown = useCallback(
    (row: Row) =>
      (isInPanel === undefined || isInPanel(row)) && isOfDealer(byDealer, dealerOf?.(row) ?? null),
    [isInPanel, byDealer, dealerOf],
  );
  const inPanel = isInPanel === undefined ? set.rows : set.rows.filter(isInPanel);
  const shown = inPanel.filter(isShown);
  const hidden = inPanel.length - shown.length;
  return (
    <>
      {byDealer !== null && <DealerChip filter={byDealer} isPhone={isPhone} />}
      <RowsGrid
        {...grid}
        isShown={isShown}
        message={grid.message ?? hiddenRowsMessage(texts, byDealer, hidden)}
        isPhone={isPhone}
        savedView={savedView}
      />
      <RowsFooter
        texts={texts}
        count={counts === undefined ? shown.length : shown.filter(counts).length}
        isKnown={set.status === 'success' && grid.message === undefined}
        isPhone={isPhone}
        hasFullFooterOnPhone={hasFullFooterOnPhone}
      >
        {footerOf?.(shown)}
        <HiddenCount hidden={hidden} />
      </RowsFooter>
    </>
  );
}

interface RowsFooterProps extends Pick<RowCountProps, 'count' | 'isKnown'> {
  readonly texts: Pick<RowsTexts, 'one' | 'many'>;
  readonly isPhone: boolean;
  /**
   * On a phone the children need the whole footer: the number of rows and the age of the feed are omitted.
   */
  readonly hasFullFooterOnPhone?: boolean | undefined;
  readonly children?: ReactNode;
}

export function RowsFooter(props: RowsFooterProps) {
  const { texts, count, isKnown, isPhone, hasFullFooterOnPhone, children } = props;
  const isFull = isPhone && hasFullFooterOnPhone === true;
  return (
    <PanelFooter>
      {(!isFull || count === 0) && (
        <RowCount count={count} one={texts.one} many={texts.many} isKnown={isKnown} />
      )}
      {children}
      {!isFull && <StaleAge />}
    </PanelFooter>
  );
}
