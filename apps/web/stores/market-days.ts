// Values that several screens derive from contracts and phases: the futures that still trade, the order of contracts in lists,
// the latest valuation, and the phase of each product group.
import {
  classifyContract,
  compareInstruments,
  type GroupPhase,
  type MarketRow,
  type MtmRow,
  type Phase,
  parseContractDate,
  parseContractName,
} from '@openpit/wire';
import { formatDate, formatDay } from '../ui/format.ts';
import { useSettings } from './session.ts';

export const isInNoticePeriod = ({ noticeUntil }: Pick<MarketRow, 'noticeUntil'>): boolean =>
  noticeUntil !== undefined;

/** A sentence that says why a contract cannot be traded, or null if it can. */
export function reasonNotDealt(row: Pick<MarketRow, 'contract' | 'noticeUntil'> | undefined): string | null {
  if (row?.noticeUntil === undefined) return null;
  return `${row.contract} no longer trades: it can only be delivered, until ${formatDate(row.noticeUntil)}.`;
}

/** Months since the year 0 of a contract date such as `DEC26` (MODEL-3); null for any other text. */
export function contractMonth(contractDate: string): number | null {
  const read = parseContractDate(contractDate);
  return read === null ? null : read.year * 12 + read.month;
}

/**
 * Compares contracts for Array.sort: by instrument (SHELL-10), then by expiry month. All lists use
 * this order.
 */
export function compareContracts(
  a: { readonly instrument: string; readonly contractDate: string },
  b: { readonly instrument: string; readonly contractDate: string },
): number {
  return (
    compareInstruments(a.instrument, b.instrument) ||
    (contractMonth(a.contractDate) ?? Number.MAX_SAFE_INTEGER) -
      (contractMonth(b.contractDate) ?? Number.MAX_SAFE_INTEGER)
  );
}

/** Strikes are compared as numbers. */
const collator = new Intl.Collator('en', { numeric: true });

/** Compares contracts by name: by instrument, by month, a future before its options, options by strike. */
export function compareContractNames(a: string, b: string): number {
  return compareContracts(parseContractName(a), parseContractName(b)) || collator.compare(a, b);
}

/** The first future that trades, or null if none does. */
export function firstFuture(
  rows: readonly Pick<
    MarketRow,
    'contract' | 'instrument' | 'contractDate' | 'contractDisplay' | 'noticeUntil'
  >[],
): string | null {
  const futures = rows.filter(
    (row) => classifyContract(row.contractDisplay) === 'futures' && !isInNoticePeriod(row),
  );
  return futures.toSorted(compareContracts)[0]?.contract ?? null;
}

/** The newest valuation of the running day; null if the market has not been valued since its last end of day. */
export function latestValuation<Row extends Pick<MtmRow, 'status' | 'time'>>(
  rows: readonly Row[],
): Row | null {
  const valued = rows.filter(({ status }) => status !== 'official');
  return valued.reduce<Row | null>(
    (newest, row) => (newest === null || row.time > newest.time ? row : newest),
    null,
  );
}

export const phaseNames: Readonly<Record<Phase, string>> = {
  closed: 'Closed',
  preOpen: 'Pre-open',
  continuous: 'Trading',
  admin: 'Administration',
  delivery: 'Delivery',
};

const groupNames: Readonly<Record<GroupPhase['group'], string>> = {
  deliveryMonth: 'Delivery month',
  other: 'Other months',
  world: 'World products',
};

/** Groups with the same phase and the same next change share a line. */
interface PhaseLine {
  readonly name: string;
  readonly phase: Phase;
  readonly next: GroupPhase['next'];
}

/** The phase of each group and its next phase (market/sessions.md, Phases), for the clock and the toolbar. */
export function phaseLines(groups: readonly GroupPhase[]): PhaseLine[] {
  const lines: { names: string[]; phase: Phase; next: GroupPhase['next'] }[] = [];
  for (const { group, phase, next } of groups) {
    const alike = lines.find(
      (line) => line.phase === phase && line.next?.phase === next?.phase && line.next?.at === next?.at,
    );
    if (alike === undefined) lines.push({ names: [groupNames[group]], phase, next });
    else alike.names.push(groupNames[group].toLowerCase());
  }
  return lines.map(({ names, phase, next }) => ({
    name: lines.length === 1 ? 'All products' : names.join(', '),
    phase,
    next,
  }));
}

/** Returns the phase of most contracts, the group of the other months; null for a market without groups. */
export function mainPhase(groups: readonly GroupPhase[]): GroupPhase | null {
  return groups.find(({ group }) => group === 'other') ?? groups[0] ?? null;
}

/**
 * The difference between exchange time, which dealers use wherever they are, and UTC. It is added
 * to a time, so that its text in UTC is the text at the exchange. The market's hours determine it.
 * Any difference is possible, with or without the name of a zone.
 */
export const exchangeShiftMs = (): number => useSettings.getState().utcOffsetMinutes * 60_000;

const southAfrica = 120;

/** `+02:00` */
function offsetAt(minutes: number): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** For files: `+02:00`. */
export const exchangeOffset = (): string => offsetAt(useSettings.getState().utcOffsetMinutes);

/** Behind a time: `SAST`, `UTC+01:00`. */
export function exchangeZoneName(): string {
  const { utcOffsetMinutes } = useSettings.getState();
  return utcOffsetMinutes === southAfrica ? 'SAST' : `UTC${offsetAt(utcOffsetMinutes)}`;
}

/** Date and time at the exchange, `2026-11-18T10:31:07`. */
export const exchangeMoment = (epochMs: number): string =>
  new Date(epochMs + exchangeShiftMs()).toISOString().slice(0, 19);

/** The date of a time at the exchange, `2026-11-18`. */
export const exchangeDayOf = (epochMs: number): string => exchangeMoment(epochMs).slice(0, 10);

/** The clock's text of a time, with the day unless it is today: "15:06:38", "Mon, 30 Nov, 15:06:38". */
export function withDayUnlessToday(clock: string, at: number, now: number): string {
  const [day, today] = [exchangeDayOf(at), exchangeDayOf(now)];
  return day === today ? clock : `${formatDay(day, today)}, ${clock}`;
}
