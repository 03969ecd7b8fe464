// The times at which the steps of a schedule are due: its times of day, on business days without holidays.

import {
  allowsDealActions,
  businessDayFrom,
  type ContractGroup,
  type Day,
  type EpochMs,
  epochMs,
  type Holidays,
  type IsoDate,
  isoDate,
  type Phase,
  type PhaseChange,
} from '@openpit/venue';
import { dayMs } from '@openpit/wire';
import type { Schedule, ScheduleStep } from './schedule.ts';

export interface DueStep {
  readonly at: EpochMs;
  readonly step: ScheduleStep;
}

const minuteMs = 60_000;
/** The longest time without a step, in days. */
const maxDays = 30;

export class ScheduleCalendar {
  readonly #schedule: () => Schedule;
  readonly #holidays: () => Holidays;
  /** True while the schedule waits for the operator: until then no phase begins by itself. */
  isHeld = false;

  /** `schedule` and `holidays` are called for each answer: the operator changes hours and holidays while the market runs. */
  constructor(schedule: () => Schedule, holidays: () => Holidays) {
    this.#schedule = schedule;
    this.#holidays = holidays;
  }

  /** The steps that are due after one time and until another, in order. */
  between(after: number, until: number): DueStep[] {
    const due: DueStep[] = [];
    for (let day: number = this.#dayOf(after); day <= this.#dayOf(until); day += 1)
      for (const dueStep of this.#on(day as Day))
        if (dueStep.at > after && dueStep.at <= until) due.push(dueStep);
    return due;
  }

  /** The first matching step after a time; null if there is none within a month. */
  next(after: number, matches: (step: ScheduleStep) => boolean = () => true): DueStep | null {
    const first = this.#dayOf(after);
    for (let day: number = first; day <= first + maxDays; day += 1)
      for (const dueStep of this.#on(day as Day))
        if (dueStep.at > after && matches(dueStep.step)) return dueStep;
    return null;
  }

  /** The last matching step until a time; null if there is none within a month. */
  last(until: number, matches: (step: ScheduleStep) => boolean): DueStep | null {
    const latest = this.#dayOf(until);
    for (let day: number = latest; day >= latest - maxDays; day -= 1)
      for (const dueStep of this.#on(day as Day).reverse())
        if (dueStep.at <= until && matches(dueStep.step)) return dueStep;
    return null;
  }

  /** The group's next other phase after a time; null if there is none. */
  nextPhase(group: ContractGroup, { phase, after }: { phase: Phase; after: number }): PhaseChange | null {
    if (this.isHeld) return null;
    const due = this.next(after, (step) => isOf(step, group) && step.phase !== phase);
    return due?.step.kind === 'phase' ? { phase: due.step.phase, at: due.at } : null;
  }

  /** When the group accepts orders again; null if it accepts them now, or if no step is known that does that. */
  opensAt(group: ContractGroup, { phase, after }: { phase: Phase; after: number }): EpochMs | null {
    if (this.isHeld || acceptsOrders(phase)) return null;
    return this.next(after, (step) => isOf(step, group) && acceptsOrders(step.phase))?.at ?? null;
  }

  /** When the group's deals can no longer be handled, and unmatched deals expire; null while they cannot be, and without such a step. */
  dealsUntil(
    group: ContractGroup,
    { phase, after, dayEndsAt }: { phase: Phase; after: number; dayEndsAt: number | null },
  ): number | null {
    if (!allowsDealActions(phase)) return null;
    const ends = this.next(after, (step) => isOf(step, group) && !allowsDealActions(step.phase))?.at ?? null;
    return ends === null || dayEndsAt === null ? (ends ?? dayEndsAt) : Math.min(ends, dayEndsAt);
  }

  /** The current business day at a time: the one that ends next. With a schedule that ends no days, the date or the next business day. */
  businessDayAt(at: number): Day {
    const end = this.next(at, ({ kind }) => kind === 'endDay');
    return end === null ? businessDayFrom(this.#dayOf(at), this.#holidays()) : this.#dayOf(end.at);
  }

  /** The date of a time in the time zone of the schedule. */
  dateOf(at: number): IsoDate {
    return isoDate(this.#dayOf(at));
  }

  /** True if a time is on a business day. */
  isBusinessDay(at: number): boolean {
    const day = this.#dayOf(at);
    return businessDayFrom(day, this.#holidays()) === day;
  }

  /** The present hours, in a form that can be compared. */
  get hours(): string {
    return JSON.stringify(this.#schedule());
  }

  /** How far the times of the schedule are ahead of UTC. */
  get offsetMinutes(): number {
    return this.#schedule().offsetMinutes;
  }

  /** The hour of a time in the time zone of the schedule, 0 to 23. */
  hourOf(at: number): number {
    const minutes = Math.floor(at / minuteMs) + this.offsetMinutes;
    return Math.floor(minutes / 60) % 24;
  }

  timeOn(day: Day, minute: number): EpochMs {
    return epochMs(day * dayMs + (minute - this.offsetMinutes) * minuteMs);
  }

  #on(day: Day): DueStep[] {
    const isBusinessDay = businessDayFrom(day, this.#holidays()) === day;
    const { offsetMinutes, steps } = this.#schedule();
    return steps
      .filter((step) => isBusinessDay || (step.kind === 'silo' && step.isRepeated))
      .map((step) => ({ at: epochMs(day * dayMs + (step.minute - offsetMinutes) * minuteMs), step }));
  }

  #dayOf(at: number): Day {
    return Math.floor((at + this.offsetMinutes * minuteMs) / dayMs) as Day;
  }
}

export function isOf(
  step: ScheduleStep,
  group: ContractGroup,
): step is Extract<ScheduleStep, { kind: 'phase' }> {
  return step.kind === 'phase' && step.groups.includes(group);
}

const acceptsOrders = (phase: Phase): boolean => phase === 'preOpen' || phase === 'continuous';
