// The own bids of the day (SILO-2): each with its rank while it is open, and how it ended.
import type { SiloBidRow, SiloBidState } from '@openpit/wire';
import { type ReactNode, useMemo } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { lotActions, runItemAction } from '../../actions/silo-actions.ts';
import { formatPrice } from '../../ui/format.ts';
import { entryOfKey } from '../../ui/keys.ts';
import { byImportance } from '../../ui/live-grid/fitting-columns.ts';
import type { CellTone, GridColumn } from '../../ui/live-grid/grid-column.ts';
import { ActionButtons, actionItems } from '../rows/action-buttons.tsx';
import {
  actionsColumn,
  contractColumn,
  lotsColumn,
  numberColumn,
  textColumn,
  timeColumn,
} from '../rows/row-columns.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import styles from '../silo/silo.module.css';
import { rateColumn } from '../silo/silo-columns.ts';
import type { AuctionTabProps } from '../silo/silo-tabs.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { lotKeys } from './lot-keys.ts';
import { rankTone } from './lots-columns.ts';
import { stageOf } from './stage-words.ts';

const tones: Readonly<Record<SiloBidState, CellTone | undefined>> = {
  Open: undefined,
  Awarded: 'up',
  Lost: 'second',
  Deleted: 'second',
  Lapsed: 'second',
};

const newestFirst = (a: SiloBidRow, b: SiloBidRow) => b.siloBidSeq - a.siloBidSeq;
const dealerOf = ({ dealer }: SiloBidRow) => dealer;

export function OwnBids({ panel, auctions }: AuctionTabProps) {
  const isPhone = panel.device === 'mobile';
  const context = useActionContext();
  const bids = useDataSet('siloBids');
  const { rows: offers } = useDataSet('siloOffers');
  const targetOf = useMemo(() => {
    const offerOf = new Map(offers.map((offer) => [offer.siloCertSeq, offer]));
    return (bid: SiloBidRow) => ({
      offer: offerOf.get(bid.siloCertSeq),
      stage: stageOf(auctions, bid),
      bids: bid.state === 'Open' ? [bid] : [],
    });
  }, [auctions, offers]);
  const columns = useMemo(() => {
    const make = isPhone ? phoneBidColumns : bidColumns;
    return make((bid) => (
      <ActionButtons
        actions={lotActions}
        target={targetOf(bid)}
        context={context}
        isOnPhone={isPhone}
        nameOf={(label) => `${label} for lot ${bid.siloCertSeq}: bid ${bid.siloBidSeq}`}
      />
    ));
  }, [context, isPhone, targetOf]);
  return (
    <RowsPanel
      panel={panel}
      label="Own bids"
      set={bids}
      texts={{
        rows: 'bids',
        one: 'bid',
        many: 'bids',
        empty: {
          title: 'No bids of your member today.',
          detail: 'Bid for a lot under “Lots”. Other members do not see whose bid it is.',
        },
      }}
      columns={columns}
      phoneLines={styles.phoneLines}
      compare={newestFirst}
      dealerOf={dealerOf}
      menu={{
        labelOf: ({ siloBidSeq }) => `Bid ${siloBidSeq}`,
        itemsOf: ({ row }) => actionItems(lotActions, targetOf(row), context),
      }}
      onKey={(key, { row }) => {
        const id = entryOfKey(lotKeys, key);
        const action = lotActions.find((one) => one.id === id);
        if (action !== undefined) void runItemAction(action, targetOf(row), context);
        return action !== undefined;
      }}
    />
  );
}

type Column = GridColumn<SiloBidRow>;

export function bidColumns(renderActions: (bid: SiloBidRow) => ReactNode): readonly Column[] {
  const columns: readonly Column[] = [
    numberColumn<SiloBidRow>('siloBidSeq', { title: 'Bid', width: 40 }),
    timeColumn<SiloBidRow>('time', { title: 'Time', width: 66 }),
    numberColumn<SiloBidRow>('siloCertSeq', { title: 'Lot', width: 40 }),
    contractColumn<SiloBidRow>(),
    rateColumn<SiloBidRow>('premium', ({ premium }) => premium, {
      title: 'Premium, R/t',
      fullTitle: 'Premium in rand per ton',
      width: 84,
      weight: 'strong',
    }),
    {
      id: 'rank',
      title: 'Rank',
      fullTitle: 'Among the open bids for the lot',
      width: 46,
      align: 'right',
      text: ({ rank }) => (rank === null ? '–' : String(rank)),
      tone: rankTone,
      sortValue: ({ rank }) => rank,
    },
    textColumn<SiloBidRow>('state', {
      title: 'State',
      width: 70,
      more: { tone: ({ state }) => tones[state] },
    }),
    lotsColumn<SiloBidRow>('lots', { title: 'Lots', width: 42 }),
    textColumn<SiloBidRow>('principal', { title: 'For', width: 62, more: { fullTitle: 'Principal' } }),
    textColumn<SiloBidRow>('subAccount', {
      title: 'Sub-acc',
      width: 58,
      more: { fullTitle: 'Sub-account' },
    }),
    textColumn<SiloBidRow>('dealer', { title: 'Dealer', width: 50 }),
    actionsColumn<SiloBidRow>(56, renderActions),
  ];
  return byImportance(columns, [
    'contract',
    'premium',
    'rank',
    'state',
    'siloCertSeq',
    'actions',
    'principal',
    'lots',
    'time',
  ]);
}

export function phoneBidColumns(renderActions: (bid: SiloBidRow) => ReactNode): readonly Column[] {
  return [
    {
      id: 'contract',
      title: 'Lot',
      width: 110,
      align: 'left',
      weight: 'strong',
      text: ({ siloCertSeq, contract }) => `${siloCertSeq} · ${contract}`,
    },
    {
      id: 'price',
      title: 'Premium',
      width: 90,
      align: 'right',
      text: ({ premium }) => `${formatPrice(premium, 2)} R/t`,
    },
    {
      id: 'summary',
      title: 'For',
      width: 120,
      align: 'left',
      text: ({ lots, principal, subAccount }) =>
        `${lots} ${lots === 1 ? 'lot' : 'lots'} for ${principal}${subAccount === null ? '' : ` ${subAccount}`}`,
    },
    {
      id: 'state',
      title: 'State',
      width: 80,
      align: 'right',
      text: ({ state, rank }) => (rank === null ? state : `rank ${rank}`),
      tone: (bid) => rankTone(bid) ?? tones[bid.state],
    },
    actionsColumn<SiloBidRow>(108, renderActions),
  ];
}
