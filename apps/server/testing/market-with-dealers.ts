// For tests: `node apps/server/dist/testing/market-with-dealers.js DATA_FOLDER BUSINESS_DAY` opens the demonstration market in a
// new data folder with further members, dealers and logins, as JSON on standard input, and ends. A server that is started on
// the folder finds them there. The product never imports it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openDatabase } from '@openpit/storage';
import { parseIsoDate } from '@openpit/venue';
import { Passwords } from '../auth/passwords.ts';
import { type DemoUser, demoPassword } from '../genesis/demo-users.ts';
import { ensureDemoUsers, ensureUser, fileOfDay, openMarketOnce } from '../genesis/open-demo-market.ts';
import { parseMarketFile } from '../genesis/reference-data-file.ts';
import { illustrationSeed } from '../history/illustrative-history.ts';
import { openMarket } from '../market.ts';
import { realClock } from '../schedule/real-clock.ts';
import { demoMarketFile } from '../server-folder.ts';

const [dataFolder = '', businessDay = ''] = process.argv.slice(2);
const users = JSON.parse(await text(process.stdin)) as DemoUser[];

const market = await openMarket({
  dataFolder,
  clock: realClock,
  onStopped: (cause) => {
    throw cause;
  },
});
const database = await openDatabase(join(dataFolder, 'openpit.db'));
const { floor, projections } = market;
const parts = { floor, projections, db: database.db, clock: realClock };
await illustrationSeed(database.db, { isNew: true, isDemonstration: true, seed: 1 });
await openMarketOnce(parts, async () =>
  fileOfDay(parseMarketFile(await marketFile(), 'market-with-dealers'), {
    wanted: parseIsoDate(businessDay),
    runs: () => {
      throw new Error(`${businessDay} is no business day.`);
    },
  }),
);
const passwords = new Passwords();
await ensureDemoUsers(parts, passwords);
// One hash for all: they have the same password, and a hash takes a while on purpose.
const hash = await passwords.hash(demoPassword);
await database.db
  .transaction()
  .execute((db) =>
    Promise.all(users.map((user) => ensureUser({ ...parts, db }, user, { hash: async () => hash }))),
  );
await market.close();
await database.close();

/** The demonstration's reference data with each user's member and dealer. */
async function marketFile(): Promise<string> {
  const file = JSON.parse(await readFile(demoMarketFile, 'utf8')) as {
    members: { code: string; name: string; active: boolean; branches: string[] }[];
    dealers: { code: string; member: string; branch: string; name: string }[];
  };
  const branch = 'Johannesburg';
  for (const { member, dealer, displayName } of users) {
    if (!file.members.some(({ code }) => code === member))
      file.members.push({ code: member, name: member, active: true, branches: [branch] });
    file.dealers.push({ code: dealer, member, branch, name: displayName });
  }
  return JSON.stringify(file);
}
