// The Options and Deltas panels (PANEL-2, PANEL-3): the options or deltas on one future with one expiry, as a
// chain or a flat list. A click makes the option under the pointer the active contract, a double-click on a
// price opens the ticket to deal at it.
import type { MarketRow } from '@openpit/wire';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Anchor } from '../../actions/action.ts';
import { reasonAgainst, useActionContext, useFeedState } from '../../actions/action.ts';
import { addStrike } from '../../actions/option-actions.ts';
import {
  type ChainKind,
  type OptionSeries,
  optionSeries,
  priceText,
  seriesName,
  seriesOf,
} from '../../market/market-text.ts';
import { setActiveContract, useActiveContract } from '../../stores/chosen.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { OrdersIcon, PlusIcon } from '../../ui/icons.tsx';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter, PanelTools } from '../../ui/panel-slots.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { FeedAge, isOld } from '../market/feed-age.tsx';
import { InstrumentFilter, isOfInstruments, useInstruments } from '../market/instrument-filter.tsx';
import { marketMessage, noneOf } from '../market/market-message.ts';
import { useMarketRows } from '../market/use-market-rows.tsx';
import { useWorkingLots } from '../own-orders/use-working-lots.ts';
import { itemsOfOption } from '../own-positions/expiry-items.ts';
import { useNetLots } from '../own-positions/use-net-lots.ts';
import { RowCount } from '../rows/row-count.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { useSavedView } from '../settings/use-saved-view.ts';
import { onAnyChange } from '../sources/derived-value.ts';
import { marketColumns, type Prices, usePrices } from '../sources/prices.ts';
import { createRowSource } from '../sources/row-source.ts';
import { useStoreKeys, useStoreStatus } from '../sources/use-store.ts';
import { AddStrike } from './add-strike.tsx';
import styles from './chain.module.css';
import { chainColumns, phoneColumnIds, targetOfCell } from './chain-columns.ts';
import { type ChainShow, chainSettings, chainShows, quotedIn } from './chain-settings.ts';
import { type ChainRow, chainRows } from './option-chain.ts';
import { OptionList } from './option-list.tsx';

const keyOf = (row: ChainRow) => row.strike;
const isSameLine = (a: ChainRow, b: ChainRow) =>
  a.call === b.call && a.put === b.put && a.isAtTheMoney === b.isAtTheMoney;
const titles = { options: 'Options', deltas: 'Deltas' } as const;
const showNames: Readonly<Record<ChainShow, string>> = {
  volatility: 'Volatility',
  premium: 'Premium',
  greeks: 'Greeks',
};

export const OptionsPanel = (props: PanelProps) => <ChainPanel {...props} kind="options" />;
export const DeltasPanel = (props: PanelProps) => <ChainPanel {...props} kind="deltas" />;

function ChainPanel(props: PanelProps & { readonly kind: ChainKind }) {
  const { device, kind } = props;
  const [settings, change] = usePanelSettings(chainSettings, props);
  const { show = kind === 'deltas' ? 'volatility' : 'premium' } = settings;
  const savedView = useSavedView(props);
  const isPhone = device === 'mobile';
  const keys = useStoreKeys(contractStore);
  const status = useStoreStatus(contractStore);
  const feed = useFeedState();
  const context = useActionContext();
  const working = useWorkingLots();
  const net = useNetLots();
  const active = useActiveContract((state) => state.contract);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const orderLots = usePreferences((preferences) => preferences.document.defaults.defaultOrderQuantity);
  const [isAdding, setAdding] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  const { chosen: instruments, choose } = useInstruments(props);
  const listed = useMemo(
    () =>
      optionSeries(
        keys.flatMap((key) => contractStore.get(key) ?? []),
        kind,
      ),
    [keys, kind],
  );
  const all = useMemo(
    () => listed.filter((series) => isOfInstruments(series, instruments)),
    [listed, instruments],
  );
  const chosen = all.find(({ id }) => id === settings.series) ?? all[0];
  const seriesId = chosen?.id;
  const contracts = useMemo(
    () =>
      keys.filter((key) => {
        const row = contractStore.get(key);
        return row !== undefined && seriesId !== undefined && seriesOf(row, kind)?.id === seriesId;
      }),
    [keys, kind, seriesId],
  );
  const prices = usePrices(contracts, { line: kind === 'options' ? 'Options' : 'Deltas' });
  const onRepaint = useMemo(
    () => onAnyChange(working, net, { onChange: prices.onReception }),
    [working, net, prices],
  );

  const source = useMemo(() => createRowSource<ChainRow, number>(keyOf, isSameLine), []);
  const [chain, setChain] = useState<{
    readonly series: string | undefined;
    readonly strikes: readonly number[];
  }>({
    series: undefined,
    strikes: [],
  });
  const { strikes } = chain;
  useEffect(() => {
    const read = () => {
      const lines = chainRows(contracts.flatMap((contract) => prices.get(contract) ?? []));
      source.set(lines);
      return lines;
    };
    setChain({ series: seriesId, strikes: read().map(keyOf) });
    return prices.onChange(read);
  }, [source, contracts, prices, seriesId]);

  const columns = useMemo(() => {
    const whole = marketColumns(
      chainColumns({ show, kind, working: working.current, net: net.current, orderLots }),
      prices,
      (row, columnId) => targetOfCell(row, columnId)?.row.contract ?? null,
    );
    if (!isPhone) return whole;
    const shown = phoneColumnIds.flatMap((id) => whole.find((one) => one.id === id) ?? []);
    // Each line has the bid over the offer: one caption names both.
    return shown.map((column) => (column.title === 'Bid' ? { ...column, title: 'Bid / offer' } : column));
  }, [show, kind, working, net, orderLots, prices, isPhone]);

  // Scrolls so that the strike is in the middle of the panel, and the strike at the money in the middle of
  // the lines.
  const shownSeries = strikes.length === 0 ? undefined : chain.series;
  const strikesNow = useRef(strikes);
  strikesNow.current = strikes;
  useEffect(() => {
    const grid = place.current?.querySelector('[role="grid"]');
    if (shownSeries === undefined || grid === null || grid === undefined) return;
    grid.scrollLeft = (grid.scrollWidth - grid.clientWidth) / 2;
    const line = strikesNow.current.findIndex((strike) => source.get(strike)?.isAtTheMoney);
    const height = grid.querySelector('[data-line]')?.clientHeight ?? 0;
    grid.scrollTop = Math.max(0, (line + 1.5) * height - grid.clientHeight / 2);
  }, [source, shownSeries]);

  const addStrikeItem: ActionMenuItem = {
    id: addStrike.id,
    label: 'Add strike…',
    icon: <PlusIcon />,
    disabledReason: chosen === undefined ? null : reasonAgainst(addStrike, { ...chosen, strike: 0 }, context),
    run: () => setAdding(true),
  };
  const moreItems = (row: MarketRow, anchor: Anchor): readonly ActionMenuItem[] => {
    const [first, ...others] = [...itemsOfOption(row, anchor, context), addStrikeItem];
    return first === undefined ? [] : [{ ...first, startsPart: true }, ...others];
  };
  const { listeners, menu } = useMarketRows<ChainRow>({
    isPhone,
    targetOf: targetOfCell,
    isByVolatility: kind === 'options' && quotedIn(show) === 'volatility',
    menuOf: (row) => row.call ?? row.put,
    onElsewhere: () => {
      if (chosen !== undefined) setActiveContract(chosen.underlying);
    },
    moreItems: chosen === undefined ? undefined : moreItems,
  });
  const selected = active === null ? null : (contractStore.get(active)?.contractDisplay.strike ?? null);
  const isList = settings.look === 'list' && !isPhone;
  const label = chosen === undefined ? titles[kind] : `${titles[kind]} on ${chosen.underlying}`;
  return (
    <>
      <PanelTools>
        <SegmentedControl<ChainShow>
          label="What is shown"
          look="tabs"
          value={show}
          onChange={(next) => change({ show: next })}
          segments={chainShows.map((value) => ({ value, label: showNames[value] }))}
        />
        {!isPhone && (
          <IconButton
            icon={<OrdersIcon />}
            label="One line for each option, volatility beside premium"
            aria-pressed={isList}
            onClick={() => change({ look: isList ? 'chain' : 'list' })}
          />
        )}
      </PanelTools>
      <InstrumentFilter
        instruments={listed.map(({ instrument }) => instrument)}
        chosen={instruments}
        isPhone={isPhone}
        onChoose={choose}
      />
      {chosen !== undefined && (
        <div className={styles.bar}>
          <label className={styles.series}>
            <span className="visually-hidden">Underlying and expiry</span>
            <select value={chosen.id} onChange={(event) => change({ series: event.target.value })}>
              {all.map((series) => (
                <option key={series.id} value={series.id}>
                  {seriesName(series)}
                </option>
              ))}
            </select>
          </label>
          <UnderlyingLine series={chosen} sample={contracts[0] ?? null} prices={prices} />
          {/* Deltas have no space for the button: their menu opens the form. */}
          {(kind === 'options' || isAdding) && (
            <AddStrike series={chosen} context={context} isOpen={isAdding} onOpen={setAdding} />
          )}
        </div>
      )}
      {isList ? (
        <OptionList
          {...{ contracts, prices, kind, label, savedView, orderLots }}
          quoted={quotedIn(show)}
          moreItems={moreItems}
        />
      ) : (
        <>
          {chosen !== undefined && (
            <p className={styles.halves} aria-hidden="true">
              <span>Calls</span>
              <span>Puts</span>
            </p>
          )}
          <div className={styles.chain} ref={place}>
            <LiveGrid
              label={label}
              source={source}
              rowKeys={strikes}
              keyOf={keyOf}
              columns={columns}
              {...savedView}
              isStacked={isPhone}
              className={isPhone ? styles.phone : undefined}
              flash={flash}
              isStale={isOld(feed)}
              selectedKey={contracts.includes(active ?? '') ? selected : null}
              message={marketMessage(status, noneOf(kind, instruments))}
              onRepaint={onRepaint}
              {...listeners}
            />
          </div>
        </>
      )}
      <PanelFooter>
        <RowCount count={strikes.length} one="strike" many="strikes" isKnown={status === 'success'} />
        {show !== 'premium' && <span>implied vol %</span>}
        <FeedAge />
      </PanelFooter>
      {menu}
    </>
  );
}

/** The price of the future from which the volatilities and premiums are computed, and the days to expiry. */
function UnderlyingLine({
  series,
  sample,
  prices,
}: {
  readonly series: OptionSeries;
  /** Any option of the series, for the price of its future. */
  readonly sample: string | null;
  readonly prices: Prices;
}) {
  const option = useSyncExternalStore(prices.onChange, () =>
    sample === null ? undefined : prices.get(sample),
  );
  const isStale = isOld(useFeedState());
  if (option?.reference === undefined) return null;
  const days = option.daysToExpiry ?? 0;
  return (
    <p className={styles.underlying} data-stale={isStale || undefined}>
      future at <strong>{priceText(option.reference, { contract: series.underlying, ...series })}</strong>
      <span>{days === 0 ? 'expired' : `${days} ${days === 1 ? 'day' : 'days'} to expiry`}</span>
    </p>
  );
}
