#!/usr/bin/env node
// `npm start`: from a fresh copy to a running market in one command. This file only looks at the Node that runs it, so
// that an old one gets a sentence and not a syntax error; everything else is behind the import.
import { rejectionOfNode } from './node-version.mjs';

const rejection = rejectionOfNode(process.versions.node);
if (rejection === undefined) {
  import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
} else {
  process.stderr.write(`${rejection}\n`);
  process.exitCode = 1;
}
