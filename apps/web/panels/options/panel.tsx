// The Options and Deltas panels (PANEL-2, PANEL-3): the options or deltas on one future with one expiry, as a chain or a flat list. A
// click makes the option under the pointer the active contract, a double-click on a price opens the ticket to deal at it.
import type { MarketRow } from '@openpit/wire';
import {
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ActionContext, reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { Anchor } from '../../actions/dialogs.ts';
import { addStrike, runAddStrike } from '../../actions/option-actions.ts';
import { StaleLine } from '../../market/contract-heading.tsx';
import {
  type ChainKind,
  type OptionSeries,
  optionSeries,
  priceText,
  seriesName,
  seriesOf,
} from '../../market/market-text.ts';
import { type Prices, useIsOld, usePrices } from '../../market/prices.ts';
import { useStoreKeys, useStoreStatus } from '../../market/use-store.ts';
import { setActiveContract, useActiveContract } from '../../stores/chosen.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { parseDecimal } from '../../ui/decimal-input.ts';
import { countText } from '../../ui/format.ts';
import { OrdersIcon, PlusIcon } from '../../ui/icons.tsx';
import { pressedKey } from '../../ui/keys.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import { PanelFooter, PanelTitle, PanelTools } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { joinStops } from '../../ui/signal.ts';
import {
  contractOfCell,
  marketColumns,
  marketMessage,
  noContracts,
  useFittedColumns,
} from '../parts/market/columns.ts';
import { InstrumentFilter, isOfInstruments, useInstruments } from '../parts/market/instrument-filter.tsx';
import { contractOfRow, useMarketRows } from '../parts/market/use-market-rows.tsx';
import { useWorkingLots } from '../parts/own/orders.ts';
import { itemsOfOption, useNetLots } from '../parts/own/positions.ts';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { createRowSource } from '../parts/row-source.ts';
import { RowCount } from '../parts/rows/rows-panel.tsx';
import { type SavedView, useSavedView } from '../parts/saved-view.ts';
import styles from './chain.module.css';
import { chainColumns, columnInHalf, listColumns, phoneColumns, targetOfCell } from './columns.ts';
import { addStrikeKeys, type ChainShow, chainSettings, chainShows, quotedIn } from './definition.tsx';
import { type ChainRow, chainRows } from './rules.ts';

interface AddStrikeProps {
  readonly series: OptionSeries;
  readonly context: ActionContext;
  /** True if the field is open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Asks the exchange to list a new strike (market/contracts.md, Strikes): a button and, once it is pressed, a field for the strike. */
function AddStrike({ series, context, isOpen, onOpen }: AddStrikeProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const fieldId = useId();
  const { instrument, contractDate } = series;
  const reason = reasonAgainst(addStrike, { instrument, contractDate, strike: 0 }, context);
  const close = () => {
    onOpen(false);
    setText('');
    setError(null);
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const read = parseDecimal(text);
    const strike = read.kind === 'number' ? Number(read.text) : Number.NaN;
    if (read.kind === 'bad') setError(read.reason);
    else if (!(strike > 0)) setError('Which strike, in rand per ton?');
    else {
      setSending(true);
      const rejection = await runAddStrike({ instrument, contractDate, strike }, context);
      setSending(false);
      if (rejection === null) close();
      else setError(rejection);
    }
  };
  if (!isOpen)
    return (
      <div className={styles.strike}>
        <Button size="small" icon={<PlusIcon />} disabledReason={reason} onClick={() => onOpen(true)}>
          Add strike
        </Button>
      </div>
    );
  return (
    <form
      className={styles.strike}
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (pressedKey(addStrikeKeys, event.nativeEvent) === 'close') close();
      }}
    >
      {error !== null && (
        <p id={`${fieldId}error`} role="alert">
          {error}
        </p>
      )}
      <label htmlFor={fieldId}>Strike, R/t</label>
      <input
        id={fieldId}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${fieldId}error`}
        ref={focusWhenShown}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="small"
        variant="primary"
        type="submit"
        disabledReason={isSending ? 'Waiting for the answer of the exchange.' : reason}
      >
        Add
      </Button>
      <Button size="small" variant="quiet" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}

function focusWhenShown(field: HTMLInputElement | null): void {
  field?.focus();
}

interface OfSeriesProps {
  /** The options or deltas of the series. */
  readonly contracts: readonly string[];
  readonly prices: Prices;
  readonly kind: ChainKind;
  readonly show: ChainShow;
  readonly label: string;
  readonly savedView: SavedView;
  readonly status: LoadStatus;
  readonly moreItems: ((row: MarketRow, anchor: Anchor) => readonly ActionMenuItem[]) | undefined;
}

/** The input of the columns of both views, and the look of their grids. */
function useSeriesLook({ prices, kind, show }: Pick<OfSeriesProps, 'prices' | 'kind' | 'show'>) {
  const working = useWorkingLots();
  const net = useNetLots();
  const orderLots = usePreferences((preferences) => preferences.document.defaults.defaultOrderQuantity);
  const flash = usePreferences((preferences) => preferences.document.defaults.colorOnUpdates);
  const isStale = isOld(useFeedState());
  const onRepaint = useCallback(
    (listener: () => void) =>
      joinStops(working.onChange(listener), net.onChange(listener), prices.onReception(listener)),
    [working, net, prices],
  );
  const look = useMemo(
    () => ({ kind, working: working.current, net: net.current, orderLots }),
    [kind, working, net, orderLots],
  );
  const isByVolatility = kind === 'options' && quotedIn(show) === 'volatility';
  return { look, isByVolatility, grid: { flash, isStale, onRepaint } };
}

const keyOf = (row: MarketRow) => row.contract;

/** The series as a flat list, to sort, filter and export like every other list. Its view is saved together with the chain's view. */
function OptionList(props: OfSeriesProps) {
  const { contracts, prices, kind, show, label, savedView, status, moreItems } = props;
  const { look, isByVolatility, grid } = useSeriesLook(props);
  const active = useActiveContract((state) => state.contract);
  const own = useMemo(
    () => marketColumns(listColumns({ ...look, quoted: quotedIn(show) }), prices, contractOfCell),
    [look, show, prices],
  );
  const texts = useMemo(() => ({ contract: contracts }), [contracts]);
  const columns = useFittedColumns(own, texts);
  const sorted = useMemo(() => contracts.toSorted(compareStrikes), [contracts]);
  const { listeners, menu } = useMarketRows({
    ...{ isPhone: false, isByVolatility, targetOf: contractOfRow, moreItems },
  });
  return (
    <>
      <LiveGrid
        {...{ label, columns, keyOf }}
        source={prices}
        rowKeys={sorted}
        {...savedView}
        {...grid}
        selectedKey={active}
        message={marketMessage(status, { title: `No ${kind} are listed.` })}
        {...listeners}
      />
      {menu}
    </>
  );
}

/** By strike, each call before its put. */
function compareStrikes(a: string, b: string): number {
  const display = (contract: string) => contractStore.get(contract)?.contractDisplay;
  const [left, right] = [display(a), display(b)];
  return (left?.strike ?? 0) - (right?.strike ?? 0) || (left?.flag ?? '').localeCompare(right?.flag ?? '');
}

const keyOfStrike = (row: ChainRow) => row.strike;
const isSameLine = (a: ChainRow, b: ChainRow) =>
  a.call === b.call && a.put === b.put && a.isAtTheMoney === b.isAtTheMoney;

/** The lines of the chain, kept up to date in a source; their strikes are set with their series. */
function useChain(contracts: readonly string[], prices: Prices, seriesId: string | undefined) {
  const source = useMemo(() => createRowSource<ChainRow, number>(keyOfStrike, isSameLine), []);
  const [chain, setChain] = useState<{
    readonly series: string | undefined;
    readonly strikes: readonly number[];
  }>({ series: undefined, strikes: [] });
  useEffect(() => {
    const read = () => {
      const lines = chainRows(contracts.flatMap((contract) => prices.get(contract) ?? []));
      source.set(lines);
      return lines;
    };
    setChain({ series: seriesId, strikes: read().map(keyOfStrike) });
    return prices.onChange(read);
  }, [source, contracts, prices, seriesId]);
  return { source, ...chain };
}

/**
 * Scrolls so that the strike at the money is in the middle of the lines. The first line in view is fully visible.
 */
function useCentredAtTheMoney({ source, series, strikes }: ReturnType<typeof useChain>) {
  const place = useRef<HTMLDivElement>(null);
  const shownSeries = strikes.length === 0 ? undefined : series;
  const strikesNow = useRef(strikes);
  strikesNow.current = strikes;
  useEffect(() => {
    const grid = place.current?.querySelector('[role="grid"]');
    if (shownSeries === undefined || grid === null || grid === undefined) return;
    const line = strikesNow.current.findIndex((strike) => source.get(strike)?.isAtTheMoney);
    const height = grid.querySelector('[data-line]')?.getBoundingClientRect().height ?? 0;
    grid.scrollTop = Math.max(0, Math.round(line + 1.5 - grid.clientHeight / 2 / height)) * height;
  }, [source, shownSeries]);
  return place;
}

interface ChainProps extends OfSeriesProps {
  readonly series: OptionSeries | undefined;
  readonly isPhone: boolean;
  /** The chosen instruments; null for all. */
  readonly instruments: readonly string[] | null;
}

function Chain(props: ChainProps) {
  const { contracts, prices, kind, show, label, savedView, status, moreItems, isPhone, instruments } = props;
  const { series } = props;
  const { look, isByVolatility, grid } = useSeriesLook(props);
  const active = useActiveContract((state) => state.contract);
  const chain = useChain(contracts, prices, series?.id);
  const place = useCentredAtTheMoney(chain);
  const columns = useMemo(() => {
    const whole = marketColumns(
      chainColumns({ ...look, show }),
      prices,
      (row, columnId) => targetOfCell(row, columnId)?.row.contract ?? null,
    );
    return isPhone ? phoneColumns(whole, show) : whole;
  }, [look, show, prices, isPhone]);
  const { listeners, menu } = useMarketRows<ChainRow>({
    ...{ isPhone, isByVolatility, moreItems },
    targetOf: targetOfCell,
    menuOf: (row) => row.call ?? row.put,
    onElsewhere: () => {
      if (series !== undefined) setActiveContract(series.underlying);
    },
    elsewhereReason: 'A strike has a call and a put: move to its side with ← or → first.',
  });
  const chosen = active !== null && contracts.includes(active) ? contractStore.get(active) : undefined;
  return (
    <>
      {series !== undefined && (
        <p className={styles.halves} aria-hidden="true">
          <span>Calls</span>
          <span>Puts</span>
        </p>
      )}
      <div className={styles.chain} data-show={show} ref={place}>
        <LiveGrid
          {...{ label, columns }}
          source={chain.source}
          rowKeys={chain.strikes}
          keyOf={keyOfStrike}
          {...savedView}
          {...grid}
          isStacked={isPhone}
          className={isPhone ? styles.phone : undefined}
          selectedKey={chosen?.contractDisplay.strike}
          selectedColumn={chosen?.contractDisplay.flag === 'P' ? columnInHalf.put : columnInHalf.call}
          message={marketMessage(status, noContracts(kind, instruments))}
          {...listeners}
        />
      </div>
      {menu}
    </>
  );
}

const titles = { options: 'Options', deltas: 'Deltas' } as const;
const showNames: Readonly<Record<ChainShow, string>> = {
  volatility: 'Volatility',
  premium: 'Premium',
  greeks: 'Greeks',
};

const unitTexts = { volatility: 'implied vol %', premium: 'premium, R/t' } as const;

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
  const context = useActionContext();
  const [isAdding, setAdding] = useState(false);
  const { chosen: instruments, choose } = useInstruments(props);
  const rows = useMemo(() => keys.flatMap((key) => contractStore.get(key) ?? []), [keys]);
  const listed = useMemo(() => optionSeries(rows, kind), [rows, kind]);
  const all = listed.filter((series) => isOfInstruments(series, instruments));
  const chosen = all.find(({ id }) => id === settings.series) ?? all[0];
  const seriesId = chosen?.id;
  const ofSeries = useMemo(
    () => (seriesId === undefined ? [] : rows.filter((row) => seriesOf(row, kind)?.id === seriesId)),
    [rows, kind, seriesId],
  );
  const contracts = useMemo(() => ofSeries.map(({ contract }) => contract), [ofSeries]);
  const strikes = new Set(ofSeries.map(({ contractDisplay }) => contractDisplay.strike)).size;
  const line = kind === 'options' ? 'Options' : 'Deltas';
  const prices = usePrices(contracts, { line });

  const addStrikeItem: ActionMenuItem = {
    id: addStrike.id,
    label: 'Add strike…',
    icon: <PlusIcon />,
    disabledReason: chosen === undefined ? null : reasonAgainst(addStrike, { ...chosen, strike: 0 }, context),
    run: () => setAdding(true),
  };
  const moreItems = (row: MarketRow, anchor: Anchor): readonly ActionMenuItem[] => {
    const [first, ...others] = [...itemsOfOption(row, anchor, context), addStrikeItem];
    return first === undefined ? [] : [{ ...first, startsSection: true }, ...others];
  };
  const isList = settings.look === 'list' && !isPhone;
  const shared = {
    ...{ contracts, prices, kind, show, savedView, status },
    label: chosen === undefined ? titles[kind] : `${titles[kind]} on ${chosen.underlying}`,
    moreItems: chosen === undefined ? undefined : moreItems,
  };
  return (
    <>
      <PanelTitle>
        <SegmentedControl<ChainShow>
          label="What is shown"
          look="tabs"
          value={show}
          onChange={(next) => change({ show: next })}
          segments={chainShows.map((value) => ({ value, label: showNames[value] }))}
        />
      </PanelTitle>
      {!isPhone && (
        <PanelTools>
          <IconButton
            icon={<OrdersIcon />}
            label="One line for each option, volatility beside premium"
            aria-pressed={isList}
            onClick={() => change({ look: isList ? 'chain' : 'list' })}
          />
        </PanelTools>
      )}
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
        <OptionList {...shared} />
      ) : (
        <Chain {...{ ...shared, series: chosen, isPhone, instruments }} />
      )}
      <PanelFooter>
        <RowCount count={strikes} one="strike" many="strikes" isKnown={status === 'success'} />
        {/* A phone shows the greeks without prices. */}
        {!(show === 'greeks' && isPhone) && <span>{unitTexts[quotedIn(show)]}</span>}
        <StaleLine line={line} />
      </PanelFooter>
    </>
  );
}

/** The price of the future for computing volatilities and premiums, and the days to expiry. */
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
  const isStale = useIsOld(sample ?? '');
  if (option?.reference === undefined) return null;
  const days = option.daysToExpiry ?? 0;
  return (
    <p className={styles.underlying} data-stale={isStale || undefined}>
      future at <strong>{priceText(option.reference, { contract: series.underlying, ...series })}</strong>
      <span>{days === 0 ? 'expired' : `${countText(days, 'day')} to expiry`}</span>
    </p>
  );
}
