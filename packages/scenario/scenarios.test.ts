// Every story under scenarios/ is told to a market of its own, and together they tell of every rejection there is.
import { readdirSync, readFileSync } from 'node:fs';
import { rejectionCatalogue } from '@openpit/venue';
import { smallMarket } from '@openpit/venue/testing';
import { commandKinds } from '@openpit/venue/testing/whole-market';
import { describe, expect, it } from 'vitest';
import { parseScenario } from './parse-scenario.ts';
import { explainDifferences, runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { StoryFloor } from './testing/story-floor.ts';

const folder = new URL('../../scenarios/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.scenario'))
  .sort();
/** No more than there are, and more than a walk would see that lost a folder. */
const fewestFiles = 46;

const read = (file: string): Scenario =>
  parseScenario(readFileSync(new URL(file, folder), 'utf8'), `scenarios/${file}`);

describe('the story', () => {
  it.each(files)('%s comes as it is told', async (file) => {
    const scenario = read(file);
    const floor = new StoryFloor();
    const differences = await runScenario(scenario, { floor, market: smallMarket, pass: floor.pass });
    expect(explainDifferences(scenario.file, differences)).toBe('');
    expect(floor.outcomes.length).toBeGreaterThan(1);
  });
});

describe('the stories together', () => {
  it('were all seen', () => {
    expect(files.length).toBeGreaterThanOrEqual(fewestFiles);
  });

  it('tell of every command, taken by the market', async () => {
    const taken = new Set<string>();
    for (const file of files) {
      const floor = new StoryFloor();
      await runScenario(read(file), { floor, market: smallMarket, pass: floor.pass });
      for (const { command, verdict } of floor.outcomes) if (verdict.kind === 'accepted') taken.add(command);
    }
    expect(commandKinds.filter((kind) => !taken.has(kind))).toEqual([]);
  });

  it('tell of every rejection of the catalogue', () => {
    const told = new Set(files.flatMap((file) => rejectionsIn(read(file))));
    expect(Object.keys(rejectionCatalogue).filter((code) => !told.has(code))).toEqual([]);
  });
});

/** Codes of the rejections that the story says come; that they do is what its own test proves. */
function rejectionsIn({ steps }: Scenario): string[] {
  return steps.flatMap((step) =>
    step.deed === null
      ? []
      : step.expected.flatMap((one) =>
          one.phrase === 'rejected' && !one.isDenied ? [one.said.REJECTION] : [],
        ),
  );
}
