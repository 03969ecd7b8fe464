// The demonstration without a server: the market runs in a worker of the page, and the application is the same as from a server.
// The address may choose the market: ?seed=7&time=2026-11-25T10:00%2B02:00 (its beginning) &days=2 (of its past) &still (no participants).
import './strip.css';
import { setMarketInPage } from '../web/transport/market-in-page.ts';
import { openMarketInPage } from './worker-line.ts';

declare const demonstrationFiles: { readonly referenceData: string; readonly schedule: string };

const query = new URLSearchParams(location.search);
const wantedTime = Date.parse(query.get('time') ?? '');
const root = document.getElementById('root');

const say = (line: string) => {
  const progress = root?.querySelector('p');
  if (progress) progress.textContent = line;
};

const market = await openMarketInPage(
  {
    files: demonstrationFiles,
    seed: Number(query.get('seed') ?? 1),
    beginsAt: Number.isNaN(wantedTime) ? Date.now() : wantedTime,
    days: Number(query.get('days') ?? 5),
    hasParticipants: !query.has('still'),
  },
  say,
).catch((error: unknown) => {
  say(
    `The market could not be opened in this page (${String(error)}). Load the page again, or use a newer browser.`,
  );
  throw error;
});
setMarketInPage(market);
await import('../web/app/main.tsx');
