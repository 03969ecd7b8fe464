// Runs the exchange day: submits each step of the schedule when it is due. A start first submits the steps that were missed while
// no server ran, in order and with their due times. A day that the operator has ended, or a phase that the operator has begun,
// lasts until the next step of the schedule. If the clock is far ahead of the market, no day ends, and the schedule waits for the
// operator (market/sessions.md, Phases).
import type { MarketView } from '@openpit/projections';
import {
  type Clock,
  type Command,
  type ContractGroup,
  type Day,
  epochMs,
  GatewayUnavailable,
  type IsoDate,
  isoDate,
  type OrderGateway,
  type Phase,
  parseIsoDate,
} from '@openpit/venue';
import { type DueStep, isOf, type ScheduleCalendar } from './schedule-calendar.ts';

/** The longest downtime that lets the schedule end a business day without asking the operator. */
const maxAbsenceMs = 36 * 60 * 60_000;
/** The interval at which the clock is read, so that a jump of the clock is noticed soon. */
const checkEveryMs = 30_000;
/** An early valuation is skipped after this long, because its prices would belong to another time. */
const maxValuationDelayMs = 5 * 60_000;

interface ScheduleParts {
  readonly gateway: OrderGateway;
  readonly view: MarketView;
  readonly clock: Clock;
  readonly calendar: ScheduleCalendar;
  /** When the market last ran before this start; 0 for a new market. */
  readonly lastRanAt: number;
  readonly questions: ScheduleQuestions;
  /** How the operator answers: the command. Not kept with the question, because the place of the market may change. */
  readonly answerBy: string;
  /** Called with the question when the schedule begins to wait, and at a start when it still waits. */
  readonly onQuestion: (question: string) => void;
  /** Called when the operator has checked the clock. */
  readonly onContinue?: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Keeps the unanswered question to the operator across a restart. */
export interface ScheduleQuestions {
  find(): Promise<string | null>;
  /** `seenAt`: the last time before the clock became doubtful. */
  put(question: string, seenAt: number): Promise<void>;
  delete(): Promise<void>;
}

export interface RunningSchedule {
  /** The question to the operator while the schedule waits for the answer; null while it runs. */
  readonly question: string | null;
  /** True if the clock may be right at this time, so that the schedule would not ask the operator. */
  trusts(now: number): boolean;
  /** Accepts the clock's time: carries out all steps that are due and resumes. Returns the business days that it ended. */
  continueByClock(): Promise<readonly IsoDate[]>;
  /** Resolves when every step that is due has been carried out. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when all missed steps have been carried out, or when the operator is asked instead. */
export async function runSchedule(parts: ScheduleParts): Promise<RunningSchedule> {
  const { clock, calendar, view, questions, onQuestion, onFailure } = parts;
  const day = view.exchangeDay;
  // No phase was missed before the market was opened. The ends of days may have been, if it was opened on an earlier business day.
  let doneUntil = Math.max(day.keptUntil ?? 0, day.openedAt ?? clock.now());
  const startedAt = doneUntil;
  let seenAt = parts.lastRanAt === 0 ? clock.now() : parts.lastRanAt;
  let question = await questions.find();
  let hours = calendar.hours;
  let stopped = false;
  let cancel = () => {};
  let working: Promise<void> = Promise.resolve();

  /** Reads the clock immediately, because the work may run later; returns the work that is due. */
  const takeDue = (): (() => Promise<void>)[] => {
    const now = clock.now();
    const due = calendar.between(doneUntil, now);
    const before = seenAt;
    const unanswered = questionAbout(parts, due, { now, seenAt, startedAt });
    seenAt = now;
    if (unanswered === null) {
      const after = doneUntil;
      doneUntil = Math.max(doneUntil, now);
      const presentHours = calendar.hours;
      const steps = due.map((dueStep) => async () => {
        // The end of a day has changed the hours. The next reading of the clock finds the steps of the new hours.
        if (calendar.hours !== presentHours) return;
        await perform(parts, dueStep);
        if (calendar.hours !== presentHours) doneUntil = dueStep.at;
        await followHours(dueStep.at);
      });
      return [() => followHours(after), ...steps];
    }
    question = unanswered;
    return [() => questions.put(unanswered, before), () => waitForAnswer(unanswered)];
  };
  /** If the end of a day has changed the hours, performs steps of the new day that are before this time by the new hours. */
  const followHours = async (at: number): Promise<void> => {
    if (calendar.hours === hours) return;
    hours = calendar.hours;
    await beginNewHours(parts, at);
  };
  const waitForAnswer = async (question: string): Promise<void> => {
    calendar.isHeld = true;
    await pauseTrading(parts);
    onQuestion(withAnswer(question, parts));
  };
  const arm = (): void => {
    if (stopped || question !== null) return;
    const next = calendar.next(doneUntil)?.at ?? Number.POSITIVE_INFINITY;
    cancel = clock.at(epochMs(Math.min(next, clock.now() + checkEveryMs)), () => {
      for (const work of takeDue()) run(work);
      arm();
    });
  };
  const run = (work: () => Promise<void>): void => {
    working = working.then(() => (stopped ? undefined : work())).catch(onFailure);
  };

  const continueNow = async (): Promise<readonly IsoDate[]> => {
    if (stopped || question === null) return [];
    const now = clock.now();
    const ended: IsoDate[] = [];
    for (const due of overdueEnds(parts, now)) {
      const { businessDay } = view.directory;
      if (businessDay > calendar.dateOf(due.at)) continue;
      await submit(parts, { kind: 'endDay', dueAt: due.at });
      if (view.directory.businessDay !== businessDay) ended.push(businessDay);
    }
    calendar.isHeld = false;
    await beginPhasesOf(parts, now);
    await questions.delete();
    question = null;
    doneUntil = Math.max(doneUntil, now);
    seenAt = now;
    parts.onContinue?.();
    arm();
    return ended;
  };

  if (question === null) for (const work of takeDue()) await work();
  else await waitForAnswer(question);
  if (question === null) await beginOverdue(parts, clock.now());
  arm();
  return {
    get question() {
      return question === null ? null : withAnswer(question, parts);
    },
    trusts: (now) =>
      question === null &&
      (Math.abs(now - seenAt) <= 2 * checkEveryMs ||
        questionAbout(parts, calendar.between(doneUntil, now), { now, seenAt, startedAt }) === null),
    continueByClock: () => {
      const continuing = working.then(continueNow);
      working = continuing.then(
        () => {},
        () => {},
      );
      return continuing;
    },
    settled: () => working,
    stop: async () => {
      stopped = true;
      cancel();
      await working;
    },
  };
}

/** The ends of the market's business day and of later ones that were due until this time. */
function overdueEnds({ calendar, view }: ScheduleParts, until: number): DueStep[] {
  const businessDay = parseIsoDate(view.directory.businessDay);
  if (businessDay === null) return [];
  return calendar
    .between(calendar.timeOn(businessDay, -1), until)
    .filter(({ step }) => step.kind === 'endDay');
}

/**
 * The question to the operator, when business days would end that may not be over: the clock may be wrong. One end of a day
 * is carried out late, as after a night without a server.
 */
function questionAbout(
  parts: ScheduleParts,
  due: readonly DueStep[],
  { now, seenAt, startedAt }: { readonly now: number; readonly seenAt: number; readonly startedAt: number },
): string | null {
  const ends = due.filter(({ at, step }) => step.kind === 'endDay' && !isEndedAlready(parts, at)).length;
  if (ends === 0) return null;
  const overdue = ends + overdueEnds(parts, startedAt).length;
  if (overdue === 1 && now - seenAt <= maxAbsenceMs) return null;
  const days = overdue === 1 ? 'its end is overdue' : `the ends of ${overdue} business days are overdue`;
  return [
    `The clock says ${timeText(now)}, and the market last ran at ${timeText(seenAt)}, in business day ${parts.view.directory.businessDay}: ${days}.`,
    'No day ends by itself now, because the clock may be wrong. Until you answer, no orders enter and nothing is matched.',
  ].join('\n');
}

const withAnswer = (question: string, { answerBy }: ScheduleParts): string =>
  `${question}\nCheck the clock, correct it if it is wrong, and then: ${answerBy}`;

const timeText = (at: number): string => {
  const minutes = Math.floor(at / 60_000);
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${isoDate(Math.floor(minutes / 1_440) as Day)} ${hour}:${minute} UTC`;
};

/** Administration preserves orders, deals and deal actions, some of which would end with a phase. */
async function pauseTrading(parts: ScheduleParts): Promise<void> {
  const groups = parts.view.exchangeDay
    .groups()
    .filter(({ phase }) => phase === 'continuous' || phase === 'preOpen')
    .map(({ group }) => group);
  if (groups.length === 0) return;
  await submit(parts, { kind: 'beginPhase', groups, phase: 'admin', dueAt: null, next: null, opensAt: null });
}

/** Begins the phases that the schedule prescribes at this time, even if the operator began the current phases. */
async function beginPhasesOf(parts: ScheduleParts, now: number): Promise<void> {
  const { calendar, view } = parts;
  for (const { group, phase: present } of view.exchangeDay.groups()) {
    const last = calendar.last(now, (step) => isOf(step, group));
    // A schedule without phases of the group trades continuously.
    const phase = last?.step.kind === 'phase' ? last.step.phase : 'continuous';
    if (phase === present) continue;
    const at = last?.at ?? now;
    for (const command of phaseCommands(
      calendar,
      { groups: [group], phase },
      { at, dueAt: last?.at ?? null },
    ))
      await submit(parts, command);
  }
}

/** The commands that begin a phase for these groups, with the next phase and opening of each by the schedule. */
export function phaseCommands(
  calendar: ScheduleCalendar | null,
  step: { readonly groups: readonly ContractGroup[]; readonly phase: Phase },
  { at, dueAt }: { readonly at: number; readonly dueAt: number | null },
): Command[] {
  const { phase } = step;
  const alike = new Map<string, Extract<Command, { kind: 'beginPhase' }>>();
  for (const group of step.groups) {
    const next = calendar?.nextPhase(group, { phase, after: at }) ?? null;
    const opensAt = calendar?.opensAt(group, { phase, after: at }) ?? null;
    const key = JSON.stringify([next, opensAt]);
    const groups = [...(alike.get(key)?.groups ?? []), group];
    alike.set(key, {
      kind: 'beginPhase',
      groups,
      phase,
      dueAt: dueAt === null ? null : epochMs(dueAt),
      next,
      opensAt,
      ...(calendar === null ? {} : { offsetMinutes: calendar.offsetMinutes }),
    });
  }
  return [...alike.values()];
}

/** Performs the last steps of groups that are not in the phase of the schedule although no step was missed: it is a new schedule. */
async function beginOverdue(parts: ScheduleParts, now: number): Promise<void> {
  const { calendar, view } = parts;
  const late = new Map<number, DueStep>();
  for (const { group, phase, since } of view.exchangeDay.groups()) {
    const due = calendar.last(now, (step) => isOf(step, group));
    if (due !== null && isOf(due.step, group) && due.step.phase !== phase && (since ?? 0) <= due.at)
      late.set(due.at, due);
  }
  for (const due of [...late.values()].sort((a, b) => a.at - b.at)) await perform(parts, due);
}

/**
 * Performs the steps of the present business day that were due by the new hours before they applied, at `at`. For example, if the hours
 * are an hour earlier in UTC from now on, the step that opens the new day may be an hour ago, and the next such step is a day away.
 */
async function beginNewHours(parts: ScheduleParts, at: number): Promise<void> {
  const { calendar, view } = parts;
  const began = calendar.last(at, ({ kind }) => kind === 'endDay')?.at ?? at;
  if (isoDate(calendar.businessDayAt(at)) !== view.directory.businessDay) return;
  for (const { group, phase, since } of view.exchangeDay.groups()) {
    const last = calendar.last(at, (step) => isOf(step, group));
    if (last?.step.kind !== 'phase' || last.at <= began || last.step.phase === phase || (since ?? 0) > at)
      continue;
    const step = { groups: [group], phase: last.step.phase };
    for (const command of phaseCommands(calendar, step, { at, dueAt: at })) await submit(parts, command);
  }
  for (const due of calendar.between(began, at))
    if (due.step.kind === 'silo' && !due.step.isRepeated) await perform(parts, due);
}

async function perform(parts: ScheduleParts, due: DueStep): Promise<void> {
  for (const command of commandsOfStep(parts, due, parts.clock.now())) await submit(parts, command);
}

/** The commands of a step that is performed `now`. A step that the operator has already performed has none. */
export function commandsOfStep(
  { calendar, view }: Pick<ScheduleParts, 'calendar' | 'view'>,
  { at, step }: DueStep,
  now: number,
): Command[] {
  const isLate = now - at > maxValuationDelayMs;
  switch (step.kind) {
    case 'endDay':
      return isEndedAlready({ calendar, view }, at) ? [] : [{ kind: 'endDay', dueAt: at }];
    case 'valuation':
      return isLate ? [] : [{ kind: 'valueMarket' }];
    case 'silo': {
      // A market without silos has no deliveries; a stage that the operator has already begun is rejected, and stays.
      if ((step.isRepeated && isLate) || view.siloCerts.locations().length === 0) return [];
      if (step.stage === 'award') return [{ kind: 'awardSiloLots' }];
      const endsAt = calendar.next(at, ({ kind }) => kind === 'silo')?.at ?? null;
      return [{ kind: 'beginSiloStage', stage: step.stage, endsAt }];
    }
    case 'phase': {
      // A phase that the operator has begun after this step was due is kept.
      const groups = view.exchangeDay
        .groups()
        .filter(({ group, phase, since }) => isOf(step, group) && phase !== step.phase && (since ?? 0) <= at)
        .map(({ group }) => group);
      return phaseCommands(calendar, { groups, phase: step.phase }, { at, dueAt: at });
    }
    default:
      return step satisfies never;
  }
}

/** When the schedule ends the current business day, which the operator may have begun early; null if it ends no day within a month. */
export function dayEndsAt(parts: Pick<ScheduleParts, 'calendar' | 'view'>, now: number): number | null {
  for (let after = now; ; ) {
    const end = parts.calendar.next(after, ({ kind }) => kind === 'endDay')?.at ?? null;
    if (end === null || !isEndedAlready(parts, end)) return end;
    after = end;
  }
}

/** True if the operator has ended the business day whose end is due at this time. */
function isEndedAlready({ calendar, view }: Pick<ScheduleParts, 'calendar' | 'view'>, at: number): boolean {
  const before = calendar.last(at - 1, ({ kind }) => kind === 'endDay')?.at ?? 0;
  if ((view.exchangeDay.endedByOperatorAt ?? 0) > before) return true;
  // The operator may have ended several days. Then the schedule waits until the calendar has reached the business day.
  return view.directory.businessDay > calendar.dateOf(at);
}

/** Retries while the market is too busy or its database is away. */
async function submit(
  { gateway, clock }: Pick<ScheduleParts, 'gateway' | 'clock'>,
  command: Command,
): Promise<void> {
  for (;;) {
    try {
      await gateway.submit({ by: { kind: 'schedule' }, requestId: null, command });
      return;
    } catch (error) {
      if (!(error instanceof GatewayUnavailable) || error.code === 'venueStopped') throw error;
      await new Promise<void>((resolve) => {
        clock.at(epochMs(clock.now() + error.retryAfterMs), resolve);
      });
    }
  }
}
