// Tells a story on a floor of its own and compares what came of each line with what the story says. Nothing is stopped by a
// difference: the rest of the story is told too, so that one run shows them all.
import type { Floor, Outcome, ReferenceData } from '@openpit/venue';
import { castFaults, withAddedStrikes } from './cast.ts';
import { isAsExpected } from './check-expected.ts';
import { givenMarket } from './given-market.ts';
import { KnownOrders } from './known-orders.ts';
import { MarketPicture } from './market-picture.ts';
import { rowsDifference } from './rows-difference.ts';
import { type DeedStep, type Look, type Scenario, ScenarioError } from './scenario.ts';
import { StoryTime, timeFaults } from './story-time.ts';
import { OrderNeverTaken, type Stage, submissionOf } from './submission.ts';
import { tellOutcome } from './tell-outcome.ts';

/** Something came otherwise than the story tells it. */
export interface Difference {
  readonly line: number;
  /** What the story says. */
  readonly told: string;
  /** What happened, in the story's words; for a look its rows, each marked `-` told, `+` found, or neither. */
  readonly happened: readonly string[];
}

export interface ScenarioGround {
  /** A floor on which no market has been opened. */
  readonly floor: Floor;
  /** The market to which a story's given facts are added. */
  readonly market: ReferenceData;
  /** Lets the floor's time pass. */
  readonly pass: (durationMs: number) => void;
}

/** Empty when all came as told. Throws ScenarioError when the story names what its market does not have. */
export async function runScenario(
  scenario: Scenario,
  ground: ScenarioGround,
): Promise<readonly Difference[]> {
  const { floor, market, pass } = ground;
  const { opening, cast: given, before } = givenMarket(scenario, market);
  const cast = withAddedStrikes(given, scenario);
  const faults = [...castFaults(scenario, cast), ...timeFaults(scenario)];
  if (faults.length > 0) throw new ScenarioError(faults.join('\n'));
  const orders = new KnownOrders();
  const picture = new MarketPicture(cast, orders);
  const stopWatching = floor.onOutcome((outcome) => {
    orders.apply(outcome);
    picture.apply(outcome);
  });
  try {
    for (const submission of before) {
      const outcome = await floor.submit(submission);
      if (outcome.verdict.kind === 'rejected')
        throw new ScenarioError(
          `${scenario.file}:1: the given market cannot open: ${tellOutcome(outcome, orders).join(', ')}.`,
        );
    }
    const time = new StoryTime();
    const differences: Difference[] = [];
    for (const step of scenario.steps) {
      if (step.deed === null) differences.push(...lookDifferences(step.look, picture));
      else {
        const waitMs = time.waitMs(step.deed);
        if (waitMs > 0) pass(waitMs);
        differences.push(...(await deedDifferences(step, floor, { cast, orders, opening })));
      }
    }
    return differences;
  } finally {
    stopWatching();
  }
}

async function deedDifferences(step: DeedStep, floor: Floor, stage: Stage): Promise<Difference[]> {
  const { line, text, deed, expected } = step;
  const { orders } = stage;
  let outcome: Outcome;
  try {
    const submission = submissionOf(deed, stage);
    if (submission === null) return [];
    outcome = await floor.submit(submission);
  } catch (error) {
    if (!(error instanceof OrderNeverTaken)) throw error;
    return [{ line, told: text, happened: [error.message] }];
  }
  if ('by' in deed && 'REF' in deed.said) orders.name(deed.said.REF ?? '', outcome);
  const happened = tellOutcome(outcome, orders);
  const isRejectionTold = expected.some((one) => one.phrase === 'rejected' && !one.isDenied);
  const unexpected =
    outcome.verdict.kind === 'rejected' && !isRejectionTold
      ? [{ line, told: `${text} (accepted)`, happened }]
      : [];
  const others = expected
    .filter((one) => !isAsExpected(one, outcome, orders))
    .map((one) => ({
      line: one.line,
      told: one.text.trim(),
      happened: one.phrase === 'order' ? [whereItStands(one.said.ORDER, orders)] : happened,
    }));
  return [...unexpected, ...others];
}

function whereItStands(name: string, orders: KnownOrders): string {
  const order = orders.of(name);
  return order === undefined
    ? `there is no order ${name}`
    : `order ${name} ${order.state}, left ${order.left}`;
}

function lookDifferences(look: Look, picture: MarketPicture): Difference[] {
  const { line, text, isDenied, rows: told } = look;
  const found = rowsOf(look, picture);
  if (isDenied) {
    const there = told.filter((row) => found.includes(row));
    return there.length === 0 ? [] : [{ line, told: text, happened: there.map((row) => `+ ${row}`) }];
  }
  const differences = rowsDifference(told, found);
  if (differences.every(({ mark }) => mark === ' ')) return [];
  return [{ line, told: text, happened: differences.map(({ mark, row }) => `${mark} ${row}`) }];
}

function rowsOf(look: Look, picture: MarketPicture): readonly string[] {
  switch (look.phrase) {
    case 'book':
      return picture.bookRows(look.said.CONTRACT);
    case 'positions':
      return orNone(picture.positionRows());
    case 'deals':
      return orNone(picture.dealRows());
    case 'sides':
      return orNone(picture.ledger.sideRows());
    case 'reports':
      return orNone(picture.ledger.reportRows());
  }
}

const orNone = (rows: readonly string[]): readonly string[] => (rows.length === 0 ? ['(none)'] : rows);

/** Differences as a page to read: where, what is told, what happened. */
export function explainDifferences(file: string, differences: readonly Difference[]): string {
  return differences
    .map(({ line, told, happened }) => {
      const rows = happened.map((row) => (/^[-+ ] /.test(row) ? `    ${row}` : `    happened: ${row}`));
      return [`${file}:${line}`, `    told:     ${told}`, ...rows].join('\n');
    })
    .join('\n\n');
}
