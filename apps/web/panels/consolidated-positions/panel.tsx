// The Consolidated positions panel (PANEL-9): the member's position in each contract, summed over its accounts, net and gross, with the
// tons of each instrument.
import { type ConsPositionRow, parseContractName } from '@openpit/wire';
import { menuItem, useActionContext } from '../../actions/action.ts';
import { openContractDetails } from '../../actions/view-actions.ts';
import { ownPrices } from '../../market/prices.ts';
import { useDataSet } from '../../market/use-store.ts';
import { compareContracts } from '../../stores/market-days.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { DealsIcon, PositionsIcon } from '../../ui/icons.tsx';
import { byInstrument } from '../parts/market/columns.ts';
import { positionsMessage } from '../parts/own/positions.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { rowsWithMarket } from '../parts/row-source.ts';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import { consolidatedColumns } from './columns.ts';

const texts = {
  rows: 'consolidated positions',
  one: 'contract',
  many: 'contracts',
  empty: {
    title: 'No positions.',
    detail: 'A contract shows here with the first deal of your member in it.',
  },
};
const withMarket = rowsWithMarket(dataSetStores.consPositions);
const columns = consolidatedColumns(ownPrices);

export function ConsolidatedPositionsPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const positions = useDataSet('consPositions');
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const context = useActionContext();
  return (
    <RowsPanel
      panel={props}
      label="Consolidated positions"
      set={positions}
      source={withMarket}
      texts={texts}
      message={positionsMessage(scope)}
      columns={columns}
      compare={inMarketOrder}
      grouping={isPhone ? undefined : byInstrument}
      menu={{
        labelOf: ({ contract }) => `Member’s position in ${contract}`,
        itemsOf: ({ row }) => [
          {
            id: 'positions',
            label: 'The accounts in Positions',
            icon: <PositionsIcon />,
            run: () => context.workspace.showPanel('Positions'),
          },
          // A phone has no filters.
          ...(isPhone
            ? []
            : [
                {
                  id: 'deals',
                  label: `Deals in ${row.contract}`,
                  icon: <DealsIcon />,
                  run: () => context.workspace.showPanel('Deals', dealsIn(row.contract)),
                },
              ]),
          menuItem(openContractDetails, row, context),
        ],
      }}
    />
  );
}

/** The settings that make the Deals panel show today's deals in one contract. */
const dealsIn = (contract: string) => ({
  dealView: 'Today',
  isConsolidated: false,
  filters: { contract: `=${contract}` },
  showsFilters: true,
});

function inMarketOrder(a: ConsPositionRow, b: ConsPositionRow): number {
  return (
    compareContracts(parseContractName(a.contract), parseContractName(b.contract)) ||
    a.displaySeq - b.displaySeq
  );
}
