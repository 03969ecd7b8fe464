// A process of the scale bench, on the compiled venue: the big market with positions of a thousand accounts; the margin preview
// of a portfolio of 200 legs, early valuations, and the end of the day, slice by slice. With the word `expiry` instead the end
// of a day when a thousand options expire, one of them with a third of the deals, and many open orders too. Prints a line of JSON.
import { existsSync, readFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type OutcomeChanges, Projections } from '@openpit/projections';
import {
  asPrice,
  epochMs,
  lots,
  type Outcome,
  permissionFlags,
  type Submission,
  sequenced,
  Venue,
} from '@openpit/venue';
import { encodeInSteps } from '../../apps/server/dist/sequencer/command-codec.js';
import { code, noContracts, openingSubmissions, operate, orderSubmission, users } from './big-market.ts';

const legs = 200;
/** The number of contracts that each account deals in. */
const contractsEach = 20;
const openOrders = 60_000;
const isExpiry = process.argv[2] === 'expiry';
/** The options on January expire on this day. */
const expiryDay = { businessDay: '2026-12-25', firstOptionMonth: 0 };

const venue = new Venue();
const projections = new Projections();
let now = 1_795_000_000_000;
function send(submission: Submission): Outcome {
  now += 1;
  const seq = venue.lastSeq + 1;
  return venue.handle(sequenced(submission, { seq, at: epochMs(now), drawSeed: () => seq }));
}
function sendAndProject(submission: Submission): Outcome {
  const outcome = send(submission);
  projections.apply(outcome);
  return outcome;
}

const contracts = noContracts();
for (const submission of openingSubmissions([...permissionFlags], isExpiry ? expiryDay : {}))
  for (const event of sendAndProject(submission).events)
    for (const { contract, kind } of event.kind === 'marketOpened' ? event.contracts : [])
      contracts[kind].push(contract);

function order(user: number, contract: string, side: 'B' | 'S', qty: number): void {
  const price = contracts.future.includes(contract) ? 400_000 : 20_000;
  const outcome = sendAndProject({
    by: { kind: 'user', userId: `u${user}` },
    requestId: null,
    command: {
      kind: 'insertOrder',
      contract,
      side,
      type: 'Normal',
      lots: lots(qty),
      price: asPrice(price),
      capacity: 'A',
      principal: code('C', user),
    },
  });
  if (outcome.verdict.kind === 'rejected') throw new Error(JSON.stringify(outcome.verdict));
}
function deal(buyer: number, seller: number, contract: string): void {
  const qty = 1 + ((buyer + seller) % 9);
  order(seller, contract, 'S', qty);
  order(buyer, contract, 'B', qty);
}
/** On the expiry day, all deals are in options that expire. */
function contractOf(list: readonly string[], number: number, at: number): string {
  if (!isExpiry) return list[number % list.length] ?? '';
  const expiring = contracts.option.filter((contract) => contract.startsWith('JAN27'));
  return expiring[at % 3 === 0 ? 0 : number % expiring.length] ?? '';
}
for (let user = 0; user < users; user += 1)
  for (let at = 0; at < contractsEach / 2; at += 1) {
    const list = at % 3 === 0 ? contracts.future : contracts.option;
    deal(user, (user + 1 + at) % users, contractOf(list, user * 31 + at * 97, at));
  }
if (isExpiry)
  for (let number = 0; number < openOrders; number += 1) sendAndProject(orderSubmission(number, contracts));
for (let at = 0; at < legs; at += 1)
  deal(0, 1 + at, contracts.option[(at * 45) % contracts.option.length] ?? '');

/** CPU time of the main thread, in ms; of all threads including garbage collection if the system does not count it by thread. */
function threadMs() {
  // The kernel brings its count up to date for this call.
  const { user, system } = process.cpuUsage();
  if (!existsSync('/proc/self/schedstat')) return (user + system) / 1000;
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
}
const collections: PerformanceEntry[] = [];
new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] });

const timed = <Result>(work: () => Result) => {
  const before = process.cpuUsage();
  const threadBefore = threadMs();
  const begun = performance.now();
  const result = work();
  const ended = performance.now();
  const threadMsTaken = threadMs() - threadBefore;
  const { user, system } = process.cpuUsage(before);
  return { result, begun, ended, threadMs: threadMsTaken, cpuMs: (user + system) / 1000 };
};

const query = {
  contract: contracts.option[7] ?? '',
  side: 'B' as const,
  lots: lots(5),
  price: asPrice(20_000),
  principal: code('C', 0),
};
for (let warm = 0; warm < 20; warm += 1) venue.previewMargin('u0', query);
const previews = timed(() => {
  for (let at = 0; at < 50; at += 1) venue.previewMargin('u0', query);
});

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** The server's slices, the last step of each included. */
const sliceMs = 2;

/** Does all steps in slices, as the server does; the result of the steps, and the CPU time of the main thread. */
async function inSlices<Result>(steps: Iterator<unknown, Result>) {
  const slices: { readonly threadMs: number }[] = [];
  for (;;) {
    await nextTurn();
    const slice = timed(() => {
      const endMs = performance.now() + sliceMs;
      for (;;) {
        const step = steps.next();
        if (step.done === true || performance.now() >= endMs) return step;
      }
    });
    slices.push(slice);
    if (slice.result.done !== true) continue;
    return {
      result: slice.result.value,
      ms: Math.round(slices.reduce((sum, { threadMs: ms }) => sum + ms, 0)),
      longestMs: rounded(Math.max(...slices.map(({ threadMs: ms }) => ms))),
    };
  }
}

/** Makes the rows of all changes, as if every user were connected. */
function* rowsOf({ dataSets }: OutcomeChanges): Generator<number, void> {
  for (const change of dataSets) yield change.rows.length;
}

/** The command with the slices that follow it. */
async function run(command: Submission['command']) {
  const slices: ReturnType<typeof timed<Outcome>>[] = [];
  for (let next: Submission | null = operate(command); next !== null; next = venue.continuation) {
    // As in the server, where collections of garbage can also be told apart.
    await nextTurn();
    const submission = next;
    slices.push(timed(() => send(submission)));
  }
  const outcome = slices.at(-1)?.result;
  if (outcome === undefined) throw new Error('Nothing was sent.');
  const projected = await inSlices(projections.applyInSteps(outcome));
  const rows = await inSlices(rowsOf(projected.result));
  const encoded = await inSlices(encodeInSteps(outcome));
  // Collections are reported in a later turn.
  await pause(50);
  const longest = slices.reduce((max, slice) => (slice.threadMs > max.threadMs ? slice : max));
  const inLongest = collections.filter(
    ({ startTime }) => startTime >= longest.begun && startTime <= longest.ended,
  );
  return {
    cpuMs: Math.round(slices.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    threadMs: Math.round(slices.reduce((sum, slice) => sum + slice.threadMs, 0)),
    longestMs: rounded(longest.threadMs),
    collectedMs: rounded(inLongest.reduce((sum, { duration }) => sum + duration, 0)),
    projected: [projected.ms, projected.longestMs],
    rows: [rows.ms, rows.longestMs],
    encoded: [encoded.ms, encoded.longestMs],
    slices: slices.length,
  };
}

const orders = venue.snapshot().orders.orders.length;
const positions = venue.snapshot().positions.positions.filter(({ net }) => net !== 0).length;
console.log(
  JSON.stringify({
    positions,
    orders,
    accounts: users,
    previewMs: Math.round((previews.cpuMs / 50) * 100) / 100,
    valuation: await run({ kind: 'valueMarket' }),
    again: await run({ kind: 'valueMarket' }),
    endOfDay: await run({ kind: 'endDay' }),
  }),
);
