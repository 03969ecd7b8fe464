// The live grid under load in a browser: the main thread's CPU time (threadTicks) for 300 rows of 14 columns at 5,000 and
// 50,000 cell updates per second, compared with a bare loop that writes the visible cells to the DOM, with AG Grid Community,
// and with the feed alone; and the Depth panel at 1,000 updates per second. Runs alternate; figures are medians. The feed is
// part of every figure except the ratio `without feed`.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build, type InlineConfig, type Plugin, preview } from 'vite';
import { printTable } from './table.ts';

const loads = [5_000, 50_000] as const;
const shown = ['grid', 'bare', 'given', 'nothing'] as const;
type Shown = (typeof shown)[number];

const depthUpdatesPerSecond = 1_000;
/** Percent of the main thread for this panel, of 50 for all panels together. */
const depthBudget = 10;
const runs = 5;
const warmUpMs = 1_500;
const measuredMs = 4_000;
/** The grid's most CPU time as a multiple of the bare loop and of AG Grid, and its most heap. */
const budget = { ratio: 1.15, ofAgGrid: 0.75, heapMegabytes: 5 };

const otherGrid = 'virtual:other-grid';
/** Adds AG Grid to the page, because the application does not contain it. */
const addAgGrid: Plugin = {
  name: 'openpit-bench-other-grid',
  resolveId: (source) =>
    source === otherGrid ? resolve(import.meta.dirname, 'grid', 'ag-grid-under-load.ts') : null,
  transformIndexHtml: {
    order: 'pre',
    handler: () => [
      {
        tag: 'script',
        attrs: { type: 'module' },
        children: `import '${otherGrid}';`,
        injectTo: 'head-prepend',
      },
    ],
  },
};

interface Sample {
  /** Percent of the time that the main thread was busy. */
  readonly busy: number;
  readonly script: number;
  /** Megabytes after a garbage collection. */
  readonly heap: number;
}

export async function run(): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'openpit-grid-'));
  const root = resolve(import.meta.dirname, '../apps/gallery');
  const config: InlineConfig = {
    // The gallery's configuration, so that a panel under load opens no connection.
    configFile: join(root, 'vite.config.ts'),
    root,
    logLevel: 'error',
    cacheDir: join(outDir, '.cache'),
    plugins: [addAgGrid],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: resolve(root, 'load.html') } },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  };
  await build(config);
  const server = await preview(config);
  const executablePath = process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const origin = server.resolvedUrls?.local[0] ?? '';
    await compare(browser, origin);
    await measureDepth(browser, origin);
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

async function compare(browser: Browser, origin: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const perSecond of loads) {
    const samples: Record<Shown, Sample[]> = { grid: [], bare: [], given: [], nothing: [] };
    for (let round = 0; round < runs; round += 1)
      for (const what of shown)
        samples[what].push(await measure(browser, `${origin}load.html?show=${what}&perSecond=${perSecond}`));
    const of = (what: Shown, field: keyof Sample) => median(samples[what].map((sample) => sample[field]));
    const [grid, bare, nothing] = [of('grid', 'busy'), of('bare', 'busy'), of('nothing', 'busy')];
    const agGrid = of('given', 'busy');
    const ratio = grid / bare;
    const withoutFeed = (grid - nothing) / (bare - nothing);
    const heap = of('grid', 'heap') - of('nothing', 'heap');
    const ofAgGrid = grid / agGrid;
    const holds = ratio <= budget.ratio && ofAgGrid < budget.ofAgGrid && heap <= budget.heapMegabytes;
    rows.push([
      perSecond,
      ...[grid, bare, agGrid, nothing].map((share) => share.toFixed(1)),
      of('grid', 'script').toFixed(1),
      of('bare', 'script').toFixed(1),
      of('given', 'script').toFixed(1),
      ratio.toFixed(2),
      ofAgGrid.toFixed(2),
      withoutFeed.toFixed(2),
      heap.toFixed(1),
      holds ? 'yes' : 'NO',
    ]);
  }
  printTable(
    `Live grid, 300 × 14, ${runs} alternating runs, main thread in % of ${measuredMs / 1_000} s (median); budget ${budget.ratio} of the bare loop, ${budget.ofAgGrid} of AG Grid, heap ${budget.heapMegabytes} MB`,
    [
      'updates/s',
      'grid %',
      'bare %',
      'AG Grid %',
      'feed %',
      'grid script %',
      'bare script %',
      'AG script %',
      'grid/bare',
      'grid/AG',
      'without feed',
      'heap MB',
      'met',
    ],
    rows,
  );
}

/** The Depth panel alone, with cell updates of one contract. */
async function measureDepth(browser: Browser, origin: string): Promise<void> {
  const samples: Sample[] = [];
  for (let round = 0; round < runs; round += 1)
    samples.push(await measure(browser, `${origin}load.html?show=depth&perSecond=${depthUpdatesPerSecond}`));
  const of = (field: keyof Sample) => median(samples.map((sample) => sample[field]));
  printTable(
    `Depth panel, 14 rows, ${depthUpdatesPerSecond} updates a second, ${runs} runs, main thread in % (median); budget ${depthBudget} %`,
    ['updates/s', 'busy %', 'script %', 'met'],
    [
      [
        depthUpdatesPerSecond,
        of('busy').toFixed(1),
        of('script').toFixed(1),
        of('busy') <= depthBudget ? 'yes' : 'NO',
      ],
    ],
  );
}

async function measure(browser: Browser, address: string): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1_700, height: 1_000 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const read = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { at: performance.now(), task: of('TaskDuration'), script: of('ScriptDuration') };
    };
    await page.waitForTimeout(warmUpMs);
    const before = await read();
    await page.waitForTimeout(measuredMs);
    const after = await read();
    const seconds = (after.at - before.at) / 1_000;
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return {
      busy: ((after.task - before.task) / seconds) * 100,
      script: ((after.script - before.script) / seconds) * 100,
      heap: usedSize / 1_048_576,
    };
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
