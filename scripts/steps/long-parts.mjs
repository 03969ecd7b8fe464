// The parts of `npm run test:long`: what OPENPIT_LONG=1 adds to the tests, each part for at most half an hour on two cores.

/**
 * @typedef {object} LongPart
 * @property {string} about
 * @property {readonly string[]} [unitTests] files and folders of unit tests
 * @property {readonly string[]} [journeys] files of journeys
 * @property {boolean} [isInFirefox] the journeys run in Firefox, not in Chromium
 * @property {boolean} [needsStrace]
 * @property {readonly string[]} [delays] all unit tests run with each of these as OPENPIT_DELAYS (scripts/testing/delays.mjs)
 * @property {string} [node] `npm run check` and the journeys run on this version of Node
 */

const mainJourneys = [
  'routes-and-session',
  'order-floor',
  'ticket',
  'depth',
  'deal-actions',
  'unmatched-deals',
  'exercise',
  'exchange-day',
  'layouts',
  'server-lost',
].map((name) => `journeys/${name}.spec.ts`);

/** @type {Readonly<Record<string, LongPart>>} */
export const longParts = {
  'whole-market': {
    about: '800 generated days of the whole market, with other seeds each time, and more typed orders',
    unitTests: ['packages/projections/whole-market.check.test.ts', 'scripts/ticket-promise.test.ts'],
  },
  determinism: {
    about: '10,000 markets of 1,000 commands, replayed from the beginning and from a snapshot',
    unitTests: ['packages/venue/determinism.long.test.ts'],
  },
  world: {
    about: '10,000 worlds of a server with a faulty journal, kills and a faulty network, each of one seed',
    unitTests: ['apps/server/sequencer/world.slow.test.ts'],
  },
  fuzz: {
    about: '1,000,000 mutated frames and requests against the hub, 1,000,000 generated requests to the calls',
    unitTests: [
      'packages/signalr-server/testing/fuzz/fuzz.slowest.test.ts',
      'apps/server/http/testing/fuzz/api-fuzz.slowest.test.ts',
    ],
  },
  'sign-in': {
    about: '10,000 wrong passwords for one account from 100 addresses, while its owner signs in',
    unitTests: ['apps/server/auth/sign-in-attack.slowest.test.ts'],
  },
  pricing: {
    about: 'thirty times the generated options, and more figures of the calculator',
    unitTests: ['packages/pricing', 'scripts/calculator-figures.test.ts'],
  },
  damage: {
    about: '400 journals and 650 data folders with a damaged file, at rest and while the server runs',
    unitTests: ['apps/server/recovery-damage.slowest.test.ts', 'apps/server/damage.slowest.test.ts'],
  },
  signals: {
    about: 'two hundred stops by a second signal under load',
    unitTests: ['apps/server/signals.slowest.test.ts'],
  },
  'system-calls': {
    about: 'no acknowledgement before its flush to the disk, and none after fifty failures of the disk',
    unitTests: ['apps/server/system-calls.long.test.ts'],
    needsStrace: true,
  },
  past: {
    about: 'the past of the demonstration on many days of the year',
    unitTests: ['apps/server/past/past-days.long.test.ts'],
  },
  delays: {
    about: 'the unit tests with a scheduler that delays, and with timers that take four times as long',
    delays: ['1', '2', 'fast'],
  },
  'kill-minus-nine': {
    about: 'the product killed three hundred times, at any moment, and how long its restarts take',
    journeys: ['journeys/kill-minus-nine.slowest.spec.ts'],
  },
  'connection-cuts': {
    about: 'a connection that is cut and restored two hundred times, in five ways',
    journeys: ['journeys/connection-cuts.slowest.spec.ts'],
  },
  firefox: {
    about: 'the ten main journeys in Firefox ESR',
    journeys: mainJourneys,
    isInFirefox: true,
  },
  'newest-node': {
    about: 'npm run check and the ten main journeys on the newest Node',
    journeys: mainJourneys,
    node: '26.10.0',
  },
  'second-theme': {
    about: 'accessibility in the dark theme, too',
    journeys: ['journeys/accessibility.spec.ts', 'journeys/accessible-panels.slowest.spec.ts'],
  },
  screens: {
    about: 'the headers of panels in more layouts and states, and forty fills that show within 250 ms',
    journeys: ['gallery/at-a-glance.slowest.spec.ts', 'journeys/notices.slowest.spec.ts'],
  },
  'two-sessions': {
    about:
      'two sessions of one dealer on different layouts, which agree in every figure for twice five minutes',
    journeys: ['journeys/moving-figures.slowest.spec.ts'],
  },
  leaks: {
    about: 'each panel opened and closed fifty times',
    journeys: ['journeys/panel-memory.slowest.spec.ts'],
  },
};
