// What docs/scenarios.md shows is what the language does: every example on the page is read and run.
import { readFileSync } from 'node:fs';
import { smallMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { acts, events, expectations, givens, looks } from './grammar.ts';
import { parseScenario } from './parse-scenario.ts';
import { explainDifferences, runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { StoryFloor } from './testing/story-floor.ts';

const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```\n(# (.+)\n[\s\S]*?)^```$/gm)].map(([, text = '', title = '']) => ({
  title,
  text,
}));

describe('the page about scenarios', () => {
  it.each(examples)('tells the truth in its example "$title"', async ({ text }) => {
    const scenario = parseScenario(text, 'docs/scenarios.md');
    const floor = new StoryFloor();
    const differences = await runScenario(scenario, { floor, market: smallMarket, pass: floor.pass });
    expect(explainDifferences(scenario.file, differences)).toBe('');
  });

  it('shows the whole language: every phrase stands on it, and nearly all in an example', () => {
    const phrases = [givens, events, acts, expectations, looks].flatMap((table) => Object.keys(table));
    expect(phrases.filter((phrase) => !page.includes(phrase))).toEqual([]);
    const used = new Set(examples.flatMap(({ text }) => phrasesOf(parseScenario(text, 'docs/scenarios.md'))));
    expect(phrases.filter((phrase) => !used.has(phrase))).toEqual([
      'market not open',
      'opening',
      'answered again',
      'no deal',
    ]);
  });

  it('counts under a dozen verbs, one of them for rights', () => {
    const verbs = new Set(Object.keys(acts).map((phrase) => phrase.split(' ')[0]));
    expect([...verbs].sort()).toEqual(
      'accepts amends buys cancels deletes edits may reduces resubmits sells suspends'.split(' '),
    );
  });
});

function phrasesOf({ given, steps }: Scenario): string[] {
  const told = steps.flatMap((step) =>
    step.deed === null
      ? [step.look.phrase]
      : [step.deed.phrase, ...step.expected.map(({ phrase }) => phrase)],
  );
  return [...given.map(({ phrase }) => phrase), ...told];
}
