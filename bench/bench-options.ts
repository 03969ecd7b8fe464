// The options of `npm run bench`.
import { parseArgs } from 'node:util';

/** Of the command line. */
export interface BenchOptions {
  /** Of the soak: for how many minutes, over how many business days, and how many orders a second. */
  readonly minutes?: string;
  readonly days?: string;
  readonly rate?: string;
  /** Of the order path: shows where the server's processor time goes. */
  readonly profile?: boolean;
}

/** Of the command line; the process ends with code 2 when one is wrong. */
export function readOptions() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string' },
        days: { type: 'string' },
        rate: { type: 'string' },
        profile: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}
