#!/usr/bin/env node
// `npm start`: from a fresh copy to a running market in one command. This file only looks at the Node that runs it, so
// that an old one gets a sentence and not a syntax error; everything else is behind the import.
import { refusalOfNode } from './node-version.mjs';

const refusal = refusalOfNode(process.versions.node);
if (refusal === undefined) {
  import('./launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
