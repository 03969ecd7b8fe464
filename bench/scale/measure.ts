// A process of the scale bench, on the compiled server: `fill FOLDER ORDERS` opens the big market in a folder and trades;
// `start FOLDER` opens it again and continues to trade while a snapshot is taken. Prints a line of JSON.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { epochMs, permissionFlags, type Submission } from '@openpit/venue';
import { openMarketIn } from '../../apps/server/dist/data-folder.js';
import { type Contracts, noContracts, openingSubmissions, orderSubmission } from './big-market.ts';

type Market = Awaited<ReturnType<typeof openMarketIn>>;

const [what, dataFolder = '', count = '0'] = process.argv.slice(2);

const clock = { now: () => epochMs(Date.now()), at: () => () => undefined };
const mib = (bytes: number) => Math.round(bytes / 1024 / 1024);
const onStopped = (cause: Error) => {
  throw cause;
};

async function sendAll({ gateway }: Market, submissions: readonly Submission[]): Promise<void> {
  for (let at = 0; at < submissions.length; at += 500)
    await Promise.all(submissions.slice(at, at + 500).map((submission) => gateway.submit(submission)));
}

function contractsByKind({ directory }: Market['view']): Contracts {
  const lists = noContracts();
  for (const { contract, kind } of directory.tradedContracts()) lists[kind].push(contract);
  return lists;
}

function memory() {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssMiB: mib(rss), heapMiB: mib(heapUsed), externalMiB: mib(external) };
}

async function fill() {
  const market = await openMarketIn(
    { dataFolder },
    {
      clock,
      snapshotEvery: Number.POSITIVE_INFINITY,
      onStopped,
    },
  );
  await sendAll(market, openingSubmissions([...permissionFlags]));
  const empty = memory();
  const contracts = contractsByKind(market.view);
  const orders = Array.from({ length: Number(count) }, (_, at) => orderSubmission(at, contracts));
  await sendAll(market, orders);
  const full = memory();
  const openOrders = [...market.view.allRows('activeOrders')].length;
  const deals = [...market.view.allRows('deals')].length;
  await market.close();
  return { contracts: Object.values(contracts).map((list) => list.length), empty, full, openOrders, deals };
}

/** Sends a thousand orders per second and measures how long the event loop is blocked. */
async function tradeOn(
  market: Market,
  { seconds, from }: { readonly seconds: number; readonly from: number },
) {
  const contracts = contractsByKind(market.view);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let number = from;
  delay.enable();
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    const due = Math.floor(performance.now() - begun) + from;
    const waiting = [];
    for (; number < due; number += 1) waiting.push(market.gateway.submit(orderSubmission(number, contracts)));
    await Promise.all(waiting);
    await pause(1);
  }
  delay.disable();
  return { number, longestMs: Math.round(delay.max / 1e6), p99Ms: Math.round(delay.percentile(99) / 1e6) };
}

async function start() {
  const begun = performance.now();
  const market = await openMarketIn({ dataFolder }, { clock, snapshotEvery: 15_000, onStopped });
  const startMs = Math.round(performance.now() - begun);
  const replayed = market.recovered.replayed;
  // Time for the follower to load its state and for the code to be compiled.
  await tradeOn(market, { seconds: 4, from: 1_000_000 });
  const before = await tradeOn(market, { seconds: 8, from: 2_000_000 });
  const during = await tradeOn(market, { seconds: 12, from: 3_000_000 });
  await market.close();
  return { startMs, replayed, before, during };
}

console.log(JSON.stringify(await (what === 'fill' ? fill() : start())));
process.exit(0);
