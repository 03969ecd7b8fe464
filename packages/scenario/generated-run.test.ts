// The property test of the whole market prints a failing run as a scenario. That scenario can be read here, and gives the same
// outcomes.
import type { Outcome } from '@openpit/venue';
import {
  GeneratedRun,
  openingSubmissions,
  RandomValues,
  wholeMarketSetup,
  writeScenario,
  writeScenarioLine,
} from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { parseScenario } from './parse/parse-scenario.ts';
import { explainDifferences } from './run/difference.ts';
import { runScenario } from './run/run-scenario.ts';
import { testGround } from './testing/test-ground.ts';

/** Lines with an unknown name must expect the rejection for that name; these are rejected for another reason. */
const hasKnownNames = /^(?!.*(NOBODY|RICE|XYZ|NONE|NOB|#999999)).*$/;

describe('a generated run of the whole market, written as a scenario', () => {
  it('has the same outcomes when the scenario runs', async () => {
    const run = new GeneratedRun().open();
    const random = new RandomValues(12);
    while (run.sent.length < 700) {
      const { submission, afterMs } = run.generate(random.below(2 ** 31));
      const line = writeScenarioLine(submission);
      if (line !== null && hasKnownNames.test(line)) run.send(submission, afterMs);
    }
    const scenario = writeScenario('Seven hundred commands', run);
    expect(scenario).not.toContain('no words');
    const ground = testGround();
    const differences = await runScenario(parseScenario(scenario, 'run.scenario'), ground);
    expect(explainDifferences('run.scenario', differences)).toBe('');
    const summary = (outcomes: readonly Outcome[]) =>
      outcomes.slice(openingSubmissions.length).map(({ command, verdict, events }) => ({
        command,
        rejected: verdict.kind === 'rejected' ? verdict.rejection : null,
        events: events.map(({ kind }) => kind),
      }));
    expect(summary(ground.gateway.outcomes)).toEqual(summary(run.outcomes));
    expect(wholeMarketSetup.every((line) => scenario.includes(line))).toBe(true);
  });
});
