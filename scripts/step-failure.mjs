// A step of ours that did not succeed: what happened, what the tool printed, and what to do about it.

export class StepFailure extends Error {
  /**
   * @param {string} message what happened, one line
   * @param {{ output?: string, advice?: string, exitCode?: number }} [details]
   */
  constructor(message, details = {}) {
    super(message);
    this.name = 'StepFailure';
    this.output = details.output || '';
    this.advice = details.advice || '';
    this.exitCode = details.exitCode || 1;
  }
}

/**
 * The failure in full: the tool's own output first, so that the last thing on the screen is what to do.
 * @param {unknown} error
 * @returns {string} lines for a person, ending in a line break
 */
export function explain(error) {
  if (error instanceof StepFailure) {
    const output = error.output.trim() === '' ? '' : `\n${error.output.trimEnd()}\n`;
    const advice = error.advice === '' ? '' : `${error.advice}\n`;
    return `${output}\n${error.message}\n${advice}`;
  }
  const text = error instanceof Error ? error.stack || error.message : String(error);
  return `\n${text}\n`;
}

/**
 * Runs a command's body; prints a failure and turns it into the exit code.
 * @param {() => Promise<number | void>} body resolves to the exit code, nothing meaning 0
 */
export function runCommand(body) {
  return body().then(
    (code) => {
      process.exitCode = code || 0;
    },
    (error) => {
      process.stderr.write(explain(error));
      process.exitCode = error instanceof StepFailure ? error.exitCode : 1;
    },
  );
}
