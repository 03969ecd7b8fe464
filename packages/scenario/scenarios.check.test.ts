// Runs every file under scenarios/ on its own order gateway, and checks that together they use every command and rejection.
import { readdirSync, readFileSync } from 'node:fs';
import { rejectionCatalogue } from '@openpit/venue';
import { commandKinds } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { parseScenario } from './parse/parse-scenario.ts';
import { explainDifferences } from './run/difference.ts';
import { runScenario } from './run/run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { testGround } from './testing/test-ground.ts';

const folder = new URL('../../scenarios/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.scenario'))
  .sort();
/** As many as there are: a search that misses a folder finds fewer. */
const minimumFiles = 59;

const read = (file: string): Scenario =>
  parseScenario(readFileSync(new URL(file, folder), 'utf8'), `scenarios/${file}`);

const runs = new Map<string, ReturnType<typeof runFresh>>();
async function runFresh(file: string) {
  const ground = testGround();
  const differences = await runScenario(read(file), ground);
  return { differences, outcomes: ground.gateway.outcomes };
}
/** Runs it once, however many tests look at it. */
function runOf(file: string): ReturnType<typeof runFresh> {
  const run = runs.get(file) ?? runFresh(file);
  runs.set(file, run);
  return run;
}

describe('the scenario', () => {
  it.each(files)('%s has the results that it expects', async (file) => {
    const { differences, outcomes } = await runOf(file);
    expect(explainDifferences(`scenarios/${file}`, differences)).toBe('');
    expect(outcomes.length).toBeGreaterThan(1);
  });
});

describe('the scenarios together', () => {
  it('are all found', () => {
    expect(files.length).toBeGreaterThanOrEqual(minimumFiles);
  });

  it('submit every command, accepted by the market', async () => {
    const accepted = new Set<string>();
    for (const file of files)
      for (const { command, verdict } of (await runOf(file)).outcomes)
        if (verdict.kind === 'accepted') accepted.add(command);
    expect(commandKinds.filter((kind) => !accepted.has(kind))).toEqual([]);
  });

  it('expect every rejection of the catalogue, except the rejection that they cannot cause', () => {
    const expected = new Set(files.flatMap((file) => rejectionsIn(read(file))));
    // The language has no line for a dealer who sends a command of the operator, and two million orders would take too long.
    expect(Object.keys(rejectionCatalogue).filter((code) => !expected.has(code))).toEqual([
      'operatorOnly',
      'bookFull',
    ]);
  });
});

/** Codes of the rejections that the scenario expects. Its own test checks that they happen. */
function rejectionsIn({ steps }: Scenario): string[] {
  return steps.flatMap((step) =>
    step.action === null
      ? []
      : step.expected.flatMap((expectation) =>
          expectation.phrase === 'rejected' && !expectation.isNegated ? [expectation.values.REJECTION] : [],
        ),
  );
}
