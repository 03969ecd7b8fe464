// Runs every example of docs/scenarios.md, and keeps the language complete on that page and frozen.
import { readFileSync } from 'node:fs';
import { commandKinds } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { dealerActions, expectations, givens, marketActions, views } from './grammar.ts';
import { parseScenario } from './parse/parse-scenario.ts';
import { explainDifferences } from './run/difference.ts';
import { runScenario } from './run/run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { testGround } from './testing/test-ground.ts';

const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```\n(# (.+)\n[\s\S]*?)^```$/gm)].map(([, text = '', title = '']) => ({
  title,
  text,
}));
const phrases = [givens, marketActions, dealerActions, expectations, views].flatMap((table) =>
  Object.keys(table),
);

/** The language as it was when it was frozen (docs/scenarios.md, The language is frozen). */
const frozen = { phrases: 73, commands: 41 };

describe('docs/scenarios.md', () => {
  it.each(examples)('has the results that its example "$title" expects', async ({ text }) => {
    const scenario = parseScenario(text, 'docs/scenarios.md');
    const differences = await runScenario(scenario, testGround());
    expect(explainDifferences(scenario.file, differences)).toBe('');
  });

  it('mentions every phrase, nearly all of them in an example', () => {
    expect(phrases.filter((phrase) => !page.includes(phrase))).toEqual([]);
    const used = new Set(examples.flatMap(({ text }) => phrasesOf(parseScenario(text, 'docs/scenarios.md'))));
    expect(phrases.filter((phrase) => !used.has(phrase))).toEqual([
      'market not open',
      'opening',
      'answered again',
      'no deal',
    ]);
  });
});

describe('the language of scenarios', () => {
  it('gets at most one new phrase for each new command', () => {
    expect(phrases.length).toBeLessThanOrEqual(frozen.phrases + commandKinds.length - frozen.commands);
  });

  it('has twelve verbs, one of them for permissions', () => {
    const verbs = new Set(Object.keys(dealerActions).map((phrase) => phrase.split(' ')[0]));
    expect([...verbs].sort()).toEqual(
      'accepts amends buys cancels deletes edits may reduces resubmits sells sends suspends'.split(' '),
    );
  });
});

function phrasesOf({ given, steps }: Scenario): string[] {
  const inSteps = steps.flatMap((step) =>
    step.action === null
      ? [step.view.phrase]
      : [step.action.phrase, ...step.expected.map(({ phrase }) => phrase)],
  );
  return [...given.map(({ phrase }) => phrase), ...inSteps];
}
