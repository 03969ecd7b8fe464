// The first import of every command: on a Node that is too old it prints one line and ends, before anything newer is
// loaded or called.
import { rejectionOfNode } from './node-version.mjs';

const rejection = rejectionOfNode(process.versions.node);
if (rejection !== undefined) {
  process.stderr.write(`${rejection}\n`);
  process.exit(1);
}
