// `npm run bench`: runs the benchmarks that are named, or all of them, and prints a table for each. Figures depend on the
// machine and on its neighbours; compare within one run only.
import { type BenchOptions, readOptions } from './bench-options.ts';

const benches: Readonly<Record<string, () => Promise<{ run(options: BenchOptions): Promise<void> }>>> = {
  matching: () => import('./matching.ts'),
  journal: () => import('./journal.ts'),
  venue: () => import('./venue.ts'),
  scale: () => import('./scale.ts'),
  pricing: () => import('./pricing.ts'),
  grid: () => import('./grid.ts'),
  'start-up': () => import('./start-up.ts'),
  page: () => import('./page.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  storm: () => import('./storm.ts'),
  'order-path': () => import('./order-path.ts'),
  restart: () => import('./restart.ts'),
  day: () => import('./day.ts'),
  hostile: () => import('./hostile.ts'),
  hub: () => import('./hub.ts'),
  soak: () => import('./soak.ts'),
};
/** Too long to run with all others. */
const onlyByName = ['soak', 'day'];

const { values: options, positionals: asked } = readOptions();
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
  );
  process.exit(2);
}
/** The process must end within this time. */
const endWithinMs = 10_000;

for (const [name, load] of Object.entries(benches)) {
  const isWanted = asked.length > 0 ? asked.includes(name) : !onlyByName.includes(name);
  if (isWanted) await (await load()).run(options);
}
setTimeout(() => {
  console.error(
    `The benchmarks are done, and this is still open: ${process.getActiveResourcesInfo().join(', ')}.`,
  );
  process.exit(1);
}, endWithinMs).unref();
