// The Option calculator panel (PANEL-13): an option of the market, of a position or of free input; its volatility and premiums, the
// call and the put side by side, scenarios, and strategies with their payoff. It sends nothing: its buttons open the ticket.
import { type ContractFacts, compareInstruments, type Side } from '@openpit/wire';
import Big from 'big.js';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ActionContext, reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import { takeSentToCalculator, useSentToCalculator } from '../../actions/view-actions.ts';
import { StaleAge } from '../../market/contract-heading.tsx';
import {
  fallbackTick,
  priceStep,
  rateStep,
  steppedPrice,
  tidiedPrice,
  volatilityStep,
  volatilityUnit,
} from '../../market/contract-terms.ts';
import {
  columnDecimals,
  nearestStrike,
  type OptionSeries,
  optionSeries,
  seriesName,
  seriesOf,
} from '../../market/market-text.ts';
import { usePrices } from '../../market/prices.ts';
import { useStoreKeys, useStoreRow, useStoreRows, useStoreStatus } from '../../market/use-store.ts';
import { useActiveContract } from '../../stores/chosen.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { useLayouts } from '../../stores/layouts.ts';
import { usePreferences } from '../../stores/session.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields.tsx';
import { dash, formatPrice } from '../../ui/format.ts';
import { PanelFooter, PanelTitle } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { openEntry } from '../parts/market/contract-menu.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import styles from './calculator.module.css';
import {
  type CalculatorView,
  calculatorSettings,
  calculatorViews,
  freeInput,
  type GreekUnit,
  greekUnits,
  type RateBasis,
} from './definition.tsx';
import {
  type Amounts,
  type AmountsOf,
  amountsOf,
  type Calculation,
  type FieldName,
  hedgeText,
  type MarketFacts,
  noAmounts,
  nothingTyped,
  type ReadFields,
  ranges,
  readFields,
  readNumber,
  steppedNumber,
  steppedStrike,
  type TypedFields,
  typeIn,
} from './rules.ts';
import { type LegFields, legsOfPositions, readLegs, withNewLeg } from './strategy.ts';
import { ScenariosView, StrategyView } from './strategy-view.tsx';

interface SentOption {
  readonly row: ContractFacts;
  readonly lots: number | null;
}

/** Receives the option that was sent to the calculator. Of several calculators the frontmost one receives it. */
function useSentOption({ column }: Pick<PanelProps, 'column'>, onSent: (sent: SentOption) => void): void {
  const target = useSentToCalculator((state) => state.target);
  const take = useRef(onSent);
  take.current = onSent;
  const { id } = column;
  useEffect(() => {
    if (target === null || !isInFront(id)) return;
    takeSentToCalculator();
    const row = contractStore.get(target.contract);
    if (row !== undefined) take.current({ row, lots: target.lots });
  }, [target, id]);
}

/** Whether no other calculator of the layout is in front of this one. */
function isInFront(id: PanelProps['column']['id']): boolean {
  const columns = useLayouts.getState().current?.document.columns ?? [];
  const own = columns.find((column) => column.id === id);
  if (own === undefined) return true;
  return columns.every(
    ({ component, coordinates }) => component !== own.component || coordinates.z <= own.coordinates.z,
  );
}

/** The contracts of one strike, as far as they are listed. */
interface StrikeContracts {
  readonly call?: string;
  readonly put?: string;
  readonly callDelta?: string;
  readonly putDelta?: string;
}

interface CalculatorMarket {
  readonly all: readonly OptionSeries[];
  /** `null` for free input, and while no option is listed. */
  readonly chosen: OptionSeries | null;
  /** The strikes of the series, the lowest first. */
  readonly strikes: readonly number[];
  readonly contractsAt: (strike: number) => StrikeContracts;
  /** The MTM volatility of the listed strike nearest to this one, in percent. */
  readonly volatilityAt: (strike: number) => number | null;
  readonly facts: MarketFacts;
  readonly tons: number;
  readonly status: LoadStatus;
}

/** For an instrument that is not loaded. */
const defaultTons = 100;

/** The option's data in the market: the series, the contracts at a strike, and the values of empty fields. */
function useCalculatorMarket({
  seriesId,
  instrument,
  typedStrike,
}: {
  /** The series saved in the layout; undefined for the series of the active contract, or else the first one. */
  readonly seriesId: string | undefined;
  /** For free input: whose tick and tons hold. */
  readonly instrument: string;
  readonly typedStrike: string | null;
}): CalculatorMarket {
  const keys = useStoreKeys(contractStore);
  const rows = useMemo(() => keys.flatMap((key) => contractStore.get(key) ?? []), [keys]);
  const all = useMemo(() => optionSeries(rows, 'options'), [rows]);
  const [atFirst] = useState(() => activeSeries());
  const chosen =
    seriesId === freeInput
      ? null
      : (all.find(({ id }) => id === seriesId) ?? all.find(({ id }) => id === atFirst) ?? all[0] ?? null);
  const chosenId = chosen?.id;
  const byStrike = useMemo(() => strikesOf(rows, chosenId), [rows, chosenId]);
  const strikes = useMemo(() => [...byStrike.keys()].sort((a, b) => a - b), [byStrike]);
  // One sample per strike: the volatility of each is read, and the reference of any.
  const samples = useMemo(() => [...byStrike.values()].flatMap((one) => sampleOf(one) ?? []), [byStrike]);
  const prices = usePrices(samples);
  // The strike at the money when the series was chosen: it stays while the future moves.
  const atTheMoney = useMemo(() => {
    const [first = 0] = strikes;
    const sampleAtFirst = sampleOf(byStrike.get(first));
    return nearestStrike(
      strikes,
      sampleAtFirst === undefined ? undefined : prices.get(sampleAtFirst)?.reference,
    );
  }, [strikes, byStrike, prices]);
  const strike = readNumber(typedStrike ?? '', 'strike').value ?? atTheMoney;
  const nearest = nearestStrike(strikes, strike ?? undefined);
  const contracts = strike === null ? undefined : byStrike.get(strike);
  const sample = sampleOf(nearest === null ? undefined : byStrike.get(nearest)) ?? null;
  const row = useSyncExternalStore(prices.onChange, () => (sample === null ? undefined : prices.get(sample)));
  const terms = useStoreRow(dataSetStores.instruments, chosen?.instrument ?? instrument);
  const lots = usePreferences((preferences) => preferences.document.defaults.defaultOrderQuantity);
  const volatilityAt = useCallback(
    (at: number) => {
      const listed = nearestStrike(strikes, at);
      const contract = listed === null ? undefined : sampleOf(byStrike.get(listed));
      return contract === undefined ? null : (prices.get(contract)?.mtmVol ?? null);
    },
    [strikes, byStrike, prices],
  );
  const { reference = null, daysToExpiry = null, mtmVol = null } = row ?? {};
  const { tick = fallbackTick, decimals = columnDecimals, tonsPerContract = defaultTons } = terms ?? {};
  const facts = useMemo(
    (): MarketFacts => ({
      forward: reference,
      strike: atTheMoney,
      days: daysToExpiry,
      volatility: mtmVol,
      lots,
      tick,
      decimals,
    }),
    [reference, atTheMoney, daysToExpiry, mtmVol, lots, tick, decimals],
  );
  const status = useStoreStatus(contractStore);
  return {
    all,
    status,
    chosen,
    strikes,
    contractsAt: (at) => (at === strike ? contracts : byStrike.get(at)) ?? {},
    volatilityAt,
    facts,
    tons: tonsPerContract,
  };
}

function activeSeries(): string | null {
  const { contract } = useActiveContract.getState();
  const row = contract === null ? undefined : contractStore.get(contract);
  return row === undefined ? null : seriesIdOf(row);
}

/** The series of an option or a delta; null for other contracts. */
function seriesIdOf(row: ContractFacts): string | null {
  return (seriesOf(row, 'options') ?? seriesOf(row, 'deltas'))?.id ?? null;
}

const sampleOf = (contracts: StrikeContracts | undefined) => contracts?.call ?? contracts?.put;

function strikesOf(
  rows: readonly ContractFacts[],
  seriesId: string | undefined,
): ReadonlyMap<number, StrikeContracts> {
  const found = new Map<number, StrikeContracts>();
  for (const row of rows) {
    const { flag, strike } = row.contractDisplay;
    const half = flag === 'C' ? 'call' : 'put';
    const isOption = seriesOf(row, 'options')?.id === seriesId;
    if (seriesId === undefined || !(isOption || seriesOf(row, 'deltas')?.id === seriesId)) continue;
    found.set(strike, { ...found.get(strike), [isOption ? half : `${half}Delta`]: row.contract });
  }
  // A strike without an option, where only deltas are listed, has no volatility.
  for (const [strike, contracts] of found) if (sampleOf(contracts) === undefined) found.delete(strike);
  return found;
}

interface CalculatorSourceProps {
  readonly market: Pick<CalculatorMarket, 'all' | 'status'>;
  /** A series, or `freeInput`. */
  readonly chosenId: string;
  /** The instrument of free input; null for a series. */
  readonly instrument: string | null;
  readonly instruments: readonly string[];
  readonly isPhone: boolean;
  /** Lets the fields follow the market again; null while they do. */
  readonly follow: (() => void) | null;
  readonly onSeries: (id: string) => void;
  readonly onInstrument: (instrument: string) => void;
}

/** The base of the calculation: a series of the market, or free input with the tick and tons of an instrument. */
function CalculatorSource(props: CalculatorSourceProps) {
  const { market, chosenId, instrument, instruments, isPhone, follow } = props;
  return (
    <>
      <div className={styles.bar}>
        <select
          aria-label="Underlying and expiry"
          value={chosenId}
          onChange={({ target }) => props.onSeries(target.value)}
        >
          {market.all.map((series) => (
            <option key={series.id} value={series.id}>
              {seriesName(series)}
            </option>
          ))}
          <option value={freeInput}>Free input</option>
        </select>
        {instrument !== null && (
          <select
            aria-label="Instrument, for its tick and tons"
            value={instrument}
            onChange={({ target }) => props.onInstrument(target.value)}
          >
            {instruments.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
        {follow !== null && (
          <Button size={isPhone ? 'large' : 'small'} onClick={follow}>
            Follow the market
          </Button>
        )}
      </div>
      {market.status !== 'success' && (
        <p className={styles.note} role={market.status === 'error' ? 'alert' : 'status'}>
          {market.status === 'error'
            ? 'The market could not be loaded. It loads again when the connection is restored. Free input works.'
            : 'Loading the market… Free input works.'}
        </p>
      )}
      {market.status === 'success' && market.all.length === 0 && (
        <p className={styles.note} role="status">
          No options are listed. Free input works.
        </p>
      )}
    </>
  );
}

interface CalculatorFieldsProps {
  readonly read: ReadFields;
  readonly typed: TypedFields;
  readonly facts: MarketFacts;
  readonly strikes: readonly number[];
  readonly basis: RateBasis;
  readonly isPhone: boolean;
  /** The fields of the view, in their order. */
  readonly shown: readonly FieldName[];
  /** Whether the market's numbers are old. */
  readonly isStale: boolean;
  /** Whether the compounding of the rate can be chosen. */
  readonly hasBasis: boolean;
  readonly onBasis: (basis: RateBasis) => void;
  readonly onType: (name: FieldName, text: string) => void;
}

/** Arrow keys, Page keys, the wheel and the buttons step the fields by the user's steps for prices, volatilities and rates. */
function CalculatorFields(props: CalculatorFieldsProps) {
  const { read, typed, facts, strikes, basis, isPhone, onType } = props;
  const defaults = usePreferences((preferences) => preferences.document.defaults);
  const { tick, decimals } = facts;
  const priceBy = priceStep({ tick, mop: defaults.priceChangeMop });
  const rateBy = rateStep(defaults);
  const volBy = volatilityStep(defaults).toNumber();
  const price: Steps = {
    by: priceBy.toNumber(),
    decimals,
    stepped: (text, steps) => steppedPrice(text, steps, { step: priceBy, tick, decimals, fallback: null }),
  };
  const number = (by: number, shown: number, name: keyof typeof ranges): Steps => ({
    by,
    decimals: shown,
    stepped: (text, steps) => steppedNumber(text, steps, { ...ranges[name], step: by, decimals: shown }),
  });
  const fields: Readonly<Record<FieldName, FieldLook>> = {
    forward: {
      label: 'Future',
      unit: typed.forward === null && facts.forward !== null ? 'R/t, market' : 'R/t',
      ...price,
    },
    strike: {
      label: 'Strike',
      unit: 'R/t',
      by: tick,
      decimals,
      stepped: (text, steps) => steppedStrike(text, steps, { strikes, tick, decimals }),
    },
    days: { label: 'Days', unit: 'to expiry', ...number(1, 0, 'days') },
    volatility: {
      label: 'Volatility',
      unit: typed.priced === null && facts.volatility !== null ? `${volatilityUnit}, MTM` : volatilityUnit,
      ...number(volBy, 2, 'volatility'),
    },
    call: { label: 'Call premium', unit: 'R/t', ...price },
    put: { label: 'Put premium', unit: 'R/t', ...price },
    rate: { label: 'Rate', unit: `% ${basis}`, ...number(rateBy, Math.max(2, decimalsIn(rateBy)), 'rate') },
    lots: {
      label: 'Quantity',
      unit: 'lots',
      by: 1,
      decimals: 0,
      stepped: (text, steps) => {
        const next = steppedNumber(text, steps, { ...ranges.lots, step: 1, decimals: 0 });
        // There is no quantity of 0: the step passes over it.
        return next === '0' ? String(Math.sign(steps)) : next;
      },
    },
  };
  const isTyped = (name: FieldName) =>
    name === 'volatility' || name === 'call' || name === 'put'
      ? typed.priced?.by === name
      : typed[name] !== null;
  return (
    <div className={styles.fields} data-stale={props.isStale || undefined}>
      {props.shown.map((name) => {
        const { label, unit, by, decimals: shown, stepped } = fields[name];
        const { text, error } = read.fields[name];
        return (
          <NumberField
            key={name}
            {...{ label, unit, text, error }}
            mayBeNegative={name === 'lots'}
            stepText={formatPrice(by, shown)}
            size={isPhone ? 'large' : 'small'}
            onText={(next) => onType(name, next)}
            onStep={(steps) => {
              const next = stepped(text, steps);
              if (next !== null) onType(name, next);
            }}
            onLeave={() => {
              if (isTyped(name)) onType(name, tidiedPrice(text, shown));
            }}
          />
        );
      })}
      {props.hasBasis && (
        <div className={styles.basis}>
          <span aria-hidden="true">Compounding</span>
          <SegmentedControl<RateBasis>
            label="Compounding of the rate"
            value={basis}
            onChange={props.onBasis}
            segments={[
              { value: 'NACC', label: 'NACC', tip: 'The rate is compounded continuously' },
              { value: 'NACA', label: 'NACA', tip: 'The rate is compounded once a year' },
            ]}
          />
        </div>
      )}
    </div>
  );
}

interface Steps {
  /** The size of a step. */
  readonly by: number;
  readonly decimals: number;
  readonly stepped: (text: string, steps: number) => string | null;
}

interface FieldLook extends Steps {
  readonly label: string;
  readonly unit: string;
}

function decimalsIn(step: number): number {
  return (new Big(step).toFixed().split('.')[1] ?? '').length;
}

interface TicketButtonsProps {
  /** `undefined` if the market does not list it. */
  readonly contract: string | undefined;
  readonly half: 'call' | 'put';
  readonly isDelta: boolean;
  readonly calculation: Calculation | null;
  /** Why there is no contract, as a sentence. */
  readonly missing: string;
  readonly context: ActionContext;
  readonly isPhone: boolean;
}

/** Open the ticket of an option or a delta at the calculator's volatility, to buy or to sell. */
function TicketButtons(props: TicketButtonsProps) {
  const { contract, calculation, missing, context, isPhone } = props;
  const of = (side: Side) => {
    const request = requestOf(props, side);
    const reason =
      contract === undefined
        ? missing
        : calculation === null
          ? 'A field above is empty or wrong.'
          : request === null
            ? 'The quantity is wrong.'
            : reasonAgainst(openOrderForm, request, context);
    const name = side === 'B' ? 'Bid' : 'Offer';
    const at = calculation === null ? '' : ` at ${formatPrice(calculation.volatility, 2)} %`;
    return (
      <Button
        size={isPhone ? 'large' : 'small'}
        variant={side === 'B' ? 'buy' : 'sell'}
        aria-label={contract === undefined ? name : `${name} ${contract}${at}`}
        disabledReason={reason}
        onClick={({ currentTarget }) => {
          if (request !== null)
            openEntry({ ...request, anchor: currentTarget.getBoundingClientRect() }, context);
        }}
      >
        {name}
      </Button>
    );
  };
  return (
    <span className={styles.buttons}>
      {of('B')}
      {of('S')}
    </span>
  );
}

/** The initial values of the ticket; null while something is missing. */
export function requestOf(
  {
    contract,
    half,
    isDelta,
    calculation,
  }: Pick<TicketButtonsProps, 'contract' | 'half' | 'isDelta' | 'calculation'>,
  side: Side,
): NewOrderRequest | null {
  if (contract === undefined || calculation === null || calculation.lots === null) return null;
  const { volatility, terms, lots } = calculation;
  const order = {
    kind: 'order',
    contract,
    side,
    qty: Math.abs(lots),
    type: 0,
    anchor: null,
    volatility,
  } as const;
  return isDelta
    ? { ...order, price: volatility, reference: terms.forward }
    : { ...order, price: calculation[half].premium, isByVolatility: true };
}

interface OptionFiguresProps {
  readonly calculation: Calculation | null;
  readonly contracts: StrikeContracts;
  readonly of: AmountsOf;
  /** Why there is no contract, as a sentence. */
  readonly missing: string;
  readonly context: ActionContext;
  readonly isPhone: boolean;
  readonly onPer: (per: GreekUnit) => void;
}

const unitNames: Readonly<Record<GreekUnit, string>> = {
  ton: 'per ton',
  contract: 'per contract',
  quantity: 'of the quantity',
};

const halves = ['call', 'put'] as const;

const lines: readonly (readonly [keyof Amounts, string, string])[] = [
  ['value', 'Value, R', 'Premium, times tons and lots'],
  [
    'delta',
    'Delta',
    'What the option gains for one rand of the future: in percent of a contract, or in tons',
  ],
  ['gamma', 'Gamma', 'Change of the delta for one rand of the future'],
  ['vega', 'Vega, R', 'For one point of volatility'],
  ['theta', 'Theta, R', 'For each day that passes'],
  ['rho', 'Rho, R', 'For one percent of the rate'],
];

/** The call and the put side by side: their values, greeks and hedges, and the buttons that open the ticket. */
function OptionFigures(props: OptionFiguresProps) {
  const { calculation, contracts, of, missing, context, isPhone } = props;
  const amounts = {
    call: calculation === null ? noAmounts : amountsOf(calculation.call, of),
    put: calculation === null ? noAmounts : amountsOf(calculation.put, of),
  };
  const line = (name: string, tip: string, cell: (half: 'call' | 'put') => ReactNode) => (
    <tr key={name}>
      <th scope="row" data-tip={tip}>
        {name}
      </th>
      {halves.map((half) => (
        <td key={half}>{cell(half)}</td>
      ))}
    </tr>
  );
  const tickets = (isDelta: boolean) => (half: 'call' | 'put') => (
    <TicketButtons
      {...{ half, isDelta, calculation, missing, context, isPhone }}
      contract={contracts[isDelta ? (half === 'call' ? 'callDelta' : 'putDelta') : half]}
    />
  );
  return (
    <table className={styles.figures}>
      <caption className="visually-hidden">Call and put, {unitNames[of.per]}</caption>
      <thead>
        <tr>
          <td>
            <select
              aria-label="Figures"
              value={of.per}
              onChange={({ target }) => {
                const chosen = greekUnits.find((unit) => unit === target.value);
                if (chosen !== undefined) props.onPer(chosen);
              }}
            >
              {greekUnits.map((unit) => (
                <option key={unit} value={unit}>
                  {unitNames[unit]}
                </option>
              ))}
            </select>
          </td>
          <th scope="col">Call</th>
          <th scope="col">Put</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([id, name, tip]) => line(name, tip, (half) => amounts[half][id]))}
        {line('Hedge', 'Lots of the future that hedge the quantity', (half) =>
          calculation === null ? dash : hedgeText(calculation[half].delta, calculation.lots),
        )}
        {line('Ticket', 'Opens the ticket at this volatility', tickets(false))}
        {line('As delta', 'Opens the ticket of the delta: the option with its hedge', tickets(true))}
      </tbody>
    </table>
  );
}

const viewNames: Readonly<Record<CalculatorView, string>> = {
  option: 'Option',
  scenarios: 'Scenarios',
  strategy: 'Strategy',
};

/** The fields that a view needs. */
const fieldsOf = {
  option: ['forward', 'strike', 'days', 'volatility', 'call', 'put', 'rate', 'lots'],
  scenarios: ['forward', 'strike', 'days', 'volatility', 'rate', 'lots'],
  strategy: ['forward', 'strike', 'days', 'volatility', 'rate'],
} as const satisfies Readonly<Record<CalculatorView, readonly FieldName[]>>;

export function OptionCalculatorPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(calculatorSettings, props);
  const { calculator: view = 'option', per = 'ton', basis = 'NACC' } = settings;
  const [typed, setTyped] = useState<TypedFields>(nothingTyped);
  /** Null until the user has changed them: then there is one, the option of the fields above. */
  const [ownLegs, setLegs] = useState<readonly LegFields[] | null>(null);
  const [instrument, setInstrument] = useState<string | null>(null);
  const isPhone = props.device === 'mobile';
  const context = useActionContext();
  const feed = useFeedState();
  const instruments = useStoreKeys(dataSetStores.instruments).toSorted(compareInstruments);
  const isFree = settings.series === freeInput;
  const market = useCalculatorMarket({
    seriesId: settings.series,
    instrument: instrument ?? instruments[0] ?? '',
    typedStrike: typed.strike,
  });
  const { chosen, facts, tons, volatilityAt } = market;
  const read = useMemo(() => readFields(typed, facts, { basis }), [typed, facts, basis]);
  const { calculation } = read;
  useSentOption(props, ({ row, lots }) => {
    change({ series: seriesIdOf(row) ?? freeInput, calculator: 'option' });
    setTyped(({ rate }) => ({
      ...nothingTyped,
      rate,
      strike: formatPrice(row.contractDisplay.strike, 2),
      lots: lots === null ? null : String(lots),
    }));
  });

  const legs = useMemo(() => ownLegs ?? withNewLeg([], read), [ownLegs, read]);
  const strategy = useMemo(() => {
    if (calculation === null) return null;
    const { terms, volatility } = calculation;
    const { decimals } = facts;
    return readLegs(legs, { terms, volatilityAt: (at) => volatilityAt(at) ?? volatility, tons, decimals });
  }, [legs, calculation, facts, tons, volatilityAt]);
  const forward = calculation?.terms.forward ?? 0;
  const positions = useStoreRows(dataSetStores.positions);
  const own = useMemo(
    () => (chosen === null ? [] : legsOfPositions(positions, chosen, contractStore.get)),
    [positions, chosen],
  );
  const chooseSeries = (series: string) => {
    const { fields } = read;
    // Free input begins with the numbers that are shown.
    setTyped(({ rate, lots }) => ({
      ...nothingTyped,
      rate,
      lots,
      ...(series === freeInput && {
        forward: fields.forward.text,
        strike: fields.strike.text,
        days: fields.days.text,
        priced: { by: 'volatility', text: fields.volatility.text },
      }),
    }));
    if (series === freeInput && chosen !== null) setInstrument(chosen.instrument);
    change({ series });
  };
  const contracts = calculation === null ? {} : market.contractsAt(calculation.terms.strike);
  const hasTyped = typed.forward !== null || typed.days !== null || typed.priced !== null;
  return (
    <>
      <PanelTitle>
        <SegmentedControl<CalculatorView>
          label="View of the calculator"
          look="tabs"
          value={view}
          onChange={(calculator) => change({ calculator })}
          segments={calculatorViews.map((value) => ({ value, label: viewNames[value] }))}
        />
      </PanelTitle>
      <div className={styles.calculator} data-phone={isPhone || undefined}>
        <CalculatorSource
          market={market}
          chosenId={chosen?.id ?? freeInput}
          instrument={isFree || chosen === null ? (instrument ?? instruments[0] ?? '') : null}
          instruments={instruments}
          isPhone={isPhone}
          follow={chosen !== null && hasTyped ? () => setTyped(followed) : null}
          onSeries={chooseSeries}
          onInstrument={setInstrument}
        />
        <CalculatorFields
          {...{ read, typed, facts, basis, isPhone }}
          shown={fieldsOf[view]}
          hasBasis={view !== 'scenarios'}
          strikes={market.strikes}
          isStale={chosen !== null && isOld(feed)}
          onType={(name, text) => setTyped((was) => typeIn(was, name, text))}
          onBasis={(next) => change({ basis: next })}
        />
        {view === 'option' && (
          <OptionFigures
            {...{ calculation, contracts, context, isPhone }}
            of={{ per, tons, lots: calculation?.lots ?? null }}
            missing={missingReason(chosen === null, calculation?.terms.strike)}
            onPer={(next) => change({ per: next })}
          />
        )}
        {view === 'scenarios' && (
          <ScenariosView
            {...{ calculation, tons }}
            strategy={ownLegs === null ? null : (strategy?.strategy ?? null)}
            decimals={facts.decimals}
          />
        )}
        {view === 'strategy' &&
          (strategy === null ? (
            <p className={styles.note} role="status">
              A field above is empty or wrong.
            </p>
          ) : (
            <StrategyView
              {...{ legs, forward, isPhone }}
              read={strategy}
              decimals={facts.decimals}
              onChange={setLegs}
              onAdd={() => setLegs(withNewLeg(legs, read))}
              own={own}
              noOwn={
                chosen === null
                  ? 'Free input has no positions. Choose a future and its expiry above.'
                  : `You have no position in ${chosen.underlying} or its options.`
              }
            />
          ))}
      </div>
      <PanelFooter>
        <span>{chosen === null ? 'free input' : `${tons} t per contract`}</span>
        <StaleAge />
      </PanelFooter>
    </>
  );
}

/** Future, days and volatility follow the market again; strike, rate and quantity stay. */
const followed = (typed: TypedFields): TypedFields => ({ ...typed, forward: null, days: null, priced: null });

function missingReason(isFree: boolean, strike: number | undefined): string {
  if (isFree) return 'Free input has no contract. Choose a future and its expiry above.';
  return strike === undefined
    ? 'A field above is empty or wrong.'
    : `The market lists no option at ${formatPrice(strike, 2)}.`;
}
