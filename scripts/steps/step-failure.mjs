// A failed step of a command: what happened, the output of the tool, and what to do.

/** @typedef {{ readonly what: string, readonly repeat: string }} FailedTest repeat: the command that runs it alone */

export class StepFailure extends Error {
  /**
   * @param {string} message what happened, in one line
   * @param {{ output?: string, advice?: string | undefined, exitCode?: number, failed?: readonly FailedTest[] }} [details]
   */
  constructor(message, details = {}) {
    super(message);
    this.name = 'StepFailure';
    this.output = details.output || '';
    this.advice = details.advice || '';
    this.exitCode = details.exitCode || 1;
    this.failed = details.failed || [];
  }
}

/**
 * The whole failure: the tool's output first, so that the last line on the screen is the advice.
 * @param {unknown} error
 * @returns {string} lines of text, with a line break at the end
 */
export function explain(error) {
  if (error instanceof StepFailure) {
    const output = error.output.trim() === '' ? '' : `\n${error.output.trimEnd()}\n`;
    const advice = error.advice === '' ? '' : `${error.advice}\n`;
    return `${output}\n${error.message}\n${advice}`;
  }
  if (isUsageError(error)) return `\n${error.message}\n`;
  const text = error instanceof Error ? error.stack || error.message : String(error);
  return `\n${text}\n`;
}

/**
 * An error of `parseArgs`: its message names the option.
 * @param {unknown} error
 * @returns {error is Error}
 */
function isUsageError(error) {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

/**
 * Runs a command's body; prints a failure and sets the exit code.
 * @param {() => Promise<number | void>} body resolves with the exit code, 0 if undefined
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
