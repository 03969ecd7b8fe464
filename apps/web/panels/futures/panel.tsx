// The Futures panel (PANEL-1): all futures, or the futures of the user's list, with their best bid and offer.
import type { ContractFacts } from '@openpit/wire';
import { useCallback, useMemo } from 'react';
import { CheckIcon } from '../../ui/icons.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { type MarketColumnFacts, MarketPanel } from '../parts/rows/market-panel.tsx';
import { futuresColumns } from './columns.ts';
import { futuresSettings } from './definition.tsx';
import { futuresContracts, savedList, toggledInList } from './rules.ts';

const columnsOf = ({ working, net, isUnderInstrument }: MarketColumnFacts) =>
  futuresColumns(working, net, isUnderInstrument);

const textsOf = (rows: readonly ContractFacts[], isUnderInstrument: boolean) => ({
  contract: rows.map((row) => (isUnderInstrument ? row.contractDate : row.contract)),
});

export function FuturesPanel(props: PanelProps) {
  const { column } = props;
  const [{ showsList = false }, change] = usePanelSettings(futuresSettings, props);
  const list = useMemo(() => savedList(column), [column]);
  const contractsOf = useCallback(
    (rows: readonly ContractFacts[], instruments: readonly string[] | null) =>
      futuresContracts(rows, instruments, showsList ? list : null),
    [list, showsList],
  );
  return (
    <MarketPanel
      panel={props}
      kind="futures"
      title="Futures"
      line="Futures"
      one="contract"
      many="contracts"
      contractsOf={contractsOf}
      columnsOf={columnsOf}
      textsOf={textsOf}
      list={{ size: list.length, isShown: showsList, show: (next) => change({ showsList: next }) }}
      moreItems={({ contract }) => [
        {
          id: 'list',
          label: list.includes(contract) ? 'Remove from list' : 'Add to list',
          icon: <CheckIcon />,
          run: () => change({ list: toggledInList(list, contract) }),
        },
      ]}
      empty={showsList ? emptyList : undefined}
    />
  );
}

const emptyList = {
  title: 'Your list has no contracts.',
  detail: 'A right click on a contract adds it. The filter in the header shows all contracts again.',
};
