// The gallery: the product's screens with example rows, to look at them in every state. The address chooses:
// ?page=parts &theme=light|dark &state=live|stale|reconnecting|down|notReady|empty|loading|error|denied|unknownPanel
// &layout=own|backOffice|market|sales|ladder|calculator|money|rates|blank &scope=own &deal=1 &sound=1
// &flash=none|text|background &compact=1 &steps=1 &ticks=<per second> &answer=<see stubs/http-commands.ts>
// &old=1 (no price is received) &margin=<see stubs/http-margin-preview.ts> &phases=<see stubs/http-phases.ts> &panel=<of a phone, such as ActiveOrders>
import '@fontsource-variable/inter/wght.css';
import '../web/ui/tokens.css';
import '../web/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ToastView } from '../web/notices/toast-view.tsx';
import { applyTheme, chooseTheme } from '../web/stores/theme.ts';
import { TradingScreen } from '../web/workspace/trading-screen.tsx';
import { PartsPage } from './parts-page.tsx';
import { addDeals, type GalleryState, seedStores, startTicking } from './seed-stores.ts';

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
  hasSteps: query.has('steps'),
});
const ticks = Number(query.get('ticks') ?? 0);
if (ticks > 0) startTicking(ticks);
if (query.has('deal')) setTimeout(addDeals, 600);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the gallery.');
createRoot(root).render(
  <StrictMode>
    {query.get('page') === 'parts' ? <PartsPage /> : <TradingScreen />}
    <ToastView />
  </StrictMode>,
);
