// What the operator does to the exchange day: begin a phase by hand, halt and resume, widen limits, say what becomes of self-matches,
// correct an error trade, and end the day, which first goes through a checklist.
import { type Command, cents, contractGroups, type Phase, phases } from '@openpit/venue';
import * as z from 'zod/mini';
import { phaseCommands } from '../schedule/keep-schedule.ts';
import { dayChecklist } from './day-checklist.ts';
import { type OperatorParts, OperatorRejection, submit } from './operator-parts.ts';

const reason = z
  .string()
  .check(
    z.minLength(1, 'Give a reason: it is told to everybody and kept.'),
    z.maxLength(200, 'A reason has at most 200 characters.'),
  );
const instrument = z
  .string()
  .check(z.regex(/^[A-Z0-9]{1,8}$/, 'An instrument is named by its code, as WMAZ.'));
const rand = z.number().check(z.positive('An amount is above zero.'), z.maximum(1_000_000));
const matchSeq = z.int().check(z.positive('A deal goes by its number.'));

export const exchangeDayRequests = [
  z.strictObject({
    action: z.literal('phase'),
    phase: z.enum(phases, { error: `A phase is ${phases.join(', ')}.` }),
    groups: z
      .array(z.enum(contractGroups, { error: `A group of contracts is ${contractGroups.join(', ')}.` }))
      .check(z.minLength(1)),
  }),
  z.strictObject({ action: z.literal('halt'), instrument, reason }),
  z.strictObject({ action: z.literal('resume'), instrument }),
  z.strictObject({ action: z.literal('widen-limits'), instrument, band: rand }),
  z.strictObject({
    action: z.literal('self-match'),
    selfMatch: z.enum(['reject', 'allow'], { error: 'Self-matches are reject or allow.' }),
  }),
  z.strictObject({ action: z.literal('cancel-deal'), matchSeq, reason }),
  z.strictObject({ action: z.literal('reprice-deal'), matchSeq, price: z.number(), reason }),
  /** `force`: why the day ends although the checklist is against it. */
  z.strictObject({ action: z.literal('end-of-day'), force: z.optional(reason) }),
] as const;
export type ExchangeDayRequest = z.infer<(typeof exchangeDayRequests)[number]>;

/** Does it and returns what to print. Throws OperatorRejection. */
export async function actOnDay(parts: OperatorParts, request: ExchangeDayRequest): Promise<string> {
  switch (request.action) {
    case 'phase':
      return beginPhase(parts, request);
    case 'halt':
      await submit(parts, { kind: 'haltInstrument', instrument: request.instrument, reason: request.reason });
      return `${request.instrument} is halted. "resume ${request.instrument}" ends it.`;
    case 'resume':
      await submit(parts, { kind: 'resumeInstrument', instrument: request.instrument });
      return `${request.instrument} has resumed.`;
    case 'widen-limits': {
      const { instrument: code, band } = request;
      await submit(parts, { kind: 'widenLimits', instrument: code, band: toCents(band) });
      return `The daily limits of ${code} are ${band.toFixed(2)} either side of the last MTM until the day ends.`;
    }
    case 'self-match':
      await submit(parts, { kind: 'setSelfMatch', selfMatch: request.selfMatch });
      return request.selfMatch === 'reject'
        ? 'An order that would match an own one is rejected.'
        : 'Orders may match own ones.';
    case 'cancel-deal':
      await submit(parts, { kind: 'cancelDeal', matchSeq: request.matchSeq, reason: request.reason });
      return `Deal number ${request.matchSeq} is cancelled. Both sides and the market have been told.`;
    case 'reprice-deal': {
      const { price, ...deal } = request;
      const command: Command = {
        kind: 'repriceDeal',
        matchSeq: deal.matchSeq,
        price: toCents(price),
        reason: deal.reason,
      };
      await submit(parts, command);
      return `Deal number ${deal.matchSeq} has the price ${price.toFixed(2)}. Both sides and the market have been told.`;
    }
    case 'end-of-day':
      return endDay(parts, request.force);
  }
}

async function beginPhase(
  parts: OperatorParts,
  { phase, groups }: { readonly phase: Phase; readonly groups: ExchangeDayGroups },
): Promise<string> {
  const at = parts.clock.now();
  for (const command of phaseCommands(parts.calendar, { groups, phase }, { at, dueAt: null }))
    await submit(parts, command);
  return parts.projections.exchangeDay
    .groups()
    .map((group) => `${group.group.padEnd(14)} ${group.phase}`)
    .join('\n');
}
type ExchangeDayGroups = Extract<ExchangeDayRequest, { action: 'phase' }>['groups'];

async function endDay(parts: OperatorParts, force: string | undefined): Promise<string> {
  const before = parts.projections.directory.businessDay;
  const checks = dayChecklist(parts.projections);
  const lines = checks.map(({ isDone, what }) => `  ${isDone ? 'ok  ' : 'OPEN'} ${what}`);
  const isReady = checks.every(({ isDone }) => isDone);
  if (!isReady && force === undefined)
    throw new OperatorRejection(
      `Business day ${before} has not ended; its checklist is against it:\n${lines.join('\n')}\nSettle what is open, or end the day all the same with --force "the reason".`,
    );
  await submit(parts, {
    kind: 'endDay',
    ...(isReady || force === undefined ? {} : { forcedBecause: force }),
  });
  return [
    ...lines,
    `Business day ${before} has ended; the next is ${parts.projections.directory.businessDay}. Everyone has been told to sign in again.`,
  ].join('\n');
}

const toCents = (amount: number) => cents(Math.round(amount * 100));
