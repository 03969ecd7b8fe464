// Runs a scenario in a running market, where others also trade: submits the steps at their times and reports the outcome of
// each. Expectations are not checked, because the market's own state decides the results.
import {
  type Actor,
  type Clock,
  epochMs,
  GatewayUnavailable,
  type OrderGateway,
  type Outcome,
} from '@openpit/venue';
import { UnknownOrder } from '../commands/order-commands.ts';
import { submissionOf } from '../commands/submission.ts';
import { type Fixture, userIdOfDealer, withAddedStrikes } from '../fixture/fixture.ts';
import { fixtureFaults, givenFaults } from '../fixture/fixture-faults.ts';
import { NamedOrders } from '../observed/named-orders.ts';
import { parseScenario } from '../parse/parse-scenario.ts';
import { type ActionStep, type Scenario, ScenarioError } from '../scenario.ts';
import { formatOutcome } from './format-outcome.ts';
import { ScenarioTime, timeFaults } from './scenario-time.ts';

/** Errors that guarantee that nothing has changed, so that a retry is safe. */
const retried: ReadonlySet<string> = new Set(['venueBusy', 'venueInterrupted']);

/** Scenario time between two steps without a time. */
const stepIntervalMs = 10_000;

/** The result of one step. */
export interface StepReport {
  readonly line: number;
  readonly text: string;
  /** The outcome in the words of a scenario. */
  readonly results: readonly string[];
}

interface MarketRunTask {
  readonly text: string;
  /** Name for messages. */
  readonly file: string;
  readonly gateway: OrderGateway;
  readonly clock: Clock;
  /** Seconds of scenario time per second of the clock. */
  readonly pace: number;
  readonly fixture: Fixture;
  /** Sends the operator's commands of the scenario. */
  readonly operator: Actor;
  readonly onStep: (report: StepReport) => void;
}

interface MarketRun {
  /** Resolves when the last step is done or the run is stopped; rejects when the market has stopped. */
  readonly finished: Promise<void>;
  /** Submits no more steps; resolves when the step in progress has its outcome. */
  stop(): Promise<void>;
}

/** Throws ScenarioError before anything is submitted, when the scenario cannot be read or cannot run in this market. */
export function runInMarket(task: MarketRunTask): MarketRun {
  const { text, file, gateway, clock, pace, operator, onStep } = task;
  const scenario = parseScenario(text, file);
  const fixture = withAddedStrikes(task.fixture, scenario);
  const faults = [
    ...givenFaults(scenario, fixture),
    ...fixtureFaults(scenario, fixture),
    ...timeFaults(scenario),
  ];
  if (faults.length > 0) throw new ScenarioError(faults.join('\n'));
  const users = usersOf(scenario, fixture);
  const orders = new NamedOrders((userId) => users.has(userId));
  const context = { fixture, orders, operator, opening: null };
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

  const submit = async ({ action }: ActionStep): Promise<Outcome | null> => {
    const submission = submissionOf(action, context);
    while (submission !== null && !stopped)
      try {
        return await gateway.submit(submission);
      } catch (error) {
        if (!(error instanceof GatewayUnavailable) || !retried.has(error.code)) throw error;
        await pause(error.retryAfterMs);
      }
    return null;
  };

  const runStep = async (step: ActionStep): Promise<void> => {
    const { line, text } = step;
    try {
      const outcome = await submit(step);
      if (outcome === null) return;
      if ('by' in step.action && 'REF' in step.action.values)
        orders.name(step.action.values.REF ?? '', outcome);
      onStep({ line, text, results: formatOutcome(outcome, orders) });
    } catch (error) {
      if (!(error instanceof UnknownOrder)) throw error;
      onStep({ line, text, results: [error.message] });
    }
  };

  const run = async (): Promise<void> => {
    const time = new ScenarioTime();
    let pausedMs = 0;
    for (const step of scenario.steps) {
      if (step.action === null) continue;
      const isTime = step.action.phrase === 'at' || step.action.phrase === 'after';
      // The intervals count towards the wait of the next line with a time.
      const waitMs = isTime ? time.waitMs(step.action) - pausedMs : stepIntervalMs;
      pausedMs = isTime ? 0 : pausedMs + stepIntervalMs;
      if (waitMs > 0 && !stopped) await pause(waitMs / pace);
      if (stopped) return;
      await runStep(step);
    }
  };

  const unsubscribe = gateway.onOutcome((outcome) => orders.apply(outcome));
  const finished = run().finally(() => {
    stopped = true;
    unsubscribe();
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

/** Ids of the users who act in the scenario. */
function usersOf({ steps }: Scenario, fixture: Fixture): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ action }) =>
      action !== null && 'by' in action ? [userIdOfDealer(fixture, action.by)] : [],
    ),
  );
}
