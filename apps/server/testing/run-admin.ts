// For tests: the operator's command line in a separate process, from the sources.
import { runOperatorCli } from '../operator/cli.ts';

process.exitCode = await runOperatorCli(process.argv.slice(2));
