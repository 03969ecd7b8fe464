// The options of our own commands: flags and nothing else; anything unknown is rejected with the list of what there is.
import { StepFailure } from './step-failure.mjs';

/**
 * @template {string} Name
 * @param {{ command: string, flags: Readonly<Record<Name, string>>, argv?: readonly string[] }} options flags: what each does
 * @returns {Record<Name, boolean>} ends the process after `--help`; a StepFailure (exit code 2) for an unknown option
 */
export function readOptions({ command, flags, argv = process.argv.slice(2) }) {
  const names = /** @type {Name[]} */ (Object.keys(flags));
  if (argv.includes('--help')) {
    process.stdout.write(`${usage({ command, flags })}\n`);
    process.exit(0);
  }
  for (const argument of argv) {
    if (!names.some((name) => argument === `--${name}`)) {
      throw new StepFailure(`${command} knows no ${argument}.`, {
        advice: usage({ command, flags }),
        exitCode: 2,
      });
    }
  }
  const given = names.map((name) => [name, argv.includes(`--${name}`)]);
  return Object.fromEntries(given);
}

/** @param {{ command: string, flags: Readonly<Record<string, string>> }} options */
function usage({ command, flags }) {
  const lines = Object.entries({ ...flags, help: 'this list' }).map(
    ([name, what]) => `  --${name.padEnd(8)} ${what}`,
  );
  return [`Use: ${command} -- [options]`, ...lines].join('\n');
}
