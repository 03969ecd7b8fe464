// The whole venue on a fixed mix of futures: alone, with all projections, live, and replayed as at a start. The fingerprint
// of the final state is compared with the one recorded here: it is the same on every machine.
import { Venue } from '@openpit/venue';
import { bestCpuRate } from './cpu-rate.ts';
import { printTable } from './table.ts';
import { FuturesMix } from './venue/futures-mix.ts';
import { describeStream, recordStream } from './venue/recorded-stream.ts';
import { handleAll, handleAndProject, replay, runLive } from './venue/workloads.ts';

const count = 400_000;
const passes = 3;
/** Of the state after the mix with seed 42; changes only with the venue's rules or the layout of its snapshot. */
const expectedHash = '4c1f2f358fa38cd9';

export async function run(): Promise<void> {
  const stream = recordStream(new FuturesMix(42), count);
  const { commands } = stream;
  const texts = commands.map((command) => JSON.stringify(command));
  const rate = (work: () => void) => Math.round(bestCpuRate(passes, commands.length, work));
  let venue = new Venue();
  const alone = rate(() => {
    venue = handleAll(commands);
  });
  const hash = venue.stateHash();
  const live = rate(() => runLive(commands));
  const projected = rate(() => handleAndProject(commands));
  const replayed = rate(() => replay(texts));
  printTable(
    `Whole venue, ${describeStream(stream)}, best of ${passes} passes`,
    ['what', 'commands / CPU-s'],
    [
      ['venue alone', alone],
      ['live: venue, projections, market rows each 500 commands, commands and outcomes as JSON', live],
      ['venue and projections', projected],
      ['replay: commands read from JSON, venue', replayed],
    ],
  );
  const isExpected = hash === expectedHash;
  console.log(
    `replay / live: ${(replayed / live).toFixed(2)}; state ${hash}, ${isExpected ? 'as expected' : `EXPECTED ${expectedHash}`}`,
  );
  if (!isExpected) process.exitCode = 1;
}
