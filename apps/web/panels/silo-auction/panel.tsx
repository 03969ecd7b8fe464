// The Silo auction panel (SILO-2, SILO-3): the stage of each delivery with the time left, the lots with bids and ranks, the user's bids,
// the lots that must be delivered, and the deliveries with their invoices.
import type { SiloAuctionRow, SiloBidRow, SiloOfferRow } from '@openpit/wire';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { lotActions, openBidForm } from '../../actions/silo-actions.ts';
import { exchangeTime } from '../../market/market-text.ts';
import { usePhases } from '../../market/phases.ts';
import { siloNames, stageOf, useSiloData } from '../../market/silo.ts';
import { useDataSet, useStoreRows } from '../../market/use-store.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { countText, formatCountdown } from '../../ui/format.ts';
import { onEverySecond } from '../../ui/media.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { rowActions, type SomeRows } from '../parts/rows/row-actions.tsx';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import { compareOffers } from '../parts/silo/columns.ts';
import styles from '../parts/silo/silo.module.css';
import { bidColumns, type LotRow, lotColumns, lotsWithBids } from './columns.ts';
import { type SiloAuctionTab, siloAuctionSettings, siloAuctionTabs } from './definition.tsx';
import { type AuctionTabProps, Deliveries, DeliveriesDue } from './deliveries.tsx';
import {
  auctionCounts,
  auctionLines,
  bidsHint,
  isOver,
  newestDay,
  nextDelivery,
  ofOpenLots,
  stageNames,
  stageSentence,
} from './rules.ts';

interface StageStripProps {
  readonly auctions: readonly SiloAuctionRow[];
  /** The business day; null while it is not known. */
  readonly today: string | null;
  /** The contracts that can be delivered next, as a sentence; null if none can. */
  readonly next: string | null;
  /** Server time minus the time of this browser, in milliseconds. */
  readonly offsetMs: number;
  readonly isPhone: boolean;
}

export function StageStrip({ auctions, today, next, offsetMs, isPhone }: StageStripProps) {
  const isStale = isOld(useFeedState());
  if (auctions.length === 0) return null;
  return (
    <>
      <ul
        className={styles.stages}
        aria-label="Deliveries of the day"
        data-phone={isPhone || undefined}
        data-stale={isStale || undefined}
      >
        {auctionLines(auctions).map(({ name, auction }) => (
          <li key={auction.uniqueKey} className={styles.stage} data-stage={auction.stage}>
            <strong>{name}</strong>
            <span className={styles.stageName}>{stageNames[auction.stage]}</span>
            <span>{stageSentence(auction, today)}</span>
            {auction.endsAt !== null && <TimeLeft endsAt={auction.endsAt} offsetMs={offsetMs} />}
            <span className={styles.counts}>{auctionCounts(auction)}</span>
          </li>
        ))}
        {next !== null && auctions.every((auction) => isOver(auction, today)) && (
          <li className={styles.stage}>{next}</li>
        )}
      </ul>
      {/* Announced when a stage begins, not with every second or bid. */}
      <p role="status" className="visually-hidden">
        {auctionLines(auctions)
          .map(
            ({ name, auction }) => `${name}: ${stageNames[auction.stage]}, ${stageSentence(auction, today)}.`,
          )
          .join(' ')}
      </p>
    </>
  );
}

function TimeLeft({ endsAt, offsetMs }: { readonly endsAt: number; readonly offsetMs: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => onEverySecond(() => setNow(Date.now())), []);
  const left = endsAt - now - offsetMs;
  return (
    <span>
      until {exchangeTime(endsAt).slice(0, 5)}
      {left > 0 && (
        <>
          , <b>{formatCountdown(left)}</b> left
        </>
      )}
    </span>
  );
}

const keyOf = ({ siloCertSeq }: SiloOfferRow) => siloCertSeq;
const deliverable = ['futures'] as const;

/** The lots of the day's deliveries, with the user's bid and its rank. */
function Lots({ panel, names, auctions, next, isBegun }: AuctionTabProps) {
  const offers = useDataSet('siloOffers');
  const bids = useDataSet('siloBids');
  const rows = useMemo(() => lotsWithBids(offers.rows, bids.rows), [offers.rows, bids.rows]);
  const { source } = useRowSource(rows, keyOf);
  const columns = useMemo(() => lotColumns(names), [names]);
  const actions = useMemo(
    () =>
      rowActions({
        list: lotActions,
        one: 'lot',
        targetOf: ([offer]: SomeRows<LotRow>) => ({
          offer,
          stage: stageOf(auctions, offer),
          bids: offer.ownBids,
        }),
        doubleClick: [openBidForm],
        buttons: { width: 56, rank: 6, nameOf: (label, lot) => `${label} for lot ${lot.siloCertSeq}` },
      }),
    [auctions],
  );
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
      contractKinds={deliverable}
      phoneLines={styles.phoneLines}
      compare={compareOffers}
      menu={{ labelOf: ({ siloCertSeq, contract }) => `Lot ${siloCertSeq} of ${contract}` }}
      rowActions={actions}
      footerOf={(shown) => <BidsNote lots={shown} />}
    />
  );
}

/** "2 bids lead, 1 does not". */
function BidsNote({ lots }: { readonly lots: readonly LotRow[] }) {
  const bids: readonly SiloBidRow[] = lots.flatMap(({ ownBids }) => ownBids);
  if (bids.length === 0) return null;
  const leading = bids.filter(({ rank }) => rank === 1).length;
  return (
    <span>
      {countText(bids.length, 'own bid')}, {leading} leading
    </span>
  );
}

const newestFirst = (a: SiloBidRow, b: SiloBidRow) => b.siloBidSeq - a.siloBidSeq;
const dealerOf = ({ dealer }: SiloBidRow) => dealer;

/** The user's bids of the day: each with its rank while it is open, and how it ended. */
function OwnBids({ panel, auctions }: AuctionTabProps) {
  const bids = useDataSet('siloBids');
  const { rows: offers } = useDataSet('siloOffers');
  const actions = useMemo(() => {
    const offerOf = new Map(offers.map((offer) => [offer.siloCertSeq, offer]));
    return rowActions({
      list: lotActions,
      one: 'bid',
      targetOf: ([bid]: SomeRows<SiloBidRow>) => ({
        offer: offerOf.get(bid.siloCertSeq),
        stage: stageOf(auctions, bid),
        bids: bid.state === 'Open' ? [bid] : [],
      }),
      buttons: {
        width: 56,
        rank: 5,
        nameOf: (label, bid) => `${label} for lot ${bid.siloCertSeq}: bid ${bid.siloBidSeq}`,
      },
    });
  }, [auctions, offers]);
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
          detail: `${bidsHint(auctions)} Other members do not see whose bid it is.`,
        },
      }}
      columns={bidColumns}
      contractKinds={deliverable}
      phoneLines={styles.phoneLines}
      compare={newestFirst}
      dealerOf={dealerOf}
      menu={{ labelOf: ({ siloBidSeq }) => `Bid ${siloBidSeq}` }}
      rowActions={actions}
    />
  );
}

const tabs: Readonly<Record<SiloAuctionTab, (props: AuctionTabProps) => ReactNode>> = {
  Lots,
  'Own bids': OwnBids,
  'To deliver': DeliveriesDue,
  Deliveries,
};

export function SiloAuctionPanel(props: PanelProps) {
  const [{ tab = 'Lots' }, change] = usePanelSettings(siloAuctionSettings, props);
  const isPhone = props.device === 'mobile';
  const [answer] = useSiloData();
  const names = useMemo(() => siloNames(answer.status === 'success' ? answer.value : null), [answer]);
  const { rows } = useDataSet('siloAuctions');
  const { rows: offers } = useDataSet('siloOffers');
  const auctions = useMemo(
    () => newestDay(rows).map((auction) => ofOpenLots(auction, offers)),
    [rows, offers],
  );
  const { phases, offsetMs } = usePhases();
  const today = phases?.businessDay ?? null;
  const dates = useStoreRows(dataSetStores.contractDate);
  const next = useMemo(() => (today === null ? null : nextDelivery(dates, today)), [dates, today]);
  const isBegun = auctions.some((auction) => !isOver(auction, today));
  const bids = useDataSet('siloBids');
  const Tab = tabs[tab];
  return (
    <>
      <SegmentedControl<SiloAuctionTab>
        label="What is shown"
        look="tabs"
        value={tab}
        onChange={(next) => change({ tab: next })}
        segments={siloAuctionTabs.map((value) => ({
          value,
          label: value,
          count: value === 'Own bids' && bids.status === 'success' ? bids.rows.length : undefined,
        }))}
        className={isPhone ? styles.phoneTabs : styles.tabs}
      />
      <StageStrip auctions={auctions} today={today} next={next} offsetMs={offsetMs} isPhone={isPhone} />
      <Tab key={tab} panel={props} names={names} auctions={auctions} next={next} isBegun={isBegun} />
    </>
  );
}
