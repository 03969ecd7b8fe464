// 300 rows of 14 columns under a steady load of changes, for measuring what painting costs (bench/grid.ts):
// ?show=grid|bare|given|nothing|depth&perSecond=5000&flash=none|text. The feed is the same for all: "nothing" is what it costs alone,
// "given" is another grid that whoever measures brings along.
import '@fontsource-variable/inter/wght.css';
import '../../ui/tokens.css';
import '../../ui/base.css';
import { createRoot } from 'react-dom/client';
import { formatPrice } from '../../ui/format.ts';
import type { FlashMode } from '../../ui/panel-look.ts';
import { startBareLoop } from './bare-loop.ts';
import { type Batch, columnCount, firstValue, rowCount, startFeed } from './feed.ts';
import { GridUnderLoad, takeIntoStore } from './grid-under-load.tsx';
import styles from './load.module.css';
import { columnWidthPx } from './measures.ts';

const query = new URLSearchParams(location.search);
const perSecond = Number(query.get('perSecond') ?? 5_000);
const flash: FlashMode = query.get('flash') === 'text' ? 'text' : 'none';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the load.');
root.className = styles.page ?? '';
const show = query.get('show');
if (show === 'bare') startFeed(perSecond, startBareLoop(root));
else if (show === 'given') startFeed(perSecond, startGiven(root));
else if (show === 'depth')
  void import('./depth-under-load.tsx').then(({ startDepthLoad }) => startDepthLoad(root, perSecond));
else if (show === 'nothing') startFeed(perSecond, () => undefined);
else {
  createRoot(root).render(<GridUnderLoad flash={flash} />);
  startFeed(perSecond, takeIntoStore);
}

/** The other grid is found under this name; it gets what the product's own grid has. */
function startGiven(place: HTMLElement): (batch: Batch) => void {
  const start = (
    globalThis as { openpitGivenGrid?: (root: HTMLElement, load: object) => (batch: Batch) => void }
  ).openpitGivenGrid;
  if (start === undefined) throw new Error('No other grid was brought along.');
  const priceText = (value: number) => formatPrice(value, 2);
  return start(place, { rowCount, columnCount, columnWidthPx, firstValue, priceText });
}
