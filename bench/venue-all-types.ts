// The venue on a fixed mix of contracts of all kinds, with the columns of the venue bench, so that the two can be compared.
import { bestCpuRate } from './cpu-rate.ts';
import { printTable } from './table.ts';
import { AllKindsMix } from './venue/all-kinds-mix.ts';
import { describeStream, recordStream } from './venue/recorded-stream.ts';
import { handleAll, handleAndProject, runLive } from './venue/workloads.ts';

const count = 200_000;
const passes = 3;

export async function run(): Promise<void> {
  const stream = recordStream(new AllKindsMix(42), count);
  const { commands } = stream;
  const rate = (work: () => void) => Math.round(bestCpuRate(passes, commands.length, work));
  printTable(
    `Venue with all kinds of contracts, ${describeStream(stream)}, best of ${passes} passes`,
    ['what', 'commands / CPU-s'],
    [
      ['venue alone', rate(() => handleAll(commands))],
      ['venue and projections', rate(() => handleAndProject(commands))],
      [
        'live: venue, projections, market rows each 500 commands, commands and outcomes as JSON',
        rate(() => runLive(commands)),
      ],
    ],
  );
}
