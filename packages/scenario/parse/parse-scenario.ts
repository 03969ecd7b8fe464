// Reads the text of a scenario (docs/scenarios.md) by the tables of grammar.ts. All faults of a file are reported together,
// each with its line and column, and the expected and the found word.
import { dealerActions, expectations, givens, marketActions, views } from '../grammar.ts';
import {
  type DealerAction,
  type Given,
  type Scenario,
  ScenarioError,
  type SourceLine,
  type Step,
} from '../scenario.ts';
import { Line, LineFault } from './line.ts';
import { parseStatement } from './parse-statement.ts';
import type { OrderRefs } from './read-values.ts';

/** Throws ScenarioError. `file` is for messages only. */
export function parseScenario(text: string, file: string): Scenario {
  const [title = '', ...lines] = text.split(/\r?\n/);
  const faults: string[] = [];
  if (!title.startsWith('# ')) faults.push(`${file}:1:1: a scenario begins with its title: # What happens.`);
  const read: ScenarioSoFar = { given: [], steps: [], refs: { dealers: new Map(), dealer: '' } };
  for (const [index, raw] of lines.entries()) {
    const source = { line: index + 2, text: raw.replace(/(^|\s)#(\s.*)?$/, '').trimEnd() };
    try {
      if (source.text !== '') readLine(source, read);
    } catch (fault) {
      if (!(fault instanceof LineFault)) throw fault;
      const { message, column } = fault;
      faults.push(`${file}:${source.line}:${column + 1}: ${message}.\n  ${raw}\n  ${' '.repeat(column)}^`);
    }
  }
  if (faults.length > 0) throw new ScenarioError(faults.join('\n'));
  return { file, title: title.slice(2), given: read.given, steps: read.steps };
}

interface ScenarioSoFar {
  readonly given: Given[];
  readonly steps: Step[];
  readonly refs: OrderRefs;
}

/** Adds the line to the scenario; an indented line to the step above it. */
function readLine(source: SourceLine, { given, steps, refs }: ScenarioSoFar): void {
  const line = new Line(source.text);
  const above = steps.at(-1);
  if (/^\s/.test(source.text)) {
    if (above === undefined) throw line.fault('a step, not indented');
    if (above.action === null) above.view.rows.push(source.text.trim().replace(/\s+/g, ' '));
    else {
      const isNegated = line.skip('not');
      above.expected.push({ ...source, isNegated, ...parseStatement(line, expectations, refs) });
    }
    return;
  }
  if (line.startsOneOf(givens)) {
    if (above !== undefined) throw line.fault('what is given above the first step');
    given.push({ ...source, ...parseStatement(line, givens, refs) });
    return;
  }
  const isNegated = line.skip('not');
  if (isNegated || line.startsOneOf(views)) {
    const view = { ...source, isNegated, ...parseStatement(line, views, refs), rows: [] };
    steps.push({ ...source, action: null, view });
    return;
  }
  const action = line.startsOneOf(marketActions)
    ? parseStatement(line, marketActions, refs)
    : parseDealerAction(line, refs);
  steps.push({ ...source, action, expected: [] });
}

/** `Thandi KAND sells …`, or an account and the positions that it may hold. */
function parseDealerAction(line: Line, refs: OrderRefs): DealerAction {
  const name = line.word('a step, or the name of a dealer');
  const member = line.startsOneOf(dealerActions) ? '' : line.word("the dealer's member");
  refs.dealer = `${name} ${member}`;
  return { by: { name, member }, ...parseStatement(line, dealerActions, refs) };
}
