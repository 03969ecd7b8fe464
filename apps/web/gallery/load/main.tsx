// 300 rows of 14 columns under a steady load of changes, for measuring what painting costs (bench/grid.ts):
// ?show=grid|bare|nothing&perSecond=5000&flash=none|text. The feed is the same for all three: "nothing" is what it costs alone.
import '@fontsource-variable/inter/wght.css';
import '../../ui/tokens.css';
import '../../ui/base.css';
import { createRoot } from 'react-dom/client';
import type { FlashMode } from '../../ui/live-grid/grid-column.ts';
import { startBareLoop } from './bare-loop.ts';
import { startFeed } from './feed.ts';
import { GridUnderLoad, takeIntoStore } from './grid-under-load.tsx';
import styles from './load.module.css';

const query = new URLSearchParams(location.search);
const perSecond = Number(query.get('perSecond') ?? 5_000);
const flash: FlashMode = query.get('flash') === 'text' ? 'text' : 'none';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the load.');
root.className = styles.page ?? '';
const show = query.get('show');
if (show === 'bare') startFeed(perSecond, startBareLoop(root));
else if (show === 'nothing') startFeed(perSecond, () => undefined);
else {
  createRoot(root).render(<GridUnderLoad flash={flash} />);
  startFeed(perSecond, takeIntoStore);
}
