// The first import of every command: on a Node that is too old it prints one line and ends, before anything newer is
// loaded or called.
import { refusalOfNode } from './node-version.mjs';

const refusal = refusalOfNode(process.versions.node);
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
