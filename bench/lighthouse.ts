// Lighthouse on Login with its desktop preset: the scores, and every audit that costs points.
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type LighthouseResult } from 'lighthouse';
import { RunningProduct } from '../e2e/product/running-product.ts';
import { printTable } from './table.ts';

/** The lowest scores in percent. */
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
/** The port of Chromium's DevTools, through which Lighthouse drives the page. */
const port = 9_333;

export async function run(): Promise<void> {
  const product = await RunningProduct.start();
  const browser = await chromium.launch({
    executablePath: process.env.OPENPIT_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      `--remote-debugging-port=${port}`,
    ],
  });
  try {
    const result = await lighthouse(
      `${product.url}/authentication/login`,
      { port, logLevel: 'error', onlyCategories: Object.keys(goals) },
      desktopConfig,
    );
    if (result === undefined) throw new Error('Lighthouse has no result.');
    print(result.lhr);
  } finally {
    await browser.close();
    await product.dispose();
  }
}

function print({ categories, audits, lighthouseVersion }: LighthouseResult): void {
  const percent = (score: number | null) => Math.round((score ?? 0) * 100);
  printTable(
    `Lighthouse ${lighthouseVersion}, desktop preset, Login`,
    ['category', 'score', 'goal', 'met'],
    Object.entries(goals).map(([name, goal]) => {
      const score = percent(categories[name]?.score ?? null);
      return [name, score, goal, score >= goal ? 'yes' : 'NO'];
    }),
  );
  const costly = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      return audit !== undefined && weight > 0 && audit.score !== null && audit.score < 1
        ? [[audit.title, percent(audit.score), audit.displayValue ?? '']]
        : [];
    }),
  );
  if (costly.length > 0) printTable('Audits that cost points', ['audit', 'score', 'value'], costly);
}
