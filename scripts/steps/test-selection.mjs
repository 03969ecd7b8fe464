// The journeys that `npm test` leaves to `npm run test:all`. docs/testing.md explains them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.mjs';

/** The end of the names of files that `npm test` leaves out. */
const slowest = '.slowest.spec.ts';

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
  return ['journeys', 'gallery', 'demo', 'hub'].flatMap((folder) =>
    readdirSync(join(root, 'e2e', folder))
      .filter((name) => name.endsWith('.spec.ts') && !name.endsWith(slowest))
      .map((name) => `${folder}/${name}`)
      .sort(),
  );
}
