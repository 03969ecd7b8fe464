// The time of a scenario: `at 09:15` is a time of the day, `after 30 s` lets time pass. The first `at` of a day only sets the time when
// the day begins.
import type { Action, Scenario } from '../scenario.ts';

export class ScenarioTime {
  #timeOfDayMs: number | null = null;

  /** Milliseconds of scenario time to wait before the action; negative when the time of `at` has already passed. */
  waitMs(action: Action): number {
    if (action.phrase === 'end of day') this.#timeOfDayMs = null;
    if (action.phrase === 'after') {
      if (this.#timeOfDayMs !== null) this.#timeOfDayMs += action.values.DURATION;
      return action.values.DURATION;
    }
    if (action.phrase !== 'at') return 0;
    const wait = action.values.TIMEOFDAY - (this.#timeOfDayMs ?? action.values.TIMEOFDAY);
    this.#timeOfDayMs = action.values.TIMEOFDAY;
    return wait;
  }
}

/** The lines whose time is before the time of an earlier line. */
export function timeFaults({ file, steps }: Pick<Scenario, 'file' | 'steps'>): string[] {
  const time = new ScenarioTime();
  return steps.flatMap(({ action, line, text }) =>
    action !== null && time.waitMs(action) < 0
      ? [`${file}:${line}: the time is before that of an earlier line.\n  ${text}`]
      : [],
  );
}
