// The time of a story: `at 09:15` is a time of its day, `after 30 s` lets time pass. The first time of a day only says
// when the day's story begins.
import type { Act, Happening, Scenario } from './scenario.ts';

export class StoryTime {
  #timeOfDayMs: number | null = null;

  /** How long the story waits here, in its own time; negative when the told time has passed already. */
  waitMs(deed: Act | Happening): number {
    if (deed.phrase === 'end of day') this.#timeOfDayMs = null;
    if (deed.phrase === 'after') {
      if (this.#timeOfDayMs !== null) this.#timeOfDayMs += deed.said.DURATION;
      return deed.said.DURATION;
    }
    if (deed.phrase !== 'at') return 0;
    const wait = deed.said.TIMEOFDAY - (this.#timeOfDayMs ?? deed.said.TIMEOFDAY);
    this.#timeOfDayMs = deed.said.TIMEOFDAY;
    return wait;
  }
}

/** Lines on which the story goes back in time. */
export function timeFaults({ file, steps }: Pick<Scenario, 'file' | 'steps'>): string[] {
  const time = new StoryTime();
  return steps.flatMap(({ deed, line, text }) =>
    deed !== null && time.waitMs(deed) < 0
      ? [`${file}:${line}: a story does not go back in time; the time before is later.\n  ${text}`]
      : [],
  );
}
