// What accounts must deliver and will receive (SILO-3): their positions in futures that are delivered, and how many lots of the shorts
// are not tendered yet.
import type { SiloPositionRow } from '@openpit/wire';
import { type ReactNode, useMemo } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { lotsToTender, runItemAction, shortActions } from '../../actions/silo-actions.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatLots, formatSigned } from '../../ui/format.ts';
import { entryOfKey } from '../../ui/keys.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { ActionButtons, actionItems } from '../rows/action-buttons.tsx';
import { actionsColumn, contractColumn, lotsColumn, textColumn } from '../rows/row-columns.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import styles from '../silo/silo.module.css';
import { dateColumn } from '../silo/silo-columns.ts';
import type { AuctionTabProps } from '../silo/silo-tabs.ts';
import { useCertificatesMessage } from '../silo/use-certificates-message.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { lotKeys } from './lot-keys.ts';

const shortsFirst = (a: SiloPositionRow, b: SiloPositionRow) =>
  lotsToTender(b) - lotsToTender(a) || (a.uniqueKey < b.uniqueKey ? -1 : 1);

export function ToDeliver({ panel, auctions }: AuctionTabProps) {
  const isPhone = panel.device === 'mobile';
  const context = useActionContext();
  const positions = useDataSet('siloPositions');
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : deskColumns;
    return make((position) => (
      <ActionButtons
        actions={shortActions}
        target={{ position, deliveries: auctions }}
        context={context}
        isOnPhone={isPhone}
        nameOf={(label) => `${label}: ${position.principal} in ${position.contract}`}
      />
    ));
  }, [context, isPhone, auctions]);
  return (
    <RowsPanel
      panel={panel}
      label="Positions to deliver"
      set={positions}
      texts={{
        rows: 'positions to deliver',
        one: 'position',
        many: 'positions',
        empty: {
          title: 'Nothing to deliver or receive.',
          detail: 'Positions in a future show here from its first delivery day.',
        },
      }}
      message={useCertificatesMessage('Positions to deliver are not shown to you.')}
      columns={columns}
      phoneLines={styles.phoneLines}
      compare={shortsFirst}
      menu={{
        labelOf: ({ principal, contract }) => `${principal} in ${contract}`,
        itemsOf: ({ row }) => actionItems(shortActions, { position: row, deliveries: auctions }, context),
      }}
      onKey={(key, { row }) => {
        const id = entryOfKey(lotKeys, key);
        const action = shortActions.find((one) => one.id === id);
        if (action !== undefined)
          void runItemAction(action, { position: row, deliveries: auctions }, context);
        return action !== undefined;
      }}
      footerOf={(shown) => {
        const left = shown.reduce((sum, row) => sum + lotsToTender(row), 0);
        return left > 0 && <span>{formatLots(left)} lots still to tender</span>;
      }}
    />
  );
}

type Column = GridColumn<SiloPositionRow>;

/** What happens to the position, in a word. */
const dutyText = (row: SiloPositionRow): string => {
  if (row.net > 0) return 'receives';
  const left = lotsToTender(row);
  return left === 0 ? 'all tendered' : `${formatLots(left)} to tender`;
};

function deskColumns(renderActions: (row: SiloPositionRow) => ReactNode): readonly Column[] {
  const columns: readonly Column[] = [
    contractColumn<SiloPositionRow>(),
    textColumn<SiloPositionRow>('principal', { title: 'Account', width: 66, more: { weight: 'strong' } }),
    textColumn<SiloPositionRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    {
      id: 'net',
      title: 'Net',
      fullTitle: 'Net position in lots: above zero long, below zero short',
      width: 50,
      align: 'right',
      weight: 'strong',
      text: ({ net }) => formatSigned(net, 0),
      tone: ({ net }) => (net > 0 ? 'buy' : 'sell'),
      sortValue: ({ net }) => net,
    },
    lotsColumn<SiloPositionRow>('tendered', {
      title: 'Tendered',
      width: 64,
      more: { fullTitle: 'Lots that are tendered today' },
    }),
    {
      id: 'duty',
      title: 'To do',
      fullTitle: 'What a short still has to tender',
      width: 92,
      align: 'left',
      text: dutyText,
      tone: (row) => (lotsToTender(row) > 0 ? 'warning' : 'second'),
      sortValue: lotsToTender,
    },
    lotsColumn<SiloPositionRow>('held', {
      title: 'Held',
      width: 50,
      more: { fullTitle: 'Lots of certificates that the account holds and could tender' },
    }),
    dateColumn<SiloPositionRow>('lastNoticeDay', ({ lastNoticeDay }) => lastNoticeDay, {
      title: 'By',
      fullTitle: 'Last notice day: a short that is not delivered by then is in default',
      width: 78,
    }),
    actionsColumn<SiloPositionRow>(56, renderActions),
  ];
  return byImportance(columns, ['contract', 'net', 'duty', 'principal', 'lastNoticeDay', 'actions', 'held']);
}

function phoneColumns(renderActions: (row: SiloPositionRow) => ReactNode): readonly Column[] {
  return [
    {
      id: 'contract',
      title: 'Contract',
      width: 110,
      align: 'left',
      weight: 'strong',
      text: ({ contract }) => contract,
    },
    {
      id: 'price',
      title: 'Net',
      width: 80,
      align: 'right',
      text: ({ net }) => formatSigned(net, 0),
      tone: ({ net }) => (net > 0 ? 'buy' : 'sell'),
    },
    {
      id: 'summary',
      title: 'Account',
      width: 120,
      align: 'left',
      text: ({ principal, subAccount, lastNoticeDay }) =>
        `${principal}${subAccount === null ? '' : ` ${subAccount}`}, by ${formatDate(lastNoticeDay)}`,
    },
    {
      id: 'state',
      title: 'To do',
      width: 90,
      align: 'right',
      text: dutyText,
      tone: (row) => (lotsToTender(row) > 0 ? 'warning' : 'second'),
    },
    actionsColumn<SiloPositionRow>(108, renderActions),
  ];
}
