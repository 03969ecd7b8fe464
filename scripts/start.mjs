#!/usr/bin/env node
// `npm start`: from a fresh copy to a running market in one command. This file only checks the version of Node, so that an
// old one prints a sentence and not a syntax error; the import does the rest.
import { rejectionOfNode } from './node-version.mjs';

const rejection = rejectionOfNode(process.versions.node);
if (rejection === undefined) {
  import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
} else {
  process.stderr.write(`${rejection}\n`);
  process.exitCode = 1;
}
