// For tests: `node apps/server/dist/testing/market-with-dealers.js DATA_FOLDER BUSINESS_DAY` opens the demonstration market in a
// new data folder with additional members, dealers and logins, as JSON on standard input, and ends. A server that is started on
// the folder finds them there. The product never imports it.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type DemoUser, demoLayout, marketFileOn, openMarketOnce, parseMarketFile } from '@openpit/market';
import { openDatabase } from '@openpit/storage';
import { parseIsoDate } from '@openpit/venue';
import { Passwords } from '../auth/passwords.ts';
import { trustingClock } from '../clock/trusted-clock.ts';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import { realClock } from '../schedule/real-clock.ts';
import { illustrationSeed } from '../seed/demonstration-settings.ts';
import { ensureDemoUsers, ensureUser } from '../seed/seed-market.ts';
import { demoMarketFile } from '../server-folder.ts';

const [dataFolder = '', businessDay = ''] = process.argv.slice(2);
const users = JSON.parse(await text(process.stdin)) as DemoUser[];

const market = await openMarketIn(
  { dataFolder },
  {
    clock: realClock,
    onStopped: (cause) => {
      throw cause;
    },
  },
);
const database = await openDatabase(databaseFile(dataFolder));
const { gateway, view } = market;
const parts = { gateway, view, db: database.db, clock: trustingClock(realClock) };
await illustrationSeed(database.db, { isNew: true, isIllustrated: true, seed: 1 });
await openMarketOnce({ ...parts, operatorId: 'test' }, async () =>
  marketFileOn(parseMarketFile(await marketFile(), 'market-with-dealers'), {
    requestedDay: parseIsoDate(businessDay),
    current: () => {
      throw new Error(`${businessDay} is not a business day.`);
    },
  }),
);
const passwords = new Passwords();
await ensureDemoUsers(parts, passwords);
/** Without a dock and settings of its panels, as of a layout that is older than they are: Depth has a line for each order. */
const { dock: _dock, ...floating } = demoLayout;
const layout = {
  ...floating,
  columns: floating.columns.map(({ frame: _frame, ...column }) => ({ ...column, props: {} })),
};
await database.db
  .transaction()
  .execute((db) => Promise.all(users.map((user) => ensureUser({ ...parts, db }, user, passwords, layout))));
await market.close();
await database.close();

interface PartyRow {
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
}

/**
 * The demonstration's reference data with each user's member and dealer. Each new member has a client with two sub-accounts,
 * and executes for the client of the next member: member `KA07` for client `VE07C`, which `VE07` carries.
 */
async function marketFile(): Promise<string> {
  const file = JSON.parse(await readFile(demoMarketFile, 'utf8')) as {
    members: (PartyRow & { branches: string[] })[];
    dealers: { code: string; member: string; branch: string; name: string }[];
    clients: (PartyRow & { member: string; subAccounts: string[] })[];
    tripartites: { client: string; executingMember: string; carryingMember: string }[];
  };
  const added: string[] = [];
  const branch = 'Johannesburg';
  for (const { member, dealer, displayName } of users) {
    if (!file.members.some(({ code }) => code === member)) {
      added.push(member);
      file.members.push({ code: member, name: member, active: true, branches: [branch] });
      file.clients.push({
        code: clientOf(member),
        member,
        name: `Client of ${member}`,
        active: true,
        subAccounts: ['EAST', 'WEST'],
      });
    }
    file.dealers.push({ code: dealer, member, branch, name: displayName });
  }
  for (const [at, executingMember] of added.entries()) {
    const carryingMember = added[at + 1];
    if (carryingMember !== undefined)
      file.tripartites.push({ client: clientOf(carryingMember), executingMember, carryingMember });
  }
  return JSON.stringify(file);
}

function clientOf(member: string): string {
  return `${member}C`;
}
