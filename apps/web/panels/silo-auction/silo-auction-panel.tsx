// The Silo auction panel (SILO-2, SILO-3): the stage of each delivery with the time left, the lots with bids and ranks, the own bids,
// what must be delivered, and the deliveries with their invoices.
import { type ReactNode, useMemo } from 'react';
import { dataSetStores } from '../../stores/stores.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { usePhases } from '../market/use-phases.ts';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import styles from '../silo/silo.module.css';
import { siloNames, useSiloData } from '../silo/silo-data.ts';
import type { AuctionTabProps } from '../silo/silo-tabs.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { useStoreRows } from '../sources/use-store.ts';
import { Deliveries } from './deliveries.tsx';
import { Lots } from './lots.tsx';
import { OwnBids } from './own-bids.tsx';
import { type SiloAuctionTab, siloAuctionSettings, siloAuctionTabs } from './silo-auction-settings.ts';
import { StageStrip } from './stage-strip.tsx';
import { isOver, newestDay, nextDelivery } from './stage-words.ts';
import { ToDeliver } from './to-deliver.tsx';

const tabs: Readonly<Record<SiloAuctionTab, (props: AuctionTabProps) => ReactNode>> = {
  Lots,
  'Own bids': OwnBids,
  'To deliver': ToDeliver,
  Deliveries,
};

export function SiloAuctionPanel(props: PanelProps) {
  const [{ tab = 'Lots' }, change] = usePanelSettings(siloAuctionSettings, props);
  const isPhone = props.device === 'mobile';
  const [answer] = useSiloData();
  const names = useMemo(() => siloNames(answer.status === 'success' ? answer.value : null), [answer]);
  const { rows } = useDataSet('siloAuctions');
  const auctions = useMemo(() => newestDay(rows), [rows]);
  const { phases, offsetMs } = usePhases();
  const today = phases?.businessDay ?? null;
  const dates = useStoreRows(dataSetStores.contractDate);
  const next = useMemo(() => (today === null ? null : nextDelivery(dates, today)), [dates, today]);
  const isBegun = auctions.some((auction) => !isOver(auction, today));
  const bids = useDataSet('siloBids');
  const openBids = bids.rows.filter(({ state }) => state === 'Open').length;
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
          ...(value === 'Own bids' && bids.status === 'success' && { count: openBids }),
        }))}
        className={isPhone ? styles.phoneTabs : styles.tabs}
      />
      <StageStrip auctions={auctions} today={today} next={next} offsetMs={offsetMs} isPhone={isPhone} />
      <Tab key={tab} panel={props} names={names} auctions={auctions} next={next} isBegun={isBegun} />
    </>
  );
}
