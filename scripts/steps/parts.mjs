// The parts of `npm test` and `npm run check`, one after another, each with the whole machine. A part that fails does not end the
// command: the others still run, and all failures are listed together at the end.
import { explain, StepFailure } from './step-failure.mjs';

/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string} repeat the command that runs this part alone
 * @property {readonly string[]} [needs] titles of parts without which this one cannot run
 * @property {(progress: Progress) => Promise<unknown>} run rejects with a StepFailure that has the tool's output
 */

/**
 * Runs all parts. The output of a part that fails is written when it fails.
 * @param {readonly Part[]} parts each after those that it needs
 * @param {{ progress: Progress, write?: (text: string) => unknown }} options write: for the output of failed parts
 * @returns {Promise<void>} a StepFailure that lists all failures, each with the command that repeats it
 */
export async function runParts(parts, { progress, write = (text) => process.stderr.write(text) }) {
  /** @type {Map<string, readonly string[]>} */
  const failures = new Map();
  for (const { title, repeat, needs = [], run } of parts) {
    const missing = needs.filter((need) => failures.has(need));
    if (missing.length > 0) {
      const why = `not run, because this failed: ${missing.join(', ')}`;
      progress.notRun(title, why);
      failures.set(title, [`✗ ${title}: ${why}`, `    ${repeat}`]);
      continue;
    }
    try {
      await run(progress);
    } catch (error) {
      write(explain(error));
      failures.set(title, linesOf(title, error, repeat));
    }
  }
  if (failures.size === 0) return;
  const count = `${failures.size} of ${parts.length} parts failed or could not run`;
  throw new StepFailure(`${count}:\n\n${[...failures.values()].flat().join('\n')}`);
}

/**
 * @param {string} title
 * @param {unknown} error
 * @param {string} repeat
 */
function linesOf(title, error, repeat) {
  const message = error instanceof Error ? error.message : String(error);
  const failed = error instanceof StepFailure ? error.failed : [];
  const each = failed.flatMap(({ what, repeat: alone }) => [`  ${what}`, `    ${alone}`]);
  return [`✗ ${title}: ${message.split('\n')[0]}`, ...(each.length > 0 ? each : [`    ${repeat}`])];
}
