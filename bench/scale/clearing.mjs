// A process of the scale bench, on the compiled venue: the big market with positions of a thousand accounts; the margin preview
// of a portfolio of 200 legs, an early valuation, and the end of the day, slice by slice. With the word `expiry` instead the end
// of a day on which a thousand options expire, one of them with a third of the deals, and many open orders too. Prints a line of JSON.
import { performance } from 'node:perf_hooks';
import { permissionFlags, sequenced, Venue } from '@openpit/venue';
import { code, openingSubmissions, orderSubmission, users } from './big-market.mjs';

const legs = 200;
/** Contracts in which each account deals. */
const contractsEach = 20;
const openOrders = 60_000;
const isExpiry = process.argv[2] === 'expiry';
/** The options on January expire on this day. */
const expiryDay = { businessDay: '2026-12-25', firstOptionMonth: 0 };

const venue = new Venue();
let now = 1_795_000_000_000;
function send(submission) {
  now += 1;
  const seq = venue.lastSeq + 1;
  return venue.handle(sequenced(submission, { seq, at: now, drawSeed: () => seq }));
}
const operate = (command) =>
  send({ by: { kind: 'operator', operatorId: 'bench' }, requestId: null, command });

const contracts = { future: [], option: [], spread: [], split: [], delta: [] };
for (const submission of openingSubmissions([...permissionFlags], isExpiry ? expiryDay : {}))
  for (const event of send(submission).events)
    for (const { contract, kind } of event.kind === 'marketOpened' ? event.contracts : [])
      contracts[kind].push(contract);

function order(user, contract, side, lots) {
  const price = contracts.future.includes(contract) ? 400_000 : 20_000;
  const outcome = send({
    by: { kind: 'user', userId: `u${user}` },
    requestId: null,
    command: {
      kind: 'insertOrder',
      contract,
      side,
      type: 'Normal',
      lots,
      price,
      capacity: 'A',
      principal: code('C', user),
    },
  });
  if (outcome.verdict.kind === 'rejected') throw new Error(JSON.stringify(outcome.verdict));
}
function deal(buyer, seller, contract) {
  const lots = 1 + ((buyer + seller) % 9);
  order(seller, contract, 'S', lots);
  order(buyer, contract, 'B', lots);
}
/** On the expiry day, all deals are in options that expire. */
function contractOf(list, number, at) {
  if (!isExpiry) return list[number % list.length];
  const expiring = contracts.option.filter((contract) => contract.startsWith('JAN27'));
  return at % 3 === 0 ? expiring[0] : expiring[number % expiring.length];
}
for (let user = 0; user < users; user += 1)
  for (let at = 0; at < contractsEach / 2; at += 1) {
    const list = at % 3 === 0 ? contracts.future : contracts.option;
    deal(user, (user + 1 + at) % users, contractOf(list, user * 31 + at * 97, at));
  }
if (isExpiry) for (let number = 0; number < openOrders; number += 1) send(orderSubmission(number, contracts));
for (let at = 0; at < legs; at += 1) deal(0, 1 + at, contracts.option[(at * 45) % contracts.option.length]);

const timed = (work) => {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const result = work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, ms: performance.now() - begun, cpuMs: (user + system) / 1000 };
};

const query = { contract: contracts.option[7], side: 'B', lots: 5, price: 20_000, principal: code('C', 0) };
for (let warm = 0; warm < 20; warm += 1) venue.previewMargin('u0', query);
const previews = timed(() => {
  for (let at = 0; at < 50; at += 1) venue.previewMargin('u0', query);
});

const rounded = (ms) => Math.round(ms * 10) / 10;

/** The command with the slices that follow it, in CPU time. */
function run(command) {
  const slices = [];
  const first = timed(() => operate(command));
  slices.push(first);
  for (let { continuation } = venue; continuation !== null; { continuation } = venue)
    slices.push(timed(() => send(continuation)));
  return {
    cpuMs: Math.round(slices.reduce((sum, { cpuMs }) => sum + cpuMs, 0)),
    longestMs: rounded(Math.max(...slices.slice(0, -1).map(({ cpuMs }) => cpuMs))),
    lastMs: rounded(slices.at(-1).cpuMs),
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
    valuation: run({ kind: 'valueMarket' }),
    endOfDay: run({ kind: 'endDay' }),
  }),
);
