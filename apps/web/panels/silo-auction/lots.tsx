// The lots of the day's deliveries (SILO-2): location, effective price and best premium, with the own bid and its rank.
import type { SiloBidRow, SiloOfferRow } from '@openpit/wire';
import { useCallback, useMemo } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import { lotActions, openBidForm, runItemAction } from '../../actions/silo-actions.ts';
import { entryOfKey } from '../../ui/keys.ts';
import { ActionButtons, actionItems } from '../rows/action-buttons.tsx';
import { RowsPanel } from '../rows/rows-panel.tsx';
import styles from '../silo/silo.module.css';
import { compareOffers } from '../silo/silo-columns.ts';
import type { AuctionTabProps } from '../silo/silo-tabs.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { lotKeys } from './lot-keys.ts';
import { type LotRow, lotColumns, lotsWithBids, phoneLotColumns } from './lots-columns.ts';
import { stageOf } from './stage-words.ts';

const keyOf = ({ siloCertSeq }: SiloOfferRow) => siloCertSeq;
export function Lots({ panel, names, auctions, next, isBegun }: AuctionTabProps) {
  const isPhone = panel.device === 'mobile';
  const context = useActionContext();
  const offers = useDataSet('siloOffers');
  const bids = useDataSet('siloBids');
  const rows = useMemo(() => lotsWithBids(offers.rows, bids.rows), [offers.rows, bids.rows]);
  const { source } = useRowSource(rows, keyOf);
  const targetOf = useCallback(
    (offer: LotRow) => ({ offer, stage: stageOf(auctions, offer), bids: offer.ownBids }),
    [auctions],
  );
  const columns = useMemo(() => {
    const make = isPhone ? phoneLotColumns : lotColumns;
    return make(names, (lot) => (
      <ActionButtons
        actions={lotActions}
        target={targetOf(lot)}
        context={context}
        isOnPhone={isPhone}
        nameOf={(label) => `${label} for lot ${lot.siloCertSeq}`}
      />
    ));
  }, [context, isPhone, names, targetOf]);
  return (
    <RowsPanel
      panel={panel}
      label="Lots"
      set={{ rows, status: offers.status, source, keyOf }}
      texts={{
        rows: 'lots',
        isOfMarket: true,
        one: 'lot',
        many: 'lots',
        empty: isBegun
          ? { title: 'No certificate is tendered yet.', detail: 'Lots show here as shorts tender them.' }
          : { title: 'No delivery today.', detail: next ?? 'No future is listed for delivery.' },
      }}
      columns={columns}
      phoneLines={styles.phoneLines}
      compare={compareOffers}
      menu={{
        labelOf: ({ siloCertSeq, contract }) => `Lot ${siloCertSeq} of ${contract}`,
        itemsOf: ({ row }) => actionItems(lotActions, targetOf(row), context),
      }}
      onDoubleClick={({ row }) => {
        if (reasonAgainst(openBidForm, targetOf(row), context) === null)
          void runItemAction(openBidForm, targetOf(row), context);
      }}
      onKey={(key, { row }) => {
        const id = entryOfKey(lotKeys, key);
        const action = lotActions.find((one) => one.id === id);
        if (action !== undefined) void runItemAction(action, targetOf(row), context);
        return action !== undefined;
      }}
      footerOf={(shown) => <BidsNote lots={shown} />}
    />
  );
}

/** "2 bids lead, 1 does not". */
function BidsNote({ lots }: { readonly lots: readonly LotRow[] }) {
  const own: readonly SiloBidRow[] = lots.flatMap(({ ownBids }) => ownBids);
  if (own.length === 0) return null;
  const leading = own.filter(({ rank }) => rank === 1).length;
  return (
    <span>
      {own.length} own {own.length === 1 ? 'bid' : 'bids'}, {leading} leading
    </span>
  );
}
