// Runs the exchange day: submits each step of the schedule when it is due. A start first submits the steps that were missed
// while no server ran, in their order and with the times at which they were due. A day that the operator has ended, or a phase
// that the operator has begun, lasts until the next step of the schedule.
import type { MarketView } from '@openpit/projections';
import {
  type Clock,
  type Command,
  type ContractGroup,
  epochMs,
  type Floor,
  FloorUnavailable,
  type Phase,
} from '@openpit/venue';
import { type DueStep, isOf, type ScheduleCalendar } from './schedule-calendar.ts';

interface ScheduleParts {
  readonly floor: Floor;
  readonly view: MarketView;
  readonly clock: Clock;
  readonly calendar: ScheduleCalendar;
  readonly onFailure: (error: unknown) => void;
}

export interface RunningSchedule {
  /** Resolves when every step that is due has been carried out. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves when all missed steps have been carried out. */
export async function runSchedule(parts: ScheduleParts): Promise<RunningSchedule> {
  const { clock, calendar, view, onFailure } = parts;
  const day = view.exchangeDay;
  let stopped = false;
  let cancel = () => {};

  const now = clock.now();
  // No step was missed before the market was opened.
  const from = Math.max(day.keptUntil ?? 0, day.openedAt ?? now);
  for (const due of calendar.between(from, now)) await perform(parts, due);
  for (const due of overdue(calendar, day, now)) await perform(parts, due);

  let working: Promise<void> = Promise.resolve();
  const arm = (after: number) => {
    const due = calendar.next(after);
    if (due === null || stopped) return;
    cancel = clock.at(due.at, () => {
      // The next timer is set first, so that a clock that jumps does not skip it.
      arm(due.at);
      working = working.then(() => (stopped ? undefined : perform(parts, due))).catch(onFailure);
    });
  };
  arm(now);
  return {
    settled: () => working,
    stop: async () => {
      stopped = true;
      cancel();
      await working;
    },
  };
}

/** The commands that begin a phase for these groups, with the next phase and opening of each by the schedule. */
export function phaseCommands(
  calendar: ScheduleCalendar | null,
  wanted: { readonly groups: readonly ContractGroup[]; readonly phase: Phase },
  { at, dueAt }: { readonly at: number; readonly dueAt: number | null },
): Command[] {
  const { phase } = wanted;
  const alike = new Map<string, Extract<Command, { kind: 'beginPhase' }>>();
  for (const group of wanted.groups) {
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
    });
  }
  return [...alike.values()];
}

/** The last steps of groups that are not in the phase of the schedule although no step was missed: it is a new schedule. */
function overdue(calendar: ScheduleCalendar, day: MarketView['exchangeDay'], now: number): DueStep[] {
  const late = new Map<number, DueStep>();
  for (const { group, phase, since } of day.groups()) {
    const due = calendar.last(now, (step) => isOf(step, group));
    if (due !== null && isOf(due.step, group) && due.step.phase !== phase && (since ?? 0) <= due.at)
      late.set(due.at, due);
  }
  return [...late.values()].sort((a, b) => a.at - b.at);
}

async function perform(parts: ScheduleParts, { at, step }: DueStep): Promise<void> {
  const { calendar, view } = parts;
  const day = view.exchangeDay;
  if (step.kind === 'endDay') {
    const before = calendar.last(at - 1, ({ kind }) => kind === 'endDay')?.at ?? 0;
    const isEndedByOperator = (day.endedByOperatorAt ?? 0) > before;
    // The operator may have ended several days. Then the schedule waits until the calendar has reached the business day.
    const isAhead = view.directory.businessDay > calendar.dateOf(at);
    if (!isEndedByOperator && !isAhead) await submit(parts, { kind: 'endDay', dueAt: at });
    return;
  }
  // A phase that the operator has begun after this step was due is kept.
  const groups = day
    .groups()
    .filter(({ group, phase, since }) => isOf(step, group) && phase !== step.phase && (since ?? 0) <= at)
    .map(({ group }) => group);
  for (const command of phaseCommands(calendar, { groups, phase: step.phase }, { at, dueAt: at }))
    await submit(parts, command);
}

/** Retries while the market is too busy. */
async function submit({ floor, clock }: ScheduleParts, command: Command): Promise<void> {
  for (;;) {
    try {
      await floor.submit({ by: { kind: 'schedule' }, requestId: null, command });
      return;
    } catch (error) {
      if (!(error instanceof FloorUnavailable) || error.code !== 'venueBusy') throw error;
      await new Promise<void>((resolve) => {
        clock.at(epochMs(clock.now() + error.retryAfterMs), resolve);
      });
    }
  }
}
