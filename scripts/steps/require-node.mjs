// The first import of every command: on a Node that is too old it prints one line and ends the process.
import { rejectionOfNode } from './node-version.mjs';

const rejection = rejectionOfNode(process.versions.node);
if (rejection !== undefined) {
  process.stderr.write(`${rejection}\n`);
  process.exit(1);
}
