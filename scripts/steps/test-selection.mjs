// The journeys that `npm test` leaves to `npm run test:all`: those that cost most and guard the most stable parts. A journey that is not
// listed here runs in both. docs/testing.md explains each group.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.mjs';

/**
 * Journeys, as files of e2e/: separate products that are killed, cut off or updated, long waits, axe in every panel, and a second
 * look at panels that another journey opens. Of the gallery, the tests of headers, columns and figures of panels that
 * all-panels.spec.ts opens with their rows. The other files of the gallery repeat actions that a journey performs with a server, and
 * add keys, sizes and colours: for layouts.spec.ts the journey has the same name, for own-orders.spec.ts and phone.spec.ts it is
 * order-floor.spec.ts, for market-panels.spec.ts depth.spec.ts and workspace.spec.ts, for order-form.spec.ts ticket.spec.ts and
 * order-floor.spec.ts. exchange-day.spec.ts covers mtm.spec.ts.
 */
export const journeysOfAll = [
  'journeys/demonstration.spec.ts',
  'journeys/accessible-panels.spec.ts',
  'journeys/installed-app.spec.ts',
  'journeys/account.spec.ts',
  'journeys/kill-minus-nine.spec.ts',
  'journeys/chart-and-clock.spec.ts',
  'journeys/action-states.spec.ts',
  'journeys/keys-and-commands.spec.ts',
  'journeys/money-of-accounts.spec.ts',
  'journeys/operator.spec.ts',
  'journeys/notices.spec.ts',
  'journeys/chosen-orders.spec.ts',
  'journeys/every-button.spec.ts',
  'journeys/adapted-screens.spec.ts',
  'journeys/without-web-sockets.spec.ts',
  'journeys/grids.spec.ts',
  'journeys/sessions.spec.ts',
  'journeys/connection-cuts.spec.ts',
  'journeys/time-and-sales.spec.ts',
  'journeys/newcomer.spec.ts',
  'journeys/deal-sound.spec.ts',
  'journeys/phone-panels.spec.ts',
  'journeys/panel-memory.spec.ts',
  'journeys/moving-figures.spec.ts',
  'journeys/market-access.spec.ts',
  'journeys/start-problems.spec.ts',
  'journeys/database-lost.spec.ts',
  'journeys/consolidated-positions.spec.ts',
  'journeys/real-delays.spec.ts',
  'journeys/mtm.spec.ts',
  'gallery/at-a-glance.spec.ts',
  'gallery/back-office.spec.ts',
  'gallery/calculator.spec.ts',
  'gallery/grid-columns.spec.ts',
  'gallery/grid-rows.spec.ts',
  'gallery/layouts.spec.ts',
  'gallery/market-panels.spec.ts',
  'gallery/money.spec.ts',
  'gallery/order-form.spec.ts',
  'gallery/own-orders.spec.ts',
  'gallery/panel-places.spec.ts',
  'gallery/phone.spec.ts',
  'gallery/positions.spec.ts',
  'gallery/silo.spec.ts',
];

/** The tag of single journeys that `npm test` leaves out, in files that it runs: `secondLook` of e2e/product/journey.ts sets it. */
export const secondLook = '@second-look';

/** The journeys that `npm run test:all` also runs in Firefox, by words of their titles: sign-in, order, phone, deal and layout. */
export const journeysInFirefox = {
  'journeys/routes-and-session.spec.ts': ['signs in a user of the demonstration with one click'],
  'journeys/order-floor.spec.ts': ['orders, as two members see them', 'on a phone a dealer enters an order'],
  'journeys/deal-actions.spec.ts': ['a dealer splits a deal by keyboard'],
  'journeys/layouts.spec.ts': ['a user keeps layouts, undoes changes, and opens starters'],
};

/** @returns {readonly string[]} the journeys of `npm test`, as files of e2e/ */
export function journeysOfTest() {
  const left = new Set(journeysOfAll);
  return ['journeys', 'gallery', 'demo', 'hub'].flatMap((folder) =>
    readdirSync(join(root, 'e2e', folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !left.has(file))
      .sort(),
  );
}
