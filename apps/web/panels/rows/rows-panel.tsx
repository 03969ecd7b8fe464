// A panel whose rows are those of a data set. Sorting, grouping, filters, choice of columns, export,
// keyboard, selection, totals, saved view, freshness, messages and the lines of a phone come with it; a panel
// gives its columns, texts and row menu.
import { type ReactNode, useCallback } from 'react';
import { isOfDealer, useDealerFilter } from '../../stores/chosen.ts';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { FeedAge } from '../market/feed-age.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { useSavedView } from '../settings/use-saved-view.ts';
import { DealerChip, HiddenCount, hiddenRowsMessage } from './dealer-chip.tsx';
import { RowCount, type RowCountProps } from './row-count.tsx';
import { RowsGrid, type RowsGridProps } from './rows-grid.tsx';
import type { RowsTexts } from './rows-message.ts';

export interface RowsPanelProps<Row extends object>
  extends Omit<RowsGridProps<Row>, 'isPhone' | 'savedView'>,
    Pick<RowsFooterProps, 'hasFullFooterOnPhone'> {
  readonly panel: PanelProps;
  /** Whose row it is: the filter by dealer of the preferences applies. It must stay the same function from render to render. */
  readonly dealerOf?: ((row: Row) => string | null) | undefined;
  /** Whether the footer counts the row; all of them where it is left out. */
  readonly counts?: (row: Row) => boolean;
  /** What the footer says of these rows between their number and the age of the feed. */
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

export interface RowsFooterProps extends Pick<RowCountProps, 'count' | 'isKnown'> {
  readonly texts: Pick<RowsTexts, 'one' | 'many'>;
  readonly isPhone: boolean;
  /**
   * On a phone the children need the whole footer: the number of rows and the age of the feed are left out.
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
      {!isFull && <FeedAge />}
    </PanelFooter>
  );
}
