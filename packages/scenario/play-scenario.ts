// Plays a story into a market that runs, with people and other participants about: the lines are sent at their times, and
// what came of each is told. Nothing is compared; others deal too, and what comes is the market's own.
import { type Clock, epochMs, type Floor, FloorUnavailable, type Outcome } from '@openpit/venue';
import { type Cast, castFaults, givenFaults, userIdOf, withAddedStrikes } from './cast.ts';
import { KnownOrders } from './known-orders.ts';
import { parseScenario } from './parse-scenario.ts';
import { type DeedStep, ScenarioError } from './scenario.ts';
import { StoryTime, timeFaults } from './story-time.ts';
import { OrderNeverTaken, submissionOf } from './submission.ts';
import { tellOutcome } from './tell-outcome.ts';

/** In the story's time; what has no time of its own follows one another at this distance. */
const beatMs = 10_000;

export interface PlayedLine {
  readonly line: number;
  readonly text: string;
  /** What came of it, in the story's words. */
  readonly happened: readonly string[];
}

export interface ScenarioPlay {
  readonly text: string;
  /** Name for messages. */
  readonly file: string;
  readonly floor: Floor;
  readonly clock: Clock;
  /** Seconds of the story in a second of the clock. */
  readonly pace: number;
  readonly cast: Cast;
  readonly onLine: (played: PlayedLine) => void;
}

export interface Playing {
  /** Resolves when the story is told or stopped; rejects when the market has stopped. */
  readonly finished: Promise<void>;
  /** Tells no further line; resolves when the one under way is answered. */
  stop(): Promise<void>;
}

/** Throws ScenarioError, before anything is sent, when the story cannot be read or names what the market does not have. */
export function playScenario(play: ScenarioPlay): Playing {
  const { text, file, floor, clock, pace, onLine } = play;
  const scenario = parseScenario(text, file);
  const cast = withAddedStrikes(play.cast, scenario);
  const faults = [...givenFaults(scenario, cast), ...castFaults(scenario, cast), ...timeFaults(scenario)];
  if (faults.length > 0) throw new ScenarioError(faults.join('\n'));
  const actors = new Set(
    scenario.steps.flatMap(({ deed }) => (deed !== null && 'by' in deed ? [userIdOf(cast, deed.by)] : [])),
  );
  const orders = new KnownOrders((userId) => actors.has(userId));
  const time = new StoryTime();
  let stopped = false;
  let wake: () => void = () => undefined;

  const pause = (durationMs: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.at(epochMs(Math.round(clock.now() + durationMs)), resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  const send = async ({ deed }: DeedStep): Promise<Outcome | null> => {
    const submission = submissionOf(deed, { cast, orders, opening: null });
    while (submission !== null && !stopped)
      try {
        return await floor.submit(submission);
      } catch (error) {
        if (!(error instanceof FloorUnavailable) || error.code !== 'venueBusy') throw error;
        await pause(error.retryAfterMs);
      }
    return null;
  };

  const tell = async (step: DeedStep): Promise<void> => {
    try {
      const outcome = await send(step);
      if (outcome === null) return;
      if ('by' in step.deed && 'REF' in step.deed.said) orders.name(step.deed.said.REF ?? '', outcome);
      onLine({ line: step.line, text: step.text, happened: tellOutcome(outcome, orders) });
    } catch (error) {
      if (!(error instanceof OrderNeverTaken)) throw error;
      onLine({ line: step.line, text: step.text, happened: [error.message] });
    }
  };

  const run = async (): Promise<void> => {
    let beatenMs = 0;
    for (const step of scenario.steps) {
      if (step.deed === null) continue;
      const isTime = step.deed.phrase === 'at' || step.deed.phrase === 'after';
      // Beats are part of the time that the story's next line about time lets pass.
      const waitMs = isTime ? time.waitMs(step.deed) - beatenMs : beatMs;
      beatenMs = isTime ? 0 : beatenMs + beatMs;
      if (waitMs > 0 && !stopped) await pause(waitMs / pace);
      if (stopped) return;
      await tell(step);
    }
  };
  const stopWatching = floor.onOutcome((outcome) => orders.apply(outcome));
  const finished = run().finally(() => {
    stopped = true;
    stopWatching();
  });
  return {
    finished,
    stop: async () => {
      stopped = true;
      wake();
      await finished;
    },
  };
}
