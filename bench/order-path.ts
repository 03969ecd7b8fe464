// The order path of the built server: an order is sent over HTTP, written to the journal, acknowledged, and shown on another
// dealer's screen, with 200 hub clients, at 100, 1,000 and 5,000 orders per second. Alternating with it, the bare commit of
// as many commands of the same size. Goals: acknowledgement p99 at most 8 ms above the bare commit, screen p95 under
// 150 ms. Then, without a screen, three times as many orders as the server accepts at its best.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions } from './bench-options.ts';
import { BenchSetup, type Round, type RoundTask } from './order-path/bench-setup.ts';
import { printParts } from './order-path/cpu-parts.ts';
import { printOverload, printRate } from './order-path/report.ts';

const settings = {
  rates: (process.env.OPENPIT_BENCH_RATES ?? '100,1000,5000').split(',').map(Number),
  rounds: Number(process.env.OPENPIT_BENCH_ROUNDS ?? 2),
  seconds: Number(process.env.OPENPIT_BENCH_SECONDS ?? 5),
  /** Rates to try; the overload run offers three times the best accepted rate. `OPENPIT_BENCH_OVERLOAD=none` leaves it out. */
  searched: (process.env.OPENPIT_BENCH_OVERLOAD ?? '3000,5000,7000').split(',').map(Number).filter(Boolean),
  hubClients: Number(process.env.OPENPIT_BENCH_CLIENTS ?? 200),
  /** The dealer on the screen, who does not send the probes. `OPENPIT_BENCH_SCREEN=none` leaves out the browser. */
  screenEmail: screenOf(process.env.OPENPIT_BENCH_SCREEN ?? 'pieter@veld.example'),
  /** An existing folder to keep the profiles in; otherwise they are removed. */
  profiles: process.env.OPENPIT_BENCH_PROFILES,
  /** Node options of the server, for example --cpu-prof. */
  serverNodeOptions: (process.env.OPENPIT_BENCH_SERVER_OPTIONS ?? '').split(' ').filter(Boolean),
};

/** Loaded into the server with `--profile`. */
const profiler = new URL('./order-path/thread-profile.mjs', import.meta.url).href;
/** The interval of checks whether a profile has begun or ended. */
const pollMs = 20;

function screenOf(email: string): string | null {
  return email === 'none' ? null : email;
}

export async function run({ profile = false }: BenchOptions): Promise<void> {
  const { rates, rounds, seconds, serverNodeOptions } = settings;
  // By default these signals end this process without its exit handlers, and the server would keep running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const folder = profile
    ? (settings.profiles ?? (await mkdtemp(join(tmpdir(), 'openpit-order-path-profiles-'))))
    : null;
  if (folder !== null) process.env.OPENPIT_BENCH_PROFILES = folder;
  const loaded = folder === null ? [] : ['--import', profiler];
  const setup = await BenchSetup.open({ ...settings, serverNodeOptions: [...serverNodeOptions, ...loaded] });
  try {
    explain(setup.futures);
    await setup.runRound({ perSecond: 1_000, seconds: 3, seed: 1, name: 'warm-up' });
    for (const [index, perSecond] of rates.entries()) {
      const measured: Round[] = [];
      const bareServer: Awaited<ReturnType<BenchSetup['runBareServer']>>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const seed = index * 100 + round + 2;
        const task = { perSecond, seconds, seed, name: `${perSecond}-${round}` };
        bareServer.push(await setup.runBareServer(task));
        measured.push(await setup.runRound(task));
      }
      printRate({ perSecond, seconds }, measured, bareServer);
      const task = { perSecond, seconds, seed: index * 100 + 1, name: `${perSecond}-profiled` };
      if (folder !== null) await profileRound(setup, task, folder);
    }
    if (settings.searched.length > 0) await overload(setup);
  } finally {
    await setup.close();
    if (folder !== null && settings.profiles === undefined) await rm(folder, { recursive: true });
  }
}

/** Looks for the rate at which most orders are accepted, then offers three times that. */
async function overload(setup: BenchSetup): Promise<void> {
  const { searched, seconds } = settings;
  const runAt = async (perSecond: number, seed: number) => ({
    perSecond,
    round: await setup.runCrowd({ perSecond, seconds, seed, name: `crowd-${perSecond}` }),
  });
  const tried: Awaited<ReturnType<typeof runAt>>[] = [];
  for (const [index, perSecond] of searched.entries()) tried.push(await runAt(perSecond, 1_001 + index));
  const best = Math.max(...tried.map(({ round: { load } }) => load.ackMs.length / load.wallSeconds));
  printOverload(tried, await runAt(3 * Math.round(best), 1_100));
}

/** Runs one more round, and prints the parts of the server's processor time. */
async function profileRound(setup: BenchSetup, task: RoundTask, folder: string): Promise<void> {
  const unfinished = async () => (await readdir(folder)).filter((name) => name.endsWith('.begun')).length;
  const { load, serverCpuSeconds } = await setup.runRound(task, {
    begin: async () => {
      setup.server.profile('begin');
      while ((await unfinished()) === 0) await pause(pollMs);
    },
    end: async () => {
      setup.server.profile('end');
      while ((await unfinished()) > 0) await pause(pollMs);
    },
  });
  await printParts(folder, { orders: load.ackMs.length, processSeconds: serverCpuSeconds });
}

function explain(futures: number): void {
  console.log(`
Order path: the built server in a process of its own, data folder in ${tmpdir()}, no simulated participants, ${settings.hubClients} hub clients
subscribed to its ${futures} futures (the market feed goes out 20 times a second at most), ${settings.screenEmail === null ? 'no browser' : `Chromium signed in as ${settings.screenEmail}`}.
  acknowledgement  from the due time of an order to the last byte of its 200: delay of the generator, HTTP, checks, commit, reply
  bare server      node:http alone, which parses the same body, appends the same command to a separate journal and replies
  bare commit      from the due time of a command until it is durable in a separate journal: the same commands and nothing else
  deal to another client
                   from the due time of an order that deals (one in twenty) until the row of the deal is at the hub client of the
                   other dealer, whose order rested
  own row, fill after the reply
                   from the reply to an order until its row, or the row of its deal, is at a hub client of the dealer whose order it is,
                   or whose order it dealt with; negative if the row came first
  generator delay  from the due time until the order is passed to a connection or its queue; part of both figures above
  row on screen    from the reply to a probe order (about four per second) until its price is in the other dealer's Futures panel
                   (the text in the page, before paint); a probe that the next one replaced before it was seen counts as the longest
Processor time is in percent of one core; the server's includes all its threads, also the journal's.`);
}
