// The order path of the built server: an order in over HTTP, durable, acknowledged, and on another dealer's screen, with 200
// hub clients listening, at 100, 1,000 and 5,000 orders a second; beside it, in turns, the bare commit of as many
// commands of the same size. Goals: acknowledgement p99 at most the bare commit's and 8 ms, screen p95 under 150 ms.
import { tmpdir } from 'node:os';
import { Floor, type Turn } from './order-path/floor.ts';
import { printRate } from './order-path/report.ts';

const settings = {
  rates: (process.env.OPENPIT_BENCH_RATES ?? '100,1000,5000').split(',').map(Number),
  turns: Number(process.env.OPENPIT_BENCH_TURNS ?? 2),
  seconds: Number(process.env.OPENPIT_BENCH_SECONDS ?? 5),
  hubClients: 200,
  /** Whose screen is watched: the dealer who does not send the probes. `OPENPIT_BENCH_SCREEN=none` leaves the browser out. */
  screenEmail: screenOf(process.env.OPENPIT_BENCH_SCREEN ?? 'pieter@veld.example'),
  /** Options of the server's node, for instance --cpu-prof. */
  serverNodeOptions: (process.env.OPENPIT_BENCH_SERVER_OPTIONS ?? '').split(' ').filter(Boolean),
};

function screenOf(email: string): string | null {
  return email === 'none' ? null : email;
}

export async function run(): Promise<void> {
  const { rates, turns, seconds } = settings;
  // The default would leave the server behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const floor = await Floor.open(settings);
  try {
    explain(floor.futures);
    await floor.turn({ perSecond: 1_000, seconds: 3, seed: 1, name: 'warm-up' });
    for (const [index, perSecond] of rates.entries()) {
      const measured: Turn[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        const seed = index * 100 + turn + 2;
        measured.push(await floor.turn({ perSecond, seconds, seed, name: `${perSecond}-${turn}` }));
      }
      printRate({ perSecond, seconds }, measured);
    }
  } finally {
    await floor.close();
  }
}

function explain(futures: number): void {
  console.log(`
Order path: the built server in a process of its own, data folder in ${tmpdir()}, no simulated participants, ${settings.hubClients} hub clients
subscribed to its ${futures} futures (the market feed goes out 20 times a second at most), ${settings.screenEmail === null ? 'no browser' : `Chromium signed in as ${settings.screenEmail}`}.
  acknowledgement  from the moment an order was due to the last byte of its 200: lateness of the generator, HTTP, checks, commit, reply
  bare commit      from the moment a command was due until it is durable in a journal of its own: the same commands, nothing around it
  generator late   from due to handed to a connection or its queue; it is part of the acknowledgement and, alike, of the bare commit
  row on screen    from the reply to a probe order, about four a second, until its price stands in the other dealer's Futures panel
                   (the text in the page, before paint); a probe that the next one overtook unseen counts as the longest
Processor time is in percent of one core; the server's is of all its threads, the journal's too.`);
}
