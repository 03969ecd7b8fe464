// The surroundings of a ladder's rows: the part of the price axis in view, the book, and the bar that arms it.
import type { DepthRow, MarketRow } from '@openpit/wire';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { parseQty, presetsUpTo, termsOfRow } from '../../../market/contract-terms.ts';
import { useLastDepth } from '../../../market/depth.ts';
import { useStoreRows } from '../../../market/use-store.ts';
import { usePreferences } from '../../../stores/session.ts';
import { dataSetStores } from '../../../stores/stores.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { countText, formatLots } from '../../../ui/format.ts';
import { CentreIcon } from '../../../ui/icons.tsx';
import { onEverySecond } from '../../../ui/media.ts';
import { usePanelLook } from '../../../ui/panel-frame.tsx';
import { type Arming, type ArmingState, disarmedText } from './arming.ts';
import { useDealtLots } from './dealt.ts';
import { type IdleSeconds, idleChoices } from './keys.ts';
import styles from './ladder.module.css';
import {
  type AxisScale,
  axisFor,
  keptScroll,
  type LadderQuantities,
  middleOf,
  ownOrdersAt,
  type PriceAxis,
  quantitiesOf,
  rowsOf,
} from './rules.ts';

/** The height of the sticky captions. */
const headPx = 24;
/** Additional rows that are rendered beyond the border. */
const overscan = 2;

export interface AxisWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The prices to render, in ticks, the highest first. */
  readonly ticks: readonly number[];
  /** The lowest and the highest price that are wholly in view, in ticks. */
  readonly view: PriceAxis | null;
  /** The width of the rows in pixels. */
  readonly width: number;
  readonly onScroll: () => void;
  /** Puts this price into the middle. */
  centre(ticks: number): void;
  /** Scrolls as little as shows this price. */
  reveal(ticks: number): void;
}

export function useAxisWindow(axis: PriceAxis | null, rowHeight: number): AxisWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const placed = useRef<AxisScale | null>(null);

  const onScroll = useCallback(() => setTop(scroller.current?.scrollTop ?? 0), []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight - headPx });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || axis === null) return;
    const was = placed.current;
    const now = { high: axis.high, rowHeight };
    placed.current = now;
    if (was === null || (was.high === now.high && was.rowHeight === rowHeight)) return;
    element.scrollTop = keptScroll(element.scrollTop, was, now);
    onScroll();
  }, [axis, rowHeight, onScroll]);

  const scrollTo = (px: number) => {
    if (scroller.current === null) return;
    scroller.current.scrollTop = px;
    onScroll();
  };
  const topOf = (ticks: number) => (axis === null ? 0 : (axis.high - ticks) * rowHeight);
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last =
    axis === null ? -1 : Math.min(rowsOf(axis) - 1, Math.ceil((top + size.height) / rowHeight) + overscan);
  return {
    scroller,
    ticks:
      axis === null
        ? []
        : Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => axis.high - first - index),
    view:
      axis === null || size.height <= 0
        ? null
        : {
            high: axis.high - Math.ceil(top / rowHeight),
            low: axis.high - Math.floor((top + size.height) / rowHeight) + 1,
          },
    width: size.width,
    onScroll,
    centre: (ticks) => scrollTo(topOf(ticks) + (rowHeight - size.height) / 2),
    reveal(ticks) {
      const [from, shown] = [topOf(ticks), scroller.current?.scrollTop ?? 0];
      if (from < shown) scrollTo(from);
      else if (from + rowHeight > shown + size.height) scrollTo(from + rowHeight - size.height);
    },
  };
}

/** The contents of the ladder: the axis, the quantities of the book, the user's orders and positions. They do not change while it is frozen. */
export function useLadderBook(rowNow: MarketRow) {
  const { contract, displaySeq } = rowNow;
  const depth = useLastDepth(displaySeq);
  const allOrders = useStoreRows(dataSetStores.activeOrders);
  const positions = useStoreRows(dataSetStores.positions);
  const isFrozen = usePanelLook().frozenAt !== null;
  const { tick, decimals, mayBeNegative } = termsOfRow(rowNow);
  const dealtNow = useDealtLots(rowNow, tick);
  const now = { row: rowNow, rows: depth.rows, orders: allOrders, positions, dealt: dealtNow };
  const shown = useRef(now);
  if (!isFrozen) shown.current = now;
  const { row, rows, orders } = shown.current;

  const quantities = useMemo(() => quantitiesOf(rows, tick), [rows, tick]);
  const ownOrders = useMemo(() => ownOrdersAt(orders, contract, tick), [orders, contract, tick]);
  const before = useRef<PriceAxis | null>(null);
  const { limitLow, limitHigh, bid, offer, last, mtm } = row;
  const axis = useMemo(() => {
    const prices = [bid, offer, last, mtm].filter((price) => price !== null);
    const inBook = rows.flatMap(pricesOf);
    const market = { limitLow, limitHigh, prices: [...prices, ...inBook] };
    return axisFor(market, { tick, mayBeNegative }, before.current);
  }, [limitLow, limitHigh, bid, offer, last, mtm, rows, tick, mayBeNegative]);
  before.current = axis;
  return {
    ...shown.current,
    depth,
    tick,
    decimals,
    quantities,
    /** The quantities that may support a decision: none while the depth is old. */
    quantitiesNow: depth.status === 'received' ? quantities : noQuantities,
    own: ownOrders,
    axis,
    middle: middleOf(row, tick),
  };
}

const noQuantities: LadderQuantities = { bids: new Map(), offers: new Map(), largest: 0 };

const pricesOf = ({ bidPrice, sellPrice }: DepthRow): number[] =>
  [bidPrice, sellPrice].filter((price) => price !== null);

/**
 * The lots of one click. They follow the preferences until the user types others or arms the ladder. While it is armed only the user
 * changes them.
 */
export function useLots() {
  const { defaultOrderQuantity, maxOrderQuantity: maxLots } = usePreferences(
    (preferences) => preferences.document.defaults,
  );
  const [enteredLots, setEnteredLots] = useState<string | null>(null);
  const lotsText = enteredLots ?? String(Math.min(defaultOrderQuantity, maxLots));
  const read = parseQty(lotsText, maxLots);
  return {
    lotsText,
    lots: 'error' in read ? null : read.qty,
    lotsError: 'error' in read ? read.error : null,
    maxLots,
    onLots: setEnteredLots,
  };
}

export interface ArmBarProps {
  readonly arming: Arming;
  readonly state: ArmingState;
  /** The reason why the ladder cannot be armed, as a sentence; null if it can. */
  readonly against: string | null;
  readonly lotsText: string;
  readonly lotsError: string | null;
  readonly lots: number | null;
  readonly maxLots: number;
  /** The id of the words in the footer. */
  readonly wordsId: string;
  readonly idleSeconds: IdleSeconds;
  readonly onToggle: () => void;
  readonly onLots: (text: string) => void;
  readonly onIdleSeconds: (seconds: IdleSeconds) => void;
  readonly onCentre: () => void;
}

/** The bar above a ladder: arming and disarming, the lots of one click, centring, the idle time. */
export function ArmBar(props: ArmBarProps) {
  const { state, against, lots, lotsText, lotsError, maxLots, wordsId } = props;
  const { isArmed } = state;
  return (
    <div className={styles.bar} data-armed={isArmed || undefined}>
      <Button
        size="small"
        variant={isArmed ? 'primary' : 'outlined'}
        className={styles.arm}
        data-tip={isArmed ? 'Disarm (A or Escape)' : 'Arm: a click sends an order (A)'}
        disabledReason={isArmed ? null : against}
        onClick={props.onToggle}
      >
        {isArmed ? 'Disarm' : 'Arm'}
      </Button>
      <label className={styles.lots}>
        <span>Lots</span>
        <input
          type="text"
          aria-label="Lots"
          inputMode="numeric"
          autoComplete="off"
          value={lotsText}
          aria-invalid={lotsError !== null || undefined}
          aria-describedby={lotsError === null ? undefined : wordsId}
          onChange={(event) => props.onLots(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      </label>
      {presetsUpTo(maxLots).map((qty) => (
        <button
          key={qty}
          type="button"
          className={styles.preset}
          aria-label={countText(qty, 'lot')}
          aria-pressed={qty === lots}
          onClick={() => props.onLots(String(qty))}
        >
          {formatLots(qty)}
        </button>
      ))}
      <IconButton
        size="small"
        className={styles.centre}
        icon={<CentreIcon />}
        label="Centre on the market (Home)"
        onClick={props.onCentre}
      />
      <label className={styles.idle}>
        <span>Idle</span>
        <select
          aria-label="Disarm when not used for"
          data-tip="An armed ladder disarms when it is not used for this long"
          value={props.idleSeconds}
          onChange={(event) => {
            const seconds = idleChoices.find((choice) => String(choice) === event.target.value);
            if (seconds !== undefined) props.onIdleSeconds(seconds);
          }}
        >
          {idleChoices.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds < 60 ? `${seconds} s` : `${seconds / 60} min`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** The effect of a click now, or why the ladder was disarmed. */
export function clickText({
  state,
  lots,
  lotsError,
}: Pick<ArmBarProps, 'state' | 'lots' | 'lotsError'>): string {
  if (lotsError !== null) return lotsError;
  if (state.isArmed) return `Armed: a click sends ${countText(lots, 'lot')}.`;
  return state.reason === null || state.reason === 'user'
    ? 'Not armed: a click opens the ticket.'
    : disarmedText(state.reason);
}

export function ClickWords(props: Pick<ArmBarProps, 'arming' | 'state' | 'lots' | 'lotsError' | 'wordsId'>) {
  const { arming, state, wordsId } = props;
  const words = clickText(props);
  return (
    <>
      <span
        id={wordsId}
        className={styles.words}
        data-armed={state.isArmed || undefined}
        data-click-words=""
        data-tip={words}
      >
        {words}
      </span>
      {state.isArmed && <TimeLeft arming={arming} />}
    </>
  );
}

/** The time left, outside of the announced words: a screen reader would read it every second. */
function TimeLeft({ arming }: { readonly arming: Arming }) {
  const [leftMs, setLeftMs] = useState(arming.leftMs);
  useEffect(() => onEverySecond(() => setLeftMs(arming.leftMs())), [arming]);
  return <span className={styles.left}>disarms in {Math.ceil(leftMs / 1_000)} s</span>;
}
