// Runs a scenario on its own order gateway and compares the results with the scenario's expectations. A difference does not stop
// the run, so that one run reports all of them.
import type { OrderGateway, Outcome, ReferenceData } from '@openpit/venue';
import { UnknownOrder } from '../commands/order-commands.ts';
import { type SubmissionContext, submissionOf } from '../commands/submission.ts';
import { withAddedStrikes } from '../fixture/fixture.ts';
import { fixtureFaults } from '../fixture/fixture-faults.ts';
import { givenMarket, scenarioOperator } from '../fixture/given-market.ts';
import { NamedOrders } from '../observed/named-orders.ts';
import { ObservedMarket } from '../observed/observed-market.ts';
import { type ActionStep, type Scenario, ScenarioError } from '../scenario.ts';
import { isMet } from './check-expectation.ts';
import { compareView } from './compare-view.ts';
import type { Difference } from './difference.ts';
import { formatOutcome } from './format-outcome.ts';
import { ScenarioTime, timeFaults } from './scenario-time.ts';

export interface ScenarioGround {
  /** An order gateway without an open market. */
  readonly gateway: OrderGateway;
  /** The market that the given lines extend. */
  readonly market: ReferenceData;
  /** Advances the clock of the order gateway. */
  readonly pass: (durationMs: number) => void;
}

/** Empty if everything is as expected. Throws ScenarioError when the scenario cannot run in its market. */
export async function runScenario(
  scenario: Scenario,
  { gateway, market, pass }: ScenarioGround,
): Promise<readonly Difference[]> {
  const { opening, fixture: givenFixture, before } = givenMarket(scenario, market);
  const fixture = withAddedStrikes(givenFixture, scenario);
  const faults = [...fixtureFaults(scenario, fixture), ...timeFaults(scenario)];
  if (faults.length > 0) throw new ScenarioError(faults.join('\n'));
  const orders = new NamedOrders();
  const observed = new ObservedMarket(fixture, orders);
  const unsubscribe = gateway.onOutcome((outcome) => {
    orders.apply(outcome);
    observed.apply(outcome);
  });
  try {
    for (const submission of before) {
      const outcome = await gateway.submit(submission);
      if (outcome.verdict.kind === 'rejected')
        throw new ScenarioError(
          `${scenario.file}:1: the given market cannot open: ${formatOutcome(outcome, orders).join(', ')}.`,
        );
    }
    const time = new ScenarioTime();
    const context = { fixture, orders, operator: scenarioOperator, opening };
    const differences: Difference[] = [];
    for (const step of scenario.steps) {
      if (step.action === null) differences.push(...compareView(step.view, observed));
      else {
        const waitMs = time.waitMs(step.action);
        if (waitMs > 0) pass(waitMs);
        differences.push(...(await runStep(step, gateway, context)));
      }
    }
    return differences;
  } finally {
    unsubscribe();
  }
}

async function runStep(
  step: ActionStep,
  gateway: OrderGateway,
  context: SubmissionContext,
): Promise<Difference[]> {
  const { line, text, action, expected } = step;
  const { orders } = context;
  let outcome: Outcome;
  try {
    const submission = submissionOf(action, context);
    if (submission === null) return [];
    outcome = await gateway.submit(submission);
  } catch (error) {
    if (!(error instanceof UnknownOrder)) throw error;
    return [{ line, expected: text, actual: [error.message] }];
  }
  if ('by' in action && 'REF' in action.values) orders.name(action.values.REF ?? '', outcome);
  const actual = formatOutcome(outcome, orders);
  const expectsRejection = expected.some(
    (expectation) => expectation.phrase === 'rejected' && !expectation.isNegated,
  );
  const unexpected =
    outcome.verdict.kind === 'rejected' && !expectsRejection
      ? [{ line, expected: `${text} (accepted)`, actual }]
      : [];
  const others = expected
    .filter((expectation) => !isMet(expectation, outcome, orders))
    .map((expectation) => ({
      line: expectation.line,
      expected: expectation.text.trim(),
      actual: expectation.phrase === 'order' ? [orderState(expectation.values.ORDER, orders)] : actual,
    }));
  return [...unexpected, ...others];
}

function orderState(name: string, orders: NamedOrders): string {
  const order = orders.of(name);
  return order === undefined
    ? `there is no order ${name}`
    : `order ${name} ${order.state}, left ${order.left}`;
}
