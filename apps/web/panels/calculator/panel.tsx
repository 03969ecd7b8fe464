// The Option calculator panel (PANEL-13): an option of the market, of a position or of free input; its volatility and premiums, the
// call and the put side by side, scenarios, and strategies with their payoff. It sends nothing: its buttons open the ticket.
import { compareInstruments } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { StaleAge } from '../../market/contract-heading.tsx';
import { useStoreKeys, useStoreRows } from '../../market/use-store.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import { formatPrice } from '../../ui/format.ts';
import { PanelFooter, PanelTitle } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import styles from './calculator.module.css';
import { type CalculatorView, calculatorSettings, calculatorViews, freeInput } from './definition.tsx';
import { CalculatorFields, CalculatorSource } from './fields.tsx';
import { OptionFigures } from './figures.tsx';
import { seriesIdOf, useCalculatorMarket, useSentOption } from './market.ts';
import { type CalculatorFieldName, type CalculatorInput, emptyInput, parseFields, typeIn } from './rules.ts';
import { ScenariosView } from './scenarios-view.tsx';
import { type LegFields, legsOfPositions, parseLegs, withNewLeg } from './strategy.ts';
import { StrategyView } from './strategy-view.tsx';

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
} as const satisfies Readonly<Record<CalculatorView, readonly CalculatorFieldName[]>>;

export function OptionCalculatorPanel(props: PanelProps) {
  const [settings, change] = usePanelSettings(calculatorSettings, props);
  const { calculator: view = 'option', per = 'ton', basis = 'NACC' } = settings;
  const [input, setInput] = useState<CalculatorInput>(emptyInput);
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
    typedStrike: input.strike,
  });
  const { chosen, facts, tons, volatilityAt } = market;
  const read = useMemo(() => parseFields(input, facts, { basis }), [input, facts, basis]);
  const { calculation } = read;
  useSentOption(props, ({ row, lots }) => {
    change({ series: seriesIdOf(row) ?? freeInput, calculator: 'option' });
    setInput(({ rate }) => ({
      ...emptyInput,
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
    return parseLegs(legs, { terms, volatilityAt: (at) => volatilityAt(at) ?? volatility, tons, decimals });
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
    setInput(({ rate, lots }) => ({
      ...emptyInput,
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
  const hasTyped = input.forward !== null || input.days !== null || input.priced !== null;
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
          follow={chosen !== null && hasTyped ? () => setInput(followed) : null}
          onSeries={chooseSeries}
          onInstrument={setInstrument}
        />
        <CalculatorFields
          {...{ read, input, facts, basis, isPhone }}
          shown={fieldsOf[view]}
          hasBasis={view !== 'scenarios'}
          strikes={market.strikes}
          isStale={chosen !== null && isOld(feed)}
          onType={(name, text) => setInput((was) => typeIn(was, name, text))}
          onBasis={(next) => change({ basis: next })}
        />
        {view === 'option' && (
          <OptionFigures
            {...{ calculation, contracts, context, isPhone }}
            size={{ per, tons, lots: calculation?.lots ?? null }}
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
              ownLegs={own}
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
const followed = (input: CalculatorInput): CalculatorInput => ({
  ...input,
  forward: null,
  days: null,
  priced: null,
});

function missingReason(isFree: boolean, strike: number | undefined): string {
  if (isFree) return 'Free input has no contract. Choose a future and its expiry above.';
  return strike === undefined
    ? 'A field above is empty or wrong.'
    : `The market lists no option at ${formatPrice(strike, 2)}.`;
}
