// The days of the market's calendar, derived from holidays (set 3), dates of contracts (set 4), MTM prices (set 11) and the
// user's positions; and their columns.
import {
  type ContractDateRow,
  dayMs,
  type HolidayRow,
  type InstrumentRow,
  type PositionRow,
  type PriceRow,
} from '@openpit/wire';
import { priceCell } from '../../market/market-text.ts';
import { compareContractNames } from '../../stores/market-days.ts';
import { countText, formatDay, formatLots, formatSigned } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/live-grid/grid-column.ts';
import { onPhone, rate, text } from '../parts/column-kinds.ts';

/** The event of a day, with its meaning for a holder. */
const meanings = {
  Holiday: 'no business on this day',
  'First delivery day': 'shorts may tender from this day on',
  'Option expiry': 'options end; those in the money are exercised',
  'Last trading day': 'not traded after this day',
  'Last notice day': 'the last delivery; what is still open is closed with a penalty',
  'Cash settlement': 'settled in cash after the last trading',
} as const;
type CalendarEvent = keyof typeof meanings;

export interface CalendarDay {
  readonly key: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly event: CalendarEvent;
  /** The name of the holiday, or of the contract. */
  readonly about: string;
  /** The future that has this day, or whose options have it; null for a holiday. */
  readonly contract: string | null;
  readonly instrument: string | null;
  /** Business days from today: 0 today. */
  readonly daysLeft: number;
  /** Net lots of the member in the future. */
  readonly net: number | null;
  /** Lots of the member in options that expire, long and short together. */
  readonly options: number | null;
  /** Rand per ton. */
  readonly mtm: number | null;
}

interface CalendarFacts {
  /** The business day; days before it are omitted. */
  readonly today: string;
  readonly holidays: readonly HolidayRow[];
  readonly dates: readonly ContractDateRow[];
  readonly instruments: readonly Pick<InstrumentRow, 'instrument' | 'strikes'>[];
  readonly prices: readonly Pick<PriceRow, 'contract' | 'mtm'>[];
  readonly positions: readonly Pick<PositionRow, 'contract' | 'net'>[];
}

export function calendarDays(facts: CalendarFacts): CalendarDay[] {
  const { today, holidays, dates, instruments, prices, positions } = facts;
  const left = businessDaysFrom(today, new Set(holidays.map(({ date }) => date)));
  const mtm = new Map(prices.map((price) => [price.contract, price.mtm]));
  const withOptions = new Set(
    instruments.filter(({ strikes }) => strikes !== undefined).map(({ instrument }) => instrument),
  );
  const net = new Map<string, number>();
  const options = new Map<string, number>();
  for (const { contract, net: lots } of positions) {
    net.set(contract, (net.get(contract) ?? 0) + lots);
    const [future] = /^\S+ \S+(?= \S+ [CP]$)/.exec(contract) ?? [];
    if (future !== undefined) options.set(future, (options.get(future) ?? 0) + Math.abs(lots));
  }
  const ofContract = (row: ContractDateRow): CalendarDay[] => {
    const { uniqueKey: contract, instrument, lastNoticeDay } = row;
    const day = (event: CalendarEvent, date: string): CalendarDay => ({
      key: `${contract} ${event}`,
      date,
      event,
      about: contract,
      contract,
      instrument,
      daysLeft: left(date),
      net: event === 'Option expiry' ? null : (net.get(contract) ?? null),
      options: event === 'Option expiry' ? (options.get(contract) ?? null) : null,
      mtm: mtm.get(contract) ?? null,
    });
    const ends =
      lastNoticeDay === null
        ? [day('Cash settlement', row.lastTradingDay)]
        : [
            day('First delivery day', row.firstDeliveryDay),
            day('Last trading day', row.lastTradingDay),
            day('Last notice day', lastNoticeDay),
          ];
    return withOptions.has(instrument) ? [day('Option expiry', row.optionExpiry), ...ends] : ends;
  };
  return [
    ...holidays.map(
      ({ date, name }): CalendarDay => ({
        key: date,
        date,
        event: 'Holiday',
        about: name,
        contract: null,
        instrument: null,
        daysLeft: left(date),
        net: null,
        options: null,
        mtm: null,
      }),
    ),
    ...dates.flatMap(ofContract),
  ].filter(({ date }) => date >= today);
}

/** Counts business days after `today` up to a date: Monday to Friday without holidays. */
function businessDaysFrom(today: string, holidays: ReadonlySet<string>): (date: string) => number {
  const counts = new Map<string, number>();
  let counted = 0;
  let at = Date.parse(today);
  return (date) => {
    for (; !counts.has(date) && at <= Date.parse(date); at += dayMs) {
      const iso = new Date(at).toISOString().slice(0, 10);
      const weekday = new Date(at).getUTCDay();
      if (iso !== today && weekday !== 0 && weekday !== 6 && !holidays.has(iso)) counted += 1;
      counts.set(iso, counted);
    }
    return counts.get(date) ?? 0;
  };
}

export function compareDays(a: CalendarDay, b: CalendarDay): number {
  return (
    a.date.localeCompare(b.date) ||
    compareContractNames(a.contract ?? '', b.contract ?? '') ||
    a.about.localeCompare(b.about) ||
    a.event.localeCompare(b.event)
  );
}

/** True if the user's member has a position in the contract, or in options on it that expire. */
export const isHeld = ({ net, options }: CalendarDay): boolean => (net ?? 0) !== 0 || (options ?? 0) !== 0;

const dateText = ({ date }: CalendarDay): string => formatDay(date);
/** A holiday before the next business day is 0 days away. */
const leftText = ({ daysLeft, event }: CalendarDay): string =>
  daysLeft === 0 && event !== 'Holiday' ? 'today' : countText(daysLeft, 'day');
const heldText = ({ net, options }: CalendarDay): string =>
  net !== null && net !== 0
    ? formatSigned(net, 0)
    : options !== null && options !== 0
      ? `${formatLots(options)} in options`
      : '';

const leftTone = (row: CalendarDay) => (isHeld(row) && row.daysLeft <= 5 ? 'warning' : 'second');

/** On a phone: contract or holiday and date; event, position and remaining days. */
export const calendarColumns: readonly GridColumn<CalendarDay>[] = [
  text('date', 'Date', 118, {
    ...{ text: dateText, exported: ({ date }) => date, rank: 0, phone: 'price' },
  }),
  rate('daysLeft', 'In', 62, {
    help: 'Business days from today',
    ...{ text: leftText, tone: leftTone, exported: ({ daysLeft }) => daysLeft, rank: 3 },
  }),
  text('event', 'Event', 116, { weight: 'strong', rank: 1, phone: 'summary' }),
  text('about', 'Contract', 118, {
    ...{ help: 'Contract or holiday', roomyWidth: 200, clips: true, rank: 0, phone: 'contract' },
    // A panel without room for the event says it after the contract.
    note: ({ event }, shown) => (shown.has('event') ? undefined : event.toLowerCase()),
  }),
  rate('held', 'Net', 84, {
    help: 'Net lots of the member in the future; short is negative. On an expiry, the long and short lots of its options',
    value: ({ net, options }) => net ?? options,
    text: heldText,
    tone: ({ net }) => ((net ?? 0) > 0 ? 'buy' : (net ?? 0) < 0 ? 'sell' : undefined),
    exported: ({ net, options }) => net ?? options,
    rank: 2,
  }),
  rate('mtm', 'MTM', 74, {
    help: 'Mark-to-market price of the future, in rand per ton',
    text: ({ mtm, contract, instrument }) =>
      contract === null || instrument === null ? '' : priceCell(mtm, { contract, instrument }),
    rank: 5,
  }),
  text('meaning', 'What it means', 250, {
    ...{ clips: true, grows: true, groups: false, tone: 'second', rank: 6 },
    value: ({ event }) => meanings[event],
  }),
  text('instrument', 'Instrument', 74, { tone: 'second' }),
  onPhone(
    'state',
    'In',
    (row) => [heldText(row), leftText(row)].filter((words) => words !== '').join(' · '),
    { tone: leftTone },
  ),
];
