#!/usr/bin/env node
// `npm start`: from a fresh copy to a running market in one command. The dynamic import keeps newer syntax away from a Node
// that is too old, which must print its one line instead of a syntax error.
import './steps/require-node.mjs';

import('./steps/launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
