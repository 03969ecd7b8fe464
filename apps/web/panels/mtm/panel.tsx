// The MTM panel (PANEL-12): the mark-to-market price of every contract, how it was found, and whether it is official. During
// the day it shows the latest valuation, marked as provisional.
import { type ContractClass, type MtmRow, parseContractName } from '@openpit/wire';
import { useCallback } from 'react';
import { menuItem, useActionContext } from '../../actions/action.ts';
import { openContractDetails } from '../../actions/view-actions.ts';
import { useDataSet } from '../../market/use-store.ts';
import { serverNow } from '../../stores/connection.ts';
import { compareContracts } from '../../stores/market-days.ts';
import { PanelTitle } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { InstrumentFilter, isOfInstruments, useInstruments } from '../parts/market/instrument-filter.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import { isOfKind, mtmColumns, mtmNotice } from './columns.ts';
import { type MtmKind, mtmKinds, mtmSettings } from './definition.tsx';
import styles from './mtm.module.css';

const texts = {
  rows: 'MTM prices',
  isOfMarket: true,
  one: 'contract',
  many: 'contracts',
  empty: {
    title: 'No MTM prices here.',
    detail:
      'No contract of this kind and these instruments is listed. The tabs and the filter show the others.',
  },
};

const classesOf: Readonly<Record<MtmKind, readonly ContractClass[] | undefined>> = {
  Futures: ['futures'],
  Options: ['options'],
  Deltas: ['deltas'],
  Pairs: ['splits', 'spreads'],
  All: undefined,
};

export function MtmPanel(props: PanelProps) {
  const [{ kind = 'Futures' }, change] = usePanelSettings(mtmSettings, props);
  const mtm = useDataSet('mtm');
  const context = useActionContext();
  const { chosen, choose } = useInstruments(props);
  const isShown = useCallback(
    (row: MtmRow) => isOfKind(row, kind) && isOfInstruments(row, chosen),
    [kind, chosen],
  );
  const notice = mtmNotice(mtm.rows, serverNow());
  return (
    <>
      <PanelTitle>
        <SegmentedControl<MtmKind>
          label="Contracts shown"
          look="tabs"
          value={kind}
          onChange={(next) => change({ kind: next })}
          segments={mtmKinds.map((value) => ({ value, label: value }))}
        />
      </PanelTitle>
      <InstrumentFilter
        instruments={mtm.rows.map(({ instrument }) => instrument)}
        chosen={chosen}
        isPhone={props.device === 'mobile'}
        onChoose={choose}
      />
      <div role="status" className={styles.notice} data-status={notice?.status}>
        {notice?.text}
      </div>
      <RowsPanel
        panel={props}
        label="MTM"
        set={mtm}
        texts={texts}
        columns={mtmColumns}
        contractKinds={classesOf[kind]}
        compare={inMarketOrder}
        isShown={isShown}
        menu={{
          labelOf: ({ contract }) => `MTM of ${contract}`,
          itemsOf: ({ row }) => [menuItem(openContractDetails, row, context)],
        }}
      />
    </>
  );
}

function inMarketOrder(a: MtmRow, b: MtmRow): number {
  return (
    compareContracts(parseContractName(a.contract), parseContractName(b.contract)) ||
    a.displaySeq - b.displaySeq
  );
}
