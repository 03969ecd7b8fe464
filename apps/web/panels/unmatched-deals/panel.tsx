// The Unmatched deals panel (PANEL-11): deals agreed off-screen or passed on between members, which one of the two must still accept. Each
// has its time left. Its actions are buttons of the row, items of its menu and keys; a report begins in the header.
import type { UnmatchedDealRow } from '@openpit/wire';
import { useCallback, useMemo } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import {
  itemActions,
  openAcceptForm,
  openEditUnmatchedForm,
  openReportForm,
} from '../../actions/unmatched-deals.ts';
import { usePhases } from '../../market/phases.ts';
import { useDataSet } from '../../market/use-store.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { onEverySecond } from '../../ui/media.ts';
import { PanelTitle, PanelTools } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { rowActions, type SomeRows } from '../parts/rows/row-actions.tsx';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import { unmatchedColumns } from './columns.tsx';
import { type UnmatchedTab, unmatchedSettings, unmatchedTabs } from './definition.tsx';
import {
  type ExpiryTimes,
  expiresAt,
  isItemInTab,
  timeLeftText,
  waitingCounts,
  waitingFirst,
} from './rules.ts';
import styles from './unmatched-deals.module.css';

/** The times at which unmatched deals expire, in React. */
interface ExpiryClock extends ExpiryTimes {
  /** How far the exchange's clock is ahead of this browser's, in milliseconds. */
  readonly offsetMs: number;
}

function useExpiryTimes(): ExpiryClock {
  const { phases, offsetMs: exactOffsetMs } = usePhases();
  // In whole seconds: a smaller difference changes no text.
  const offsetMs = Math.round(exactOffsetMs / 1_000) * 1_000;
  return useMemo(
    () => ({
      phases,
      offsetMs,
      firstDeliveryDayOf: (future) => dataSetStores.contractDate.get(future)?.firstDeliveryDay,
    }),
    [phases, offsetMs],
  );
}

const emptyTexts: Readonly<Record<UnmatchedTab, { readonly title: string; readonly detail: string }>> = {
  'For us': {
    title: 'Nothing for your member to accept.',
    detail: 'A deal that another member reports or assigns to yours shows here.',
  },
  Ours: {
    title: 'No unmatched deals of your member today.',
    detail: 'A deal that your member reports or assigns to another shows here until that member accepts it.',
  },
};

/** An item that any dealer of the member may accept has none, and is never hidden. */
const dealerOf = ({ dealer }: UnmatchedDealRow) => dealer;

const itemRowActions = rowActions({
  list: itemActions,
  one: 'deal',
  targetOf: ([item]: SomeRows<UnmatchedDealRow>) => ({ item }),
  // The form that the row offers: to accept it, or to change it.
  doubleClick: [openAcceptForm, openEditUnmatchedForm],
  buttons: {
    width: 84,
    rank: 5,
    nameOf: (label, { unmatchedSeq }) => `${label} unmatched deal ${unmatchedSeq}`,
  },
});

const reportLabel = `${openReportForm.label}…`;

export function UnmatchedDealsPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const [{ tab = 'For us' }, change] = usePanelSettings(unmatchedSettings, props);
  const items = useDataSet('unmatchedDeal');
  const context = useActionContext();
  const contract = useActiveContract((active) => active.contract);
  const times = useExpiryTimes();
  const counts = waitingCounts(items.rows);
  const isShown = useCallback((item: UnmatchedDealRow) => isItemInTab(item, tab), [tab]);
  const columns = useMemo(() => {
    return unmatchedColumns({
      timeLeftOf: (item) => timeLeftText(item, times, Date.now() + times.offsetMs),
      endOf: (item) => expiresAt(item, times),
    });
  }, [times]);
  const report = {
    disabledReason: reasonAgainst(openReportForm, { contract }, context),
    onClick: () => openReportForm.perform({ contract }, context),
  };

  return (
    <>
      <PanelTitle>
        <SegmentedControl<UnmatchedTab>
          label="Unmatched deals shown"
          look="tabs"
          value={tab}
          onChange={(next) => change({ tab: next })}
          segments={unmatchedTabs.map((value) => ({
            value,
            label: value,
            count: items.status === 'success' ? counts[value] : undefined,
          }))}
        />
      </PanelTitle>
      <PanelTools>
        {isPhone ? (
          <IconButton size="large" icon={<PlusIcon />} label={reportLabel} {...report} />
        ) : (
          <span data-always="label">
            <Button
              size="small"
              icon={<PlusIcon />}
              aria-label={reportLabel}
              data-tip={reportLabel}
              {...report}
            >
              <span className={styles.reportLabel}>{reportLabel}</span>
            </Button>
          </span>
        )}
      </PanelTools>
      <RowsPanel
        panel={props}
        label="Unmatched deals"
        set={items}
        texts={{ rows: 'unmatched deals', one: 'deal', many: 'deals', empty: emptyTexts[tab] }}
        columns={columns}
        compare={waitingFirst}
        isShown={isShown}
        dealerOf={dealerOf}
        onRepaint={onEverySecond}
        menu={{ labelOf: ({ unmatchedSeq }) => `Unmatched deal ${unmatchedSeq}` }}
        rowActions={itemRowActions}
        footerOf={() => counts[tab] > 0 && <span>{counts[tab]} waiting</span>}
      />
    </>
  );
}
