// The whole venue on the fixed mix: commands handled and folded into every projection, and the replay of the same commands as a
// start does it. The state's fingerprint is compared with the one that is written down here: the same on every machine.
import { Projections } from '@openpit/projections';
import { type SequencedCommand, Venue } from '@openpit/venue';
import { printTable } from './table.ts';
import { VenueMix } from './venue-mix.ts';

const commands = 400_000;
const passes = 3;
/** State after the mix with seed 42; changes only with the venue's rules. */
const expectedHash = 'e9c011f4b270f110';

export async function run(): Promise<void> {
  const stream = recorded();
  const rows: (string | number)[][] = [];
  let hash = '';
  const kinds = { rejected: 0, deals: 0 };
  const measure = (name: string, work: () => void) => {
    let best = 0;
    for (let pass = 0; pass < passes; pass += 1) {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      best = Math.max(best, (stream.length / (user + system)) * 1e6);
    }
    rows.push([name, Math.round(best)]);
    return best;
  };
  measure('venue alone', () => {
    const venue = new Venue();
    for (const command of stream) venue.handle(command);
  });
  const live = measure(
    'live: venue, projections, a tick of market rows each 500 commands, outcome as JSON',
    () => {
      const venue = new Venue();
      const projections = new Projections();
      kinds.rejected = 0;
      kinds.deals = 0;
      for (const command of stream) {
        JSON.stringify(command);
        const outcome = venue.handle(command);
        projections.apply(outcome);
        if (command.seq % 500 === 0) projections.market.takeChanges();
        JSON.stringify(outcome);
        if (outcome.verdict.kind === 'rejected') kinds.rejected += 1;
        for (const { kind } of outcome.events) if (kind === 'dealMade') kinds.deals += 1;
      }
      hash = venue.stateHash();
    },
  );
  measure('venue and projections', () => {
    const venue = new Venue();
    const projections = new Projections();
    for (const command of stream) projections.apply(venue.handle(command));
  });
  const texts = stream.map((command) => JSON.stringify(command));
  const replay = measure('replay: commands read from JSON, venue', () => {
    const venue = new Venue();
    for (const text of texts) venue.handle(JSON.parse(text) as SequencedCommand);
  });
  const share = (count: number) => `${((count / stream.length) * 100).toFixed(1)} %`;
  printTable(
    `Whole venue, ${stream.length.toLocaleString('en-GB')} commands (${share(kinds.rejected)} rejected, ${kinds.deals.toLocaleString('en-GB')} deals), best of ${passes}`,
    ['what', 'commands / CPU-s'],
    rows,
  );
  console.log(
    `replay / live: ${(replay / live).toFixed(2)}; state ${hash}${hash === expectedHash ? ', as expected' : `, EXPECTED ${expectedHash}`}`,
  );
  if (hash !== expectedHash) process.exitCode = 1;
}

/** The commands of the mix, made once: they depend on what came of those before. */
function recorded(): SequencedCommand[] {
  const mix = new VenueMix(42);
  const venue = new Venue();
  const stream = mix.opening();
  for (const command of stream) mix.learn(venue.handle(command));
  while (stream.length < commands) {
    const command = mix.next();
    stream.push(command);
    mix.learn(venue.handle(command));
  }
  return stream;
}
