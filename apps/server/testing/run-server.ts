// For tests: the program that server-process.ts starts.
import { main } from '../main.ts';

await main(process.argv.slice(2));
