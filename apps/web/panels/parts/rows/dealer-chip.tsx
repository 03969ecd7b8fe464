// The filter by dealer of the preferences as a chip in the header of a panel, on a phone above the rows, and an empty panel's text about
// the rows that the filter hides (PREF-7).
import { clearDealerFilter, type DealerFilter } from '../../../stores/chosen.ts';
import { Button } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
import { CloseIcon, FilterIcon } from '../../../ui/icons.tsx';
import type { GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { PanelTitle } from '../../../ui/panel-frame.tsx';
import type { RowsTexts } from './messages.ts';
import styles from './rows.module.css';

const showAll = 'Show all dealers';
interface DealerChipProps {
  readonly filter: DealerFilter;
  readonly isPhone: boolean;
}
export function DealerChip({ filter, isPhone }: DealerChipProps) {
  const chip = (
    <Button
      size={isPhone ? 'large' : 'small'}
      className={styles.chip}
      aria-label={`${filter.label}: ${showAll.toLowerCase()}`}
      data-tip={`${filter.label}. ${showAll}, until you load the page again or save your preferences`}
      onClick={clearDealerFilter}
    >
      <FilterIcon />
      <span className={styles.label}>{filter.label}</span>
      <CloseIcon />
    </Button>
  );
  return isPhone ? <div className={styles.line}>{chip}</div> : <PanelTitle>{chip}</PanelTitle>;
}
/** In place of the rows when the filter hides all of them; undefined if it hides none. */
export function hiddenRowsMessage(
  { rows, one, many }: Pick<RowsTexts, 'rows' | 'one' | 'many'>,
  filter: DealerFilter | null,
  hidden: number,
): GridMessage | undefined {
  if (filter === null || hidden === 0) return undefined;
  return {
    kind: 'empty',
    title: `No ${rows} of ${filter.label.replace('Dealer', 'dealer').replace('Branch', 'branch')} here.`,
    detail: `The filter of your preferences hides ${formatLots(hidden)} ${hidden === 1 ? one : many}.`,
    action: { label: showAll, run: clearDealerFilter },
  };
}
export function HiddenCount({ hidden }: { readonly hidden: number }) {
  return hidden === 0 ? null : <span>{formatLots(hidden)} of other dealers hidden</span>;
}
