// When the steps of a schedule fall due: its times on business days, holidays left out.
import {
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
import type { Schedule, ScheduleStep } from './schedule.ts';

export interface DueStep {
  readonly at: EpochMs;
  readonly step: ScheduleStep;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** No market rests longer than this. */
const farthestDays = 30;

export class ScheduleCalendar {
  readonly #schedule: Schedule;
  readonly #holidays: () => Holidays;

  /** `holidays`: as they are known when it is asked. */
  constructor(schedule: Schedule, holidays: () => Holidays) {
    this.#schedule = schedule;
    this.#holidays = holidays;
  }

  /** The steps due after the one time and up to the other, in order. */
  between(after: number, until: number): DueStep[] {
    const due: DueStep[] = [];
    for (let day: number = this.#dayOf(after); day <= this.#dayOf(until); day += 1)
      for (const one of this.#on(day as Day)) if (one.at > after && one.at <= until) due.push(one);
    return due;
  }

  /** The first step after a time that is meant; null when none is near. */
  next(after: number, isMeant: (step: ScheduleStep) => boolean = () => true): DueStep | null {
    const first = this.#dayOf(after);
    for (let day: number = first; day <= first + farthestDays; day += 1)
      for (const one of this.#on(day as Day)) if (one.at > after && isMeant(one.step)) return one;
    return null;
  }

  /** The last step at or before a time that is meant; null when none is near. */
  last(until: number, isMeant: (step: ScheduleStep) => boolean): DueStep | null {
    const latest = this.#dayOf(until);
    for (let day: number = latest; day >= latest - farthestDays; day -= 1)
      for (const one of this.#on(day as Day).reverse()) if (one.at <= until && isMeant(one.step)) return one;
    return null;
  }

  /** The group's next phase after a time that is another one. */
  nextPhase(group: ContractGroup, { phase, after }: { phase: Phase; after: number }): PhaseChange | null {
    const due = this.next(after, (step) => isOf(step, group) && step.phase !== phase);
    return due?.step.kind === 'phase' ? { phase: due.step.phase, at: due.at } : null;
  }

  /** When the group takes orders again; null while it does, and when the schedule does not say. */
  opensAt(group: ContractGroup, { phase, after }: { phase: Phase; after: number }): EpochMs | null {
    if (takesOrders(phase)) return null;
    return this.next(after, (step) => isOf(step, group) && takesOrders(step.phase))?.at ?? null;
  }

  /** The business day that runs at a time: the one that is ended next; where none is ever ended, the date itself or the next one. */
  businessDayAt(at: number): Day {
    const end = this.next(at, ({ kind }) => kind === 'endDay');
    return end === null ? businessDayFrom(this.#dayOf(at), this.#holidays()) : this.#dayOf(end.at);
  }

  /** The date of a time where the exchange is. */
  dateOf(at: number): IsoDate {
    return isoDate(this.#dayOf(at));
  }

  #on(day: Day): DueStep[] {
    if (businessDayFrom(day, this.#holidays()) !== day) return [];
    const { offsetMinutes, steps } = this.#schedule;
    return steps.map((step) => ({
      at: epochMs(day * dayMs + (step.minute - offsetMinutes) * minuteMs),
      step,
    }));
  }

  #dayOf(at: number): Day {
    return Math.floor((at + this.#schedule.offsetMinutes * minuteMs) / dayMs) as Day;
  }
}

export function isOf(
  step: ScheduleStep,
  group: ContractGroup,
): step is Extract<ScheduleStep, { kind: 'phase' }> {
  return step.kind === 'phase' && step.groups.includes(group);
}

const takesOrders = (phase: Phase): boolean => phase === 'preOpen' || phase === 'continuous';
