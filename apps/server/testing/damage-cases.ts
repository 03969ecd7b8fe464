// For tests: a program that repeatedly damages a file of a data folder, as a seed decides, and each time compares the
// server's answers with its earlier answers. It is a separate process, because the fault that it looks for ends the
// process. It prints a line of JSON before and after each case.
import { closeSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { demoPassword, demoUsers } from '@openpit/market';
import {
  createLayout,
  DataFolderError,
  JournalDamagedError,
  JournalHeldError,
  nextLayout,
  openLibsql,
} from '@openpit/storage';
import { asPrice, type EpochMs, epochMs, lots, type Side } from '@openpit/venue';
import { anOrder } from '@openpit/venue/testing';
import { paths, userReads } from '@openpit/wire';
import type { MarketServer } from '../market-server.ts';
import { readOperatorAddress } from '../operator/operator-key.ts';
import { operatorHistoryPath } from '../operator/operator-routes.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { RecoveryError } from '../sequencer/recovery-error.ts';
import { demoMarketFile } from '../server-folder.ts';
import { type CallOptions, requestOf } from './request-of.ts';
import { startMarket } from './started-market.ts';

const damageKinds = ['flip', 'burst', 'cut'] as const;
type DamageKind = (typeof damageKinds)[number];

export interface DamageCases {
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  readonly counts: Readonly<Record<DamageKind, number>>;
  /** The number of the first case to run, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The result of a case: everything was correct; the server did not start or the market stopped, with a sentence; some answers
 * were errors with a sentence, and the others correct; or anything else.
 */
export interface DamageResult {
  readonly kind: 'correct' | 'ended' | 'answered' | 'wrong';
  readonly file: string;
  readonly said: readonly string[];
}

export type DamageLine = { readonly begin: string } | { readonly end: DamageResult };

const problems = [DataFolderError, JournalDamagedError, JournalHeldError, RecoveryError];
const users = ['thandi', 'pieter'] as const;
const contract = 'DEC26 WMAZ';
/** The rejections that name the damage. "fault" is not among them. */
const clearCodes = ['historyDamaged', 'historyUnavailable', 'dataDamaged', 'venueStopped'];

const print = (line: DamageLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly message?: string;
    readonly token?: string;
    readonly asOf?: number;
  };
}

interface OpenedServer {
  readonly server: MarketServer;
  /** The tokens of the users who have signed in. */
  readonly tokens: Map<string, string>;
  /** The reason why the market has stopped without a request. */
  readonly stops: readonly string[];
  call(path: string, options?: CallOptions): Promise<Answer>;
  operatorToken(): Promise<string>;
  stop(): Promise<void>;
}

async function open(dataFolder: string, at: EpochMs): Promise<OpenedServer> {
  // Separate reference data, without the demonstration's candles, which are most of a history.
  const market = ['--reference-data', demoMarketFile, '--business-day', '2026-11-18'];
  const stops: string[] = [];
  const {
    running: { url, stop },
    market: server,
  } = await startMarket(['--data', dataFolder, ...market], {
    folder: dataFolder,
    onStopped: (cause) => stops.push(cause.message),
    clock: new VirtualClock(at),
  });
  return {
    server,
    tokens: new Map(),
    stops,
    call: async (path, options = {}) => {
      const reply = await fetch(url + path, requestOf(options));
      return { status: reply.status, body: (await reply.json()) as Answer['body'] };
    },
    operatorToken: async () => (await readOperatorAddress(dataFolder))?.token ?? '',
    stop,
  };
}

let requests = 0;

/** Rejects when the market has stopped. */
async function order(
  { gateway }: MarketServer,
  { userId, side, rand, qty }: { userId: string; side: Side; rand: number; qty: number },
): Promise<void> {
  requests += 1;
  const principal = userId === 'thandi' ? 'KAND' : 'VELD';
  const terms = { contract, side, price: asPrice(rand * 100), lots: lots(qty), principal };
  const { verdict } = await gateway.submit({
    by: { kind: 'user', userId },
    requestId: `damage-${requests}`,
    command: { ...anOrder, ...terms, ref: `R${requests}` },
  });
  if (verdict.kind !== 'accepted') throw new Error(JSON.stringify(verdict));
}

/** Fills the folder `stopped`, and copies it as kill -9 leaves it to `killed`. */
async function prepare(base: string, at: EpochMs): Promise<void> {
  const stopped = join(base, 'stopped');
  const { server, call, stop } = await open(stopped, at);
  // Without the free pages that creating the tables leaves: damage there changes nothing.
  const database = openLibsql(join(stopped, 'openpit.db'), { busyTimeoutMs: 2000 });
  database.execScript('vacuum');
  database.close();
  for (let index = 0; index < 60; index += 1) {
    const rand = 4040 + (index % 7);
    await order(server, { userId: 'thandi', side: 'B', rand, qty: 3 });
    await order(server, { userId: 'pieter', side: 'S', rand, qty: 1 + (index % 4) });
  }
  for (const userId of users) {
    for (const name of ['Morning', 'Größe'])
      await createLayout(server.db, { id: `${userId}-${name}`, userId, json: layoutOf(name), createdAt: at });
  }
  for (const userId of users) await signIn(call, userId);
  await server.history.reach(server.view.lastSeq);
  // For a second after a change, only the change is there.
  while (statSync(join(stopped, 'openpit.db-wal')).size > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await cp(stopped, join(base, 'killed'), { recursive: true });
  await stop();
}

const layoutOf = (name: string): string => JSON.stringify({ name, panels: Array(40).fill(name) });

function signIn(call: OpenedServer['call'], userId: string): Promise<Answer> {
  const email = demoUsers.find((user) => user.userId === userId)?.email ?? '';
  return call(paths.login, { body: { email, password: demoPassword } });
}

type Answers = Record<string, unknown>;

/** The answer of each call, or a message in `said` for a call that is rejected with a sentence. */
async function answersOf(opened: OpenedServer, said: string[]): Promise<Answers> {
  const { server, tokens, call } = opened;
  const answers: Answers = {};
  const note = (name: string, { status, body }: Answer) => {
    const isClear =
      body.code !== undefined && clearCodes.includes(body.code) && (body.message?.length ?? 0) > 40;
    // The end of history changes with every command.
    const { asOf: _asOf, ...contents } = body;
    if (status === 503 && isClear) said.push(`${name}: ${body.message}`);
    else answers[name] = { status, contents };
  };
  const dealt = encodeURIComponent(contract);
  for (const userId of users) {
    if (!tokens.has(userId)) {
      const signedIn = await signIn(call, userId);
      if (signedIn.body.token === undefined) note(`${userId} signs in`, signedIn);
      else tokens.set(userId, signedIn.body.token);
    }
    const token = tokens.get(userId);
    if (token !== undefined) {
      const own = [
        userReads.historyDeals.path,
        userReads.historyOrders.path,
        paths.getAllUserLayouts,
        paths.getUserPreference,
      ];
      for (const path of own) note(`${userId} ${path}`, await caughtUp(() => call(path, { token })));
      for (const query of [
        `${userReads.historyTimeAndSales.path}?contract=${dealt}`,
        `${userReads.historyCandles.path}?contract=${dealt}&interval=5`,
        `${userReads.historyCandles.path}?contract=${encodeURIComponent('MAR27 WMAZ')}&interval=day`,
      ])
        note(`${userId} ${query}`, await caughtUp(() => call(query, { token })));
    }
    const member = userId === 'thandi' ? 'KAND' : 'VELD';
    const { rows } = server.view.rowsFor('activeOrders', { userId, member });
    // The place in the queue is computed some time after an order has been entered.
    answers[`${userId} orders`] = rows.map(({ queuePosition: _position, lotsAhead: _ahead, ...row }) => row);
  }
  return answers;
}

/** Asks again as long as history is being rebuilt. */
async function caughtUp(ask: () => Promise<Answer>): Promise<Answer> {
  for (const end = Date.now() + 60_000; ; ) {
    const answer = await ask();
    if (answer.body.code !== 'historyRebuilding' || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Uniform random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Half of the cases choose among all files, half among the databases, which offer the most places to damage. */
async function fileToDamage(
  folder: string,
  random: () => number,
  isRunning: boolean,
): Promise<string | null> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // While the server runs, this file is shared memory of the processes, and is not read from the disk.
    .filter((file) => !(isRunning && file.endsWith('-shm')))
    // Losses within the last second are not noticed (docs/operations/incident.md).
    .filter((file) => !(isRunning && file.endsWith('openpit.db-wal')))
    .filter((file) => statSync(file).size > 0)
    .sort();
  const databases = files.filter((file) => /(?:history|openpit)\.db/.test(file));
  const among = random() < 0.5 ? files : databases;
  return among[Math.floor(random() * among.length)] ?? null;
}

/** Damages the file in place, as an open file is damaged. Returns the actions taken. */
function damage(file: string, kind: DamageKind, random: () => number): string {
  const { size } = statSync(file);
  const at = Math.floor(random() * size);
  if (kind === 'cut') {
    truncateSync(file, at);
    return `cut to ${at} of ${size} bytes`;
  }
  const length = kind === 'flip' ? 1 : Math.min(16 + Math.floor(random() * 500), size - at);
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, 'r+');
  readSync(descriptor, bytes, 0, length, at);
  for (let index = 0; index < length; index += 1)
    bytes[index] = (bytes[index] ?? 0) ^ (1 + Math.floor(random() * 255));
  writeSync(descriptor, bytes, 0, length, at);
  closeSync(descriptor);
  return `${length} bytes changed at ${at} of ${size}`;
}

/** The place where two texts begin to differ. */
function difference(is: string, was: string): string {
  let at = 0;
  while (at < is.length && is[at] === was[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 140);
  return `${around(is)} instead of ${around(was)}`;
}

interface Case {
  readonly base: string;
  readonly at: EpochMs;
  readonly number: number;
  readonly seed: number;
  readonly kind: DamageKind;
  /** By the name of the folder. */
  readonly expected: Readonly<Record<string, Answers>>;
}

async function runCase({ base, at, number, seed, kind, expected }: Case): Promise<DamageResult> {
  const random = randomNumbers(seed * 1_000_003 + number);
  const from = random() < 0.5 ? 'stopped' : 'killed';
  const isRunning = random() < 0.4;
  const folder = join(base, `case-${number}`);
  await cp(join(base, from), folder, { recursive: true });
  const said: string[] = [];
  const wrong: string[] = [];
  let hasEnded = false;
  let opened: OpenedServer | null = null;
  let correct: Answers = expected[from] ?? {};
  let file = '';

  const compare = (answers: Answers) => {
    for (const [name, answer] of Object.entries(answers)) {
      const [is, was] = [JSON.stringify(answer), JSON.stringify(correct[name])];
      if (is !== was) wrong.push(`${name}: ${difference(is, was ?? 'nothing')}`);
    }
  };
  const hurt = async () => {
    const chosen = await fileToDamage(folder, random, isRunning);
    if (chosen === null) throw new Error(`${folder} has no file to damage`);
    file = relative(folder, chosen);
    print({
      begin: `case ${number}: ${from} ${isRunning ? 'running' : 'at rest'}, ${file}: ${damage(chosen, kind, random)}`,
    });
  };
  const start = async () => {
    try {
      opened = await open(folder, at);
    } catch (error) {
      hasEnded = true;
      const message = error instanceof Error ? error.message : String(error);
      const isClear = problems.some((errorClass) => error instanceof errorClass) && message.length > 40;
      (isClear ? said : wrong).push(
        isClear ? message : `start: ${error instanceof Error ? error.stack : error}`,
      );
    }
  };
  /** A market that has stopped reports the reason, and so does a stop that fails. */
  const stop = async () => {
    const { stops = [], stop: close = async () => {} } = opened ?? {};
    await close().catch((error: unknown) =>
      said.push(`stop: ${error instanceof Error ? error.message : error}`),
    );
    said.push(...stops);
    if (stops.length > 0) hasEnded = true;
    opened = null;
  };
  /** Everything that is stored is read, changed and read again. */
  const use = async (inUse: OpenedServer) => {
    const { call, operatorToken } = inUse;
    compare(await answersOf(inUse, said));
    if (!said.some((sentence) => sentence.includes('Ask your operator to rebuild it'))) return;
    const token = await operatorToken();
    const ask = async (action: string) => (await call(operatorHistoryPath, { body: { action }, token })).body;
    let status = (await ask('rebuild')) as { isRebuilding?: boolean; failure?: string | null };
    while (status.isRebuilding === true) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      status = (await ask('status')) as typeof status;
    }
    if (typeof status.failure === 'string') said.push(status.failure);
    else {
      const after: string[] = [];
      compare(await answersOf(inUse, after));
      if (after.some((sentence) => sentence.includes('History')))
        wrong.push(`after the rebuild: ${after[0]}`);
    }
  };

  if (!isRunning) await hurt();
  await start();
  if (isRunning && opened !== null) {
    const { server } = opened as OpenedServer;
    // Whether the pages are in memory when they are damaged differs from case to case.
    if (random() < 0.5) await answersOf(opened, []);
    await hurt();
    const before = await answersOf(opened, said);
    compare(before);
    await order(server, { userId: 'thandi', side: 'B', rand: 3990, qty: 2 }).catch((error: Error) =>
      said.push(`order: ${error.message}`),
    );
    await createLayout(server.db, {
      id: `new-${number}`,
      userId: 'pieter',
      json: layoutOf('New'),
      createdAt: at,
    })
      .then(() => nextLayout(server.db, 'pieter'))
      .catch((error: Error) => said.push(`layout: ${error.message}`));
    await server.history.reach(server.view.lastSeq).catch((error: Error) => said.push(error.message));
    // A command answered now must still be answered after the next start, unless that start reports the damage.
    const unheard: string[] = [];
    const now = await answersOf(opened, unheard);
    correct = { ...correct, ...now };
    await stop();
    hasEnded = false;
    await start();
  }
  if (opened !== null) await use(opened);
  await stop();
  await rm(folder, { recursive: true, force: true });
  const kindOfResult =
    wrong.length > 0 ? 'wrong' : hasEnded ? 'ended' : said.length > 0 ? 'answered' : 'correct';
  return { kind: kindOfResult, file, said: wrong.length > 0 ? wrong : said };
}

async function main({ folder: base, seed, counts, from: first, to }: DamageCases): Promise<void> {
  const today = new Date();
  // Ten in the morning of tomorrow: the library of the tokens checks their expiry by the system clock.
  const at = epochMs(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1, 8));
  await prepare(base, at);
  const expected: Record<string, Answers> = {};
  for (const from of ['stopped', 'killed']) {
    await cp(join(base, from), join(base, 'whole'), { recursive: true });
    const opened = await open(join(base, 'whole'), at);
    const said: string[] = [];
    expected[from] = await answersOf(opened, said);
    await opened.stop();
    await rm(join(base, 'whole'), { recursive: true });
    if (said.length > 0) throw new Error(`The undamaged server says: ${said.join('; ')}`);
  }
  const kinds = damageKinds.flatMap((kind) => Array<DamageKind>(counts[kind]).fill(kind));
  for (const [number, kind] of kinds.entries())
    if (number >= first && number < to)
      print({ end: await runCase({ base, at, number, seed, kind, expected }) });
}

await main(JSON.parse(process.argv[2] ?? '') as DamageCases);
process.exit(0);
