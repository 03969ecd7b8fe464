// The operator's actions on the exchange day: announcements, phases, halts, price limits, error trades, the schedule and the end of the day.
import { offsetMinutesOf, phaseCommands } from '@openpit/market';
import {
  amountText,
  asPrice,
  type Command,
  contractGroups,
  type ErrorTradePreview,
  epochMs,
  marketTime,
  phases,
  rejectionSentence,
  type VenueEvent,
} from '@openpit/venue';
import { type DealRow, matchName, toCents, toRand } from '@openpit/wire';
import * as z from 'zod/mini';
import { checkLine, dayChecklist, isReady } from './day-checklist.ts';
import {
  type ActingOperator,
  action,
  argumentSchemas,
  decimal,
  eventOf,
  flag,
  list,
  maxRandPerTon,
  number,
  OperatorRejection,
  option,
  submit,
  text,
  wholeCents,
  word,
} from './operator-action.ts';

const instrument = word('INSTRUMENT', argumentSchemas.instrument);
const reason = text('REASON', argumentSchemas.announcedReason);
/** `M290` is a match, `580` one side of it. */
type DealName = string | number;
const noDeal =
  'Name the deal by its match number, for example M290, or by the number of either side: both are in the Deals panels.';
const deal = word(
  'NUMBER',
  z.union([z.string().check(z.regex(/^M[1-9]\d{0,14}$/, noDeal)), z.int().check(z.positive())], noDeal),
  ([word = '']): DealName => (/^m/i.test(word) ? word.toUpperCase() : decimal(word)),
);
const noMessage = 'Give the message.';

export const dayActions = {
  announce: action({
    arguments: {
      message: text(
        'MESSAGE',
        z
          .string(noMessage)
          .check(z.minLength(1, noMessage), z.maxLength(500, 'An announcement has at most 500 characters.')),
      ),
    },
    help: 'announce to everyone who is signed in',
    command: ({ message }) => ({ kind: 'announce', announcement: 'Info', message }),
    says: () => 'Announced to everyone who is signed in.',
  }),
  phase: action({
    arguments: {
      phase: word('PHASE', z.enum(phases, { error: `A phase is ${phases.join(', ')}.` })),
      groups: list(
        '[GROUP]',
        z
          .array(z.enum(contractGroups, { error: `A group of contracts is ${contractGroups.join(', ')}.` }))
          .check(z.minLength(1)),
        (words) => (words.length === 0 ? contractGroups : words),
      ),
    },
    help: `begin a phase: ${phases.join(', ')}; for ${contractGroups.join(', ')}, or for all groups`,
    run: async (operator, { phase, groups }) => {
      const { clock, view } = operator;
      const present = new Map(view.exchangeDay.groups().map(({ group, phase }) => [group, phase]));
      const pending = contractGroups.filter(
        (group) => groups.includes(group) && present.get(group) !== phase,
      );
      // If none is left, one command names them all, so that the market's rejection does too.
      const [calendar, begun] = pending.length === 0 ? [null, groups] : [operator.calendar, pending];
      const commands = phaseCommands(calendar, { groups: begun, phase }, { at: clock.now(), dueAt: null });
      // Submitted together, so that no step of the schedule comes between them and a rejection does not withhold the others.
      await Promise.all(commands.map((command) => submit(operator, command)));
      return view.exchangeDay
        .groups()
        .map(({ group, phase }) => `${group.padEnd(14)} ${phase}`)
        .join('\n');
    },
  }),
  halt: action({
    arguments: { instrument, reason },
    help: 'reject new orders in an instrument; the reason is announced',
    command: (fields) => ({ kind: 'haltInstrument', ...fields }),
    says: (events) => {
      const { instrument } = eventOf(events, 'instrumentHalted');
      return `${instrument} is halted. "resume ${instrument}" ends the halt.`;
    },
  }),
  resume: action({
    arguments: { instrument },
    help: 'end a halt',
    command: (fields) => ({ kind: 'resumeInstrument', ...fields }),
    says: (events) => `${eventOf(events, 'instrumentResumed').instrument} has resumed.`,
  }),
  'widen-limits': action({
    arguments: {
      instrument,
      band: number(
        'BAND',
        z
          .number('Give an amount in rand, for example 300.')
          .check(z.positive('The amount must be positive.'), maxRandPerTon, wholeCents),
      ),
    },
    help: 'today’s price limits: this many rand either side of the last MTM',
    command: ({ instrument, band }) => ({ kind: 'widenLimits', instrument, band: asPrice(toCents(band)) }),
    says: (events) => {
      const widened = events.flatMap((event) =>
        event.kind === 'limitsChanged'
          ? [`  ${event.contract}: ${amountText(event.limits.low)} to ${amountText(event.limits.high)}`]
          : [],
      );
      return ['These price limits are wider until the day ends:', ...widened].join('\n');
    },
  }),
  'self-match': action({
    arguments: {
      selfMatch: word('RULE', z.enum(['reject', 'allow'], { error: 'Self-matches are reject or allow.' })),
    },
    help: 'reject or allow orders that would match an order of the same account',
    command: (fields) => ({ kind: 'setSelfMatch', ...fields }),
    says: (events) =>
      eventOf(events, 'selfMatchSet').selfMatch === 'reject'
        ? 'An order that would match another order of the same account is rejected.'
        : 'Orders may match other orders of the same account.',
  }),
  'cancel-deal': action({
    arguments: { deal, reason, confirm: flag },
    help: 'show the deal with this match number, such as M290, or with the number of either side; with --confirm cancel it as an error trade',
    run: (operator, { reason, ...target }) =>
      errorTrade(operator, target, {
        command: (matchSeq) => ({ kind: 'cancelDeal', matchSeq, reason }),
        would: 'cancel these deals',
        done: 'These deals are cancelled',
      }),
  }),
  'reprice-deal': action({
    arguments: {
      deal,
      price: number('PRICE', argumentSchemas.price('Give the price in rand per ton.')),
      reason,
      confirm: flag,
    },
    help: 'the same, to give it another price',
    run: (operator, { price, reason, ...target }) =>
      errorTrade(operator, target, {
        command: (matchSeq) => ({ kind: 'repriceDeal', matchSeq, price: asPrice(toCents(price)), reason }),
        would: `give these deals the price ${price.toFixed(2)}`,
        done: `These deals have the price ${price.toFixed(2)}`,
      }),
  }),
  'end-of-day': action({
    arguments: { force: option('REASON', z.optional(argumentSchemas.recordedReason)) },
    help: 'go through the checklist and end the business day: open orders expire and everyone is signed out; --force "REASON" ends it with points open',
    run: async (operator, { force }) => {
      const { view } = operator;
      const endedDay = view.directory.businessDay;
      const checks = dayChecklist(view);
      if (!isReady(checks) && force === undefined)
        throw new OperatorRejection(
          `Business day ${endedDay} has not ended, because points of its checklist are open:\n${checks.map(checkLine).join('\n')}\nSettle them, or end the day without them: --force "the reason".`,
        );
      const forced = isReady(checks) || force === undefined ? {} : { forcedBecause: force };
      await submit(operator, { kind: 'endDay', ...forced });
      return [
        ...checks.map(checkLine),
        `Business day ${endedDay} has ended; the next is ${view.directory.businessDay}. Everyone must sign in again.`,
      ].join('\n');
    },
  }),
  schedule: action({
    arguments: {
      answer: word(
        '[continue]',
        z.optional(z.literal('continue', 'schedule accepts nothing, or "continue".')),
      ),
    },
    help: 'say whether the schedule runs, or what it asks the operator; with "continue", end the business days that are overdue by the clock, and run again',
    run: async ({ schedule, view }, { answer }) => {
      if (schedule === null)
        throw new OperatorRejection('No schedule runs on this folder. Start the server first.');
      const isAnswered = answer === 'continue' && schedule.question !== null;
      const endedDays = isAnswered ? await schedule.continueByClock() : [];
      return (
        schedule.question ??
        [
          ...endedDays.map((day) => `Business day ${day} has ended.`),
          `The schedule runs. The business day is ${view.directory.businessDay}.`,
        ].join('\n')
      );
    },
  }),
};

/**
 * Cancels or reprices a deal, which is named by its match number or by the number of either side. Without `confirm` it changes nothing
 * and only lists the deals that would change; for a package these are the deals of all legs. Throws OperatorRejection if there is no such
 * deal today, or if the market would reject the correction.
 */
async function errorTrade(
  operator: ActingOperator,
  { deal, confirm = false }: { readonly deal: DealName; readonly confirm?: boolean | undefined },
  { command, would, done }: { command: (matchSeq: number) => Correction; would: string; done: string },
): Promise<string> {
  const before = [...operator.view.allRows('deals')];
  const named = namedDeal(before, deal);
  if (named === undefined)
    throw new OperatorRejection(
      `There is no deal ${deal} of today. The Deals panel of either side has its match number, such as M290: give that.`,
    );
  const correction = command(named.matchSeq);
  // A member may have changed a deal since it was shown, so the events say which deals have changed.
  const { corrected, reopened } = confirm
    ? changedBy((await submit(operator, correction)).events)
    : previewOf(operator, correction);
  const rows = confirm ? [...operator.view.allRows('deals')] : before;
  const lines = (numbers: readonly number[]) =>
    rows
      .filter(({ dealSeq }) => numbers.includes(dealSeq))
      .map((row) => `  ${dealText(row, offsetMinutesOf(operator))}`);
  const reopens = reopened.length > 0;
  return [
    ...(reopens ? ['Cancelled:'] : []),
    ...lines(corrected),
    ...(reopens ? ['Reopened, because they were cumulated with one of these:', ...lines(reopened)] : []),
    confirm
      ? `${reopens ? 'The deals are cancelled and reopened' : done}. Their members were notified, and the market’s figures follow.`
      : `Nothing has changed. To ${reopens ? 'cancel and reopen these deals' : would}, repeat the command with --confirm.`,
  ].join('\n');
}

type Correction = Extract<Command, { kind: 'cancelDeal' | 'repriceDeal' }>;

/** Throws OperatorRejection. */
function previewOf({ previewErrorTrade }: ActingOperator, correction: Correction): ErrorTradePreview {
  const preview = previewErrorTrade(correction);
  if ('code' in preview) throw new OperatorRejection(rejectionSentence(preview));
  return preview;
}

function changedBy(events: readonly VenueEvent[]): ErrorTradePreview {
  const isOpen = new Map<number, boolean>();
  for (const event of events) {
    if (event.kind === 'dealStateChanged') isOpen.set(event.dealSeq, event.state === 'Open');
    if (event.kind === 'dealRepriced') for (const { dealSeq } of event.sides) isOpen.set(dealSeq, false);
  }
  const numbers = [...isOpen.keys()].sort((a, b) => a - b);
  return {
    corrected: numbers.filter((dealSeq) => isOpen.get(dealSeq) === false),
    reopened: numbers.filter((dealSeq) => isOpen.get(dealSeq) === true),
  };
}

/** A side of the deal; for the match number of a split, spread or delta itself, of its first leg, which has the next number. */
function namedDeal(rows: readonly DealRow[], deal: DealName): DealRow | undefined {
  if (typeof deal === 'number') return rows.find(({ dealSeq }) => dealSeq === deal);
  const ofMatch = (number: number) => rows.filter(({ matchSeq }) => matchSeq === number);
  const matchSeq = Number(deal.slice(1));
  return ofMatch(matchSeq)[0] ?? ofMatch(matchSeq + 1).find(({ origin }) => legOrigins.has(origin));
}

const legOrigins: ReadonlySet<DealRow['origin']> = new Set(['split', 'spread', 'delta']);

/** "M6, deal 12: KAND/THA buys 5 DEC26 WMAZ at 4035.20, for 9996S, at 10:31". */
/** The average of cumulated deals has four decimals, unless it is a whole cent. */
const dealPriceText = (price: number): string => price.toFixed(toRand(toCents(price)) === price ? 2 : 4);

const dealText = (row: DealRow, offsetMinutes: number): string =>
  `${matchName(row.matchSeq)}, deal ${row.dealSeq}: ${row.member}/${row.dealer} ${row.side === 'B' ? 'buys' : 'sells'} ${row.qty} ${row.contract} at ${dealPriceText(row.price)}, for ${row.principal}, at ${marketTime(epochMs(row.time), offsetMinutes).slice(-5)}${row.state === 'Open' ? '' : `, ${row.state}`}`;
