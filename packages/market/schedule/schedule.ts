// Reads the schedule of the exchange day (market/sessions.md, Phases): the times at which phases begin for groups of contracts, of early
// valuations, of the delivery of silo certificates, and of the end of the day. It is a file, so that an exchange can change its hours without a new program.
import {
  type ContractGroup,
  contractGroups,
  type HoursStep,
  type MarketHours,
  minutesAhead,
  type Phase,
  phases,
} from '@openpit/venue';
import * as z from 'zod';
import { faultLines, parseJson, shapeFaults, wordsOf } from '../files/document-file.ts';

/** The file cannot be used; the message says where and why. */
export class ScheduleError extends Error {
  override name = 'ScheduleError';
}

export type ScheduleStep =
  | {
      readonly kind: 'phase';
      readonly minute: number;
      readonly phase: Phase;
      readonly groups: readonly ContractGroup[];
    }
  /** An early valuation of the market. */
  | { readonly kind: 'valuation'; readonly minute: number }
  /** A stage of the delivery of silo certificates, or its award; nothing on days without deliverable contracts. */
  | {
      readonly kind: 'silo';
      readonly minute: number;
      readonly stage: SiloStep;
      /** True if the step is repeated through each day, including weekends and holidays, and omitted when it is late. */
      readonly isRepeated: boolean;
    }
  | { readonly kind: 'endDay'; readonly minute: number };

const siloSteps = ['tendering', 'bidding', 'deciding', 'award'] as const;
type SiloStep = (typeof siloSteps)[number];

export interface Schedule {
  readonly name: string;
  /** How far the times of the schedule are ahead of UTC, in minutes. */
  readonly offsetMinutes: number;
  /** In the order of time; `minute` is the minute of the business day. */
  readonly steps: readonly ScheduleStep[];
}

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time HH:MM');
/** The shape of the hours in a file: in a separate file, or in the reference data. */
export const hoursDocument = z.strictObject({
  name: z.string().min(1).max(40),
  about: z.string().optional(),
  utcOffset: z
    .string()
    .regex(/^[+-]([01]\d|2[0-3]):[0-5]\d$/, 'must be an offset from -23:59 to +23:59, like +02:00'),
  steps: z
    .array(
      z.union([
        z.strictObject({
          at: time,
          phase: z.enum(phases),
          groups: z.array(z.enum(contractGroups)).min(1),
        }),
        z.strictObject({ at: time, valuation: z.literal(true) }),
        z.strictObject({ at: time, silo: z.enum(siloSteps) }),
        z.strictObject({ at: time, silo: z.enum(siloSteps), every: z.int().min(5), until: time }),
        z.strictObject({ at: time, endDay: z.literal(true) }),
      ]),
    )
    .min(1),
});

const fail = (sentence: string) => new ScheduleError(sentence);

/** Throws ScheduleError. */
export function parseSchedule(text: string, file: string): Schedule {
  const subject = `The schedule ${file}`;
  const result = hoursDocument.safeParse(parseJson(text, subject, fail), { error: wordsOf });
  if (!result.success) throw fail(faultLines(subject, shapeFaults(result.error)));
  return scheduleOf(result.data);
}

/** The hours must have been checked. */
export function scheduleOf({ name, utcOffset, steps }: MarketHours): Schedule {
  return {
    name,
    offsetMinutes: minutesAhead(utcOffset),
    steps: steps.flatMap(stepsOf).sort((a, b) => a.minute - b.minute),
  };
}

function stepsOf({ every, until, ...step }: HoursStep): ScheduleStep[] {
  const first = stepOf(step);
  if (first.kind !== 'silo' || every === undefined || until === undefined) return [first];
  const steps: ScheduleStep[] = [];
  for (let { minute } = first; minute < minutesOf(until); minute += every)
    steps.push({ ...first, minute, isRepeated: true });
  return steps;
}

function stepOf({ at, phase, groups = [], valuation, silo }: HoursStep): ScheduleStep {
  const minute = minutesOf(at);
  if (phase !== undefined) return { kind: 'phase', minute, phase, groups };
  if (valuation === true) return { kind: 'valuation', minute };
  const stage = siloSteps.find((siloStep) => siloStep === silo);
  return stage === undefined
    ? { kind: 'endDay', minute }
    : { kind: 'silo', minute, stage, isRepeated: false };
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
