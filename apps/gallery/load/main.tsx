// 300 rows of 14 columns under a steady load of changes, to measure the cost of painting (bench/grid.ts):
// ?show=grid|bare|given|nothing|depth&perSecond=5000&flash=none|text. The feed is the same for all: "nothing" measures the
// feed alone, "given" another grid that the benchmark provides.
import '@fontsource-variable/inter/wght.css';
import '../../web/ui/tokens.css';
import '../../web/ui/base.css';
import { createRoot } from 'react-dom/client';
import { formatPrice } from '../../web/ui/format.ts';
import type { FlashMode } from '../../web/ui/panel-frame.tsx';
import { columnWidthPx, startBareLoop } from './bare-loop.ts';
import { type Batch, columnCount, firstValue, rowCount, startFeed } from './feed.ts';
import { GridUnderLoad, takeIntoStore } from './grid-under-load.tsx';
import styles from './load.module.css';

const query = new URLSearchParams(location.search);
const perSecond = Number(query.get('perSecond') ?? 5_000);
const flash: FlashMode = query.get('flash') === 'text' ? 'text' : 'none';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the load.');
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

/** The benchmark provides the other grid under this global name. */
function startGiven(place: HTMLElement): (batch: Batch) => void {
  const start = (
    globalThis as { openpitGivenGrid?: (root: HTMLElement, load: object) => (batch: Batch) => void }
  ).openpitGivenGrid;
  if (start === undefined) throw new Error('The benchmark has provided no other grid.');
  const priceText = (value: number) => formatPrice(value, 2);
  return start(place, { rowCount, columnCount, columnWidthPx, firstValue, priceText });
}
