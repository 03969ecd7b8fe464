// For tests: a market with its journal, database and HTTP calls in a temporary folder, with the demonstration users and
// without a socket. The product never imports it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@openpit/storage';
import { defaultClientSettings } from '@openpit/wire';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { Accounts } from '../auth/accounts.ts';
import { Passwords } from '../auth/passwords.ts';
import { Tokens } from '../auth/tokens.ts';
import { demoPassword } from '../genesis/demo-users.ts';
import { ensureDemoUsers, openMarketOnce } from '../genesis/open-demo-market.ts';
import { readMarketFile } from '../genesis/reference-data-file.ts';
import { openHistory } from '../history/history.ts';
import { illustrationSeed } from '../history/illustrative-history.ts';
import { createHttpApp } from '../http/app.ts';
import { type Market, openMarket } from '../market.ts';
import type { MarketServer } from '../market-server.ts';
import { operatorHistoryRoutes } from '../operator/history-routes.ts';
import { operatorRoutes } from '../operator/operator-routes.ts';
import { realClock } from '../schedule/real-clock.ts';
import { demoMarketFile } from '../server-folder.ts';

export const operatorToken = 'a-token-for-tests';

export interface TestMarket {
  readonly server: MarketServer;
  readonly market: Market;
  readonly app: FastifyInstance;
  readonly folder: string;
  signIn(email: string): Promise<string>;
  call(
    request: InjectOptions & { readonly token?: string },
  ): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }>;
  close(): Promise<void>;
}

/**
 * `demoLogins`: whether the demonstration users may sign in; `illustrativeHistory`: whether history begins with candles that
 * are made up, as the demonstration's does.
 */
export async function marketInAFolder({
  demoLogins = true,
  illustrativeHistory = false,
}: {
  readonly demoLogins?: boolean;
  readonly illustrativeHistory?: boolean;
} = {}): Promise<TestMarket> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-test-'));
  let historyOf: MarketServer['history'] | null = null;
  const market = await openMarket({
    dataFolder: folder,
    clock: realClock,
    onOutcomesWritten: () => historyOf?.outcomesWritten(),
    onStopped: (cause) => console.error(cause),
  });
  const database = await openDatabase(join(folder, 'openpit.db'));
  const { floor, projections } = market;
  const passwords = new Passwords();
  const parts = { floor, projections, db: database.db, clock: realClock };
  const about = { isNew: true, isDemonstration: illustrativeHistory, seed: 1 };
  const illustrativeSeed = await illustrationSeed(database.db, about);
  const history = openHistory({ dataFolder: folder, illustrativeSeed, isAlone: false });
  historyOf = history;
  await openMarketOnce(parts, () => readMarketFile(demoMarketFile));
  await ensureDemoUsers(parts, passwords);
  const tokens = new Tokens(new TextEncoder().encode('a secret of thirty-two characters'));
  const server: MarketServer = {
    ...parts,
    history,
    accounts: new Accounts({ db: database.db, clock: realClock, tokens, passwords }),
    clientSettings: defaultClientSettings,
    calendar: null,
    epoch: 'test',
    signInRejection: () => (demoLogins ? null : 'Demonstration users are closed.'),
  };
  const app = await createHttpApp(server, {
    logger: pino({ level: 'silent' }),
    webFolder: join(folder, 'no-web'),
    hubRequest: () => false,
    more: [operatorRoutes(server, operatorToken), operatorHistoryRoutes(server, operatorToken)],
  });
  const call: TestMarket['call'] = async ({ token, headers, ...request }) => {
    const reply = await app.inject({
      ...request,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });
    const json = String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, body: json ? reply.json() : reply.body, headers: reply.headers };
  };
  return {
    server,
    market,
    app,
    folder,
    call,
    signIn: async (email) => {
      const { body } = await call({
        method: 'POST',
        url: '/api/authenticate/login',
        payload: { email, password: demoPassword },
      });
      return (body as { token: string }).token;
    },
    close: async () => {
      await app.close();
      await history.close();
      await market.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
