// The gallery: the product's screens from example rows, for looking at them in every state. The address chooses:
// ?page=desk|parts &theme=light|dark &state=live|stale|reconnecting|down|notReady|empty|loading|error|denied|unknownPanel
// &desk=own &deal=1 &sound=1 &flash=none|text|background &compact=1 &ticks=<a second> &answer=<see stand-ins/http-orders.ts> &panel=ActiveOrders
import '@fontsource-variable/inter/wght.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastView } from '../notices/toast-view.tsx';
import { applyTheme, chooseTheme } from '../stores/theme.ts';
import { TradingScreen } from '../workspace/trading-screen.tsx';
import { PartsPage } from './parts-page.tsx';
import { dealComes, type GalleryState, seedStores, startTicking } from './seed-stores.ts';

const query = new URLSearchParams(location.search);
const flash = query.get('flash');

applyTheme(document.documentElement);
const theme = query.get('theme');
if (theme === 'light' || theme === 'dark') chooseTheme(theme);
seedStores({
  state: (query.get('state') ?? 'live') as GalleryState,
  flash: flash === 'none' || flash === 'background' ? flash : 'text',
  isCompact: query.has('compact'),
  hasSound: query.has('sound'),
});
const ticks = Number(query.get('ticks') ?? 0);
if (ticks > 0) startTicking(ticks);
if (query.has('deal')) setTimeout(dealComes, 600);

function pageOf(name: string | null) {
  if (name === 'parts') return <PartsPage />;
  return <TradingScreen />;
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the gallery.');
createRoot(root).render(
  <StrictMode>
    {pageOf(query.get('page'))}
    <ToastView />
  </StrictMode>,
);
