// The whole venue on two fixed mixes, of futures only and of contracts of all types: alone, with all projections, live, and replayed as at a
// start. The fingerprint of the state after the futures is compared with the one recorded here: it is the same on every machine.
import { Venue } from '@openpit/venue';
import { bestCpuRate } from './cpu-rate.ts';
import { printTable } from './table.ts';
import { AllKindsMix } from './venue/all-kinds-mix.ts';
import { FuturesMix } from './venue/futures-mix.ts';
import { type CommandMix, describeStream, recordStream } from './venue/recorded-stream.ts';
import { handleAll, handleAndProject, replay, runLive } from './venue/workloads.ts';

const passes = 3;
/** The hash of the state after the mix with seed 42. It changes only with the venue's rules or the layout of its snapshot. */
const expectedHash = '4c6c6a181bc07089';

export async function run(): Promise<void> {
  const hash = measure('Whole venue', new FuturesMix(42), 400_000);
  const isExpected = hash === expectedHash;
  console.log(`state ${hash}, ${isExpected ? 'as expected' : `EXPECTED ${expectedHash}`}`);
  if (!isExpected) process.exitCode = 1;
  measure('Venue with all types of contracts', new AllKindsMix(42), 200_000);
}

/** Prints the table of a mix, and returns the hash of the last state. */
function measure(title: string, mix: CommandMix, count: number): string {
  const stream = recordStream(mix, count);
  const { commands } = stream;
  const texts = commands.map((command) => JSON.stringify(command));
  const rate = (work: () => void) => Math.round(bestCpuRate(passes, commands.length, work));
  let venue = new Venue();
  const alone = rate(() => {
    venue = handleAll(commands);
  });
  const hash = venue.stateHash();
  const live = rate(() => runLive(commands));
  const replayed = rate(() => replay(texts));
  printTable(
    `${title}, ${describeStream(stream)}, best of ${passes} passes`,
    ['what', 'commands / CPU-s'],
    [
      ['venue alone', alone],
      ['live: venue, projections, market rows each 500 commands, commands and outcomes as JSON', live],
      ['venue and projections', rate(() => handleAndProject(commands))],
      ['replay: commands read from JSON, venue', replayed],
    ],
  );
  console.log(`replay / live: ${(replayed / live).toFixed(2)}`);
  return hash;
}
