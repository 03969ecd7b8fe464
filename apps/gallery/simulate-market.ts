// Simulates the gallery's market, which is the same each time, and writes it into the file of its argument: a page that continues from it opens
// at once. The dealers of the demonstration have dealt for a day, and the prices of simulated participants are in the books. The file has
// three lines of JSON: the options with which the page opens it, the saved market, and the outcomes of its past.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDemonstration, simulatePast, startSimulation } from '@openpit/market';
import { startSimulator } from '@openpit/simulator';
import { asPrice, type Clock, type EpochMs, epochMs, lots, type Outcome } from '@openpit/venue';
import { toCents } from '@openpit/wire';

/** Bids for silo certificates are taken at this time. */
const beginsAt = Date.parse('2026-11-18T10:13:07+02:00');
const seed = 1;
/** How long the simulated participants trade before that. */
const tradingMs = 20_000;

/** A page with fewer contracts opens faster. */
const instruments = ['WMAZ', 'YMAZ', 'CORN', 'WEAT', 'SUNS', 'SOYA', 'QWMZ'];
const withOptions = ['WMAZ', 'QWMZ'];

interface Entry {
  readonly code?: string;
  readonly instrument?: string;
  /** The instruments of a spread. */
  readonly first?: unknown;
  readonly second?: unknown;
}

/** True if an entry of this list of the reference data is about the gallery's instruments. */
function isKept(list: string, { code, instrument, first, second }: Entry): boolean {
  const listed = list === 'options' ? withOptions : instruments;
  const codes = [instrument, first, second, list === 'instruments' ? code : undefined];
  return codes.every((code) => typeof code !== 'string' || listed.includes(code));
}

const referenceData = JSON.parse(dataText('demo-market.json'), (list, value) =>
  Array.isArray(value) ? value.filter((entry) => isKept(list, Object(entry))) : value,
);
const files = { referenceData: JSON.stringify(referenceData), schedule: dataText('schedule-demo.json') };

function dataText(name: string): string {
  return readFileSync(join(import.meta.dirname, '../server/reference-data', name), 'utf8');
}

let now = epochMs(beginsAt - tradingMs);
let timers: { readonly time: EpochMs; readonly call: () => void }[] = [];
const clock: Clock = {
  now: () => now,
  at(time, call) {
    const timer = { time, call };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  },
};

const outcomes: Outcome[] = [];
const { market, calendar, time, plan } = await openDemonstration(files, {
  now,
  seed,
  days: 1,
  clock,
  drawSecretSeed: () => seed,
  onChanges: (outcome) => outcomes.push(outcome),
});
const { view } = market;
const onDay = () => undefined;
await simulatePast({ gateway: market, view, calendar, time }, plan, { until: now, doneUntil: 0, onDay });
time.end();
const onFailure = (error: unknown) => {
  throw error;
};
startSimulation({ startSimulator, gateway: market, view, clock, seed, market: 'lively', onFailure });
for (;;) {
  // The work that a command starts runs in later tasks.
  await new Promise(setImmediate);
  const [next] = timers.sort((a, b) => a.time - b.time);
  if (next === undefined || next.time > beginsAt) break;
  timers.shift();
  if (next.time > now) now = next.time;
  next.call();
}

// The user's orders at the best prices are marked in the depths.
for (const [contract, quantity] of [
  ['DEC26 WMAZ', 10],
  ['MAR27 SUNS', 3],
] as const) {
  const price = asPrice(toCents(view.market.row(contract)?.bid ?? 0));
  await market.submit({
    by: { kind: 'user', userId: 'thandi' },
    requestId: null,
    command: {
      kind: 'insertOrder',
      contract,
      side: 'B',
      lots: lots(quantity),
      price,
      type: 'Normal',
      principal: 'KAND',
      capacity: 'P',
    },
  });
}

const [, , file = ''] = process.argv;
mkdirSync(dirname(file), { recursive: true });
const lines = [{ files, seed, beginsAt, days: 1 }, market.save(), outcomes];
writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
// The participants are still waiting.
process.exit(0);
