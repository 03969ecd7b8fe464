// The options of `npm run bench`.
import { parseArgs } from 'node:util';

/** The options of the command line. */
export interface BenchOptions {
  /** For the soak: how many minutes, how many business days, and how many orders a second. */
  readonly minutes?: string;
  readonly days?: string;
  readonly rate?: string;
  /** For the restart: how many commands the day has. */
  readonly commands?: string;
  /** For the order path: shows where the server's processor time goes. */
  readonly profile?: boolean;
}

/** Reads the command line. If an option is wrong, the process ends with code 2. */
export function readOptions() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string' },
        days: { type: 'string' },
        rate: { type: 'string' },
        commands: { type: 'string' },
        profile: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}
