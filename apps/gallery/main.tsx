// The gallery: the product's screens in every state, with the market of the demonstration in the page. The address chooses:
// ?page=parts &theme=light|dark &layout=… (layouts.ts) &panel=… (of a phone, such as ActiveOrders) &state=… (of the feed: FeedState, or
// unknownPanel for a layout with one) &denied=1 (no permissions) &scope=own
// &operator=JSON (commands of the operator) &flash=none|text|background &compact=1 &sound=1 &steps=1
// &moving=1 (simulated participants trade) &deal=1 (another member deals with the user), and faults of calls (faulty-market.ts).
import '@fontsource-variable/inter/wght.css';
import '../web/ui/tokens.css';
import '../web/ui/base.css';
import type { Command } from '@openpit/venue';
import {
  dataSets,
  newPreferenceDocument,
  paths,
  permissionFlags,
  type StoredLayout,
  toCents,
  toRand,
  userCommands,
} from '@openpit/wire';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { openMarketInPage, type WorkerOptions } from '../demo/worker-line.ts';
import { ToastView } from '../web/notices/toast-view.tsx';
import { panelEntry } from '../web/panels/registry.ts';
import { storeToken } from '../web/session/stored-session.ts';
import { loaders } from '../web/startup/loaders.ts';
import { loadClientSettings } from '../web/startup/start-delay.ts';
import { setActiveContract } from '../web/stores/chosen.ts';
import { deviceKind } from '../web/stores/device-kind.ts';
import { mobileLayout } from '../web/stores/layout-choice.ts';
import { setLayout } from '../web/stores/layouts.ts';
import { useSettings } from '../web/stores/session.ts';
import { marketStore } from '../web/stores/stores.ts';
import { applyTheme, chooseTheme } from '../web/stores/theme.ts';
import { marketSubscription, startLive } from '../web/transport/hub/feeds.ts';
import { callMarket, setMarketInPage } from '../web/transport/market-in-page.ts';
import { TradingScreen } from '../web/workspace/trading-screen.tsx';
import { type FaultyMarket, type FeedState, faultyMarket } from './faulty-market.ts';
import { dealerLayout, layoutsByName } from './layouts.ts';
import { PartsPage } from './parts-page.tsx';

const query = new URLSearchParams(location.search);
const state = query.get('state') ?? 'live';
const user = 'thandi';

/** Calls the market as one of the users of the demonstration; without a body it asks only. */
async function callAs<Reply>(userId: string, path: string, body?: object): Promise<Reply> {
  const send = async (to: string, content: object | undefined, token: string) => {
    const init = content === undefined ? {} : { method: 'POST', body: JSON.stringify(content) };
    const reply = await callMarket(to, { ...init, headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${to}: ${await reply.text()}`);
    return await reply.json();
  };
  const { token } = await send(paths.demoLogin, { userId }, '');
  return await send(path, body, token);
}

async function openMarket(): Promise<FaultyMarket> {
  const changes: Command[] = JSON.parse(query.get('operator') ?? '[]');
  if (query.has('denied')) changes.push({ kind: 'revokePermissions', userId: user, flags: permissionFlags });
  if (query.get('scope') === 'own') changes.push({ kind: 'setDealerScope', userId: user, scope: 'own' });
  const by = { kind: 'operator', operatorId: 'gallery' } as const;
  const options = async (): Promise<WorkerOptions> => {
    const file = await fetch(new URL('../../.build/gallery-market.txt', import.meta.url));
    const [settings = '', market = '', outcomes = ''] = (await file.text()).split('\n');
    return {
      ...JSON.parse(settings),
      simulated: { market, outcomes },
      first: changes.map((command) => ({ by, requestId: null, command })),
      hasParticipants: query.has('moving'),
    };
  };
  const opened = await openMarketInPage(await options(), () => undefined);
  return faultyMarket(opened, state === 'unknownPanel' ? 'live' : (state as FeedState));
}

/** Loads the data of the application's start-up, without its delays and notices. */
async function load(): Promise<void> {
  const { token } = await callAs<{ readonly token: string }>(user, paths.demoLogin, { userId: user });
  storeToken(token);
  const flash = query.get('flash');
  const { flags: _flags, ...preferences } = newPreferenceDocument();
  const steps = { priceChangeMop: 1, volChangeMop: 0.5, rateChangeMop: 0.1 };
  const defaults = {
    ...preferences.defaults,
    maxOrderQuantity: 500,
    defaultOrderQuantity: 10,
    colorOnUpdates: flash === 'none' || flash === 'background' ? flash : 'text',
    compact: query.has('compact'),
    soundOnDealExecution: query.has('sound'),
    ...(query.has('steps') && steps),
  };
  const { _id: id } = await callAs<{ readonly _id: string }>(user, paths.getUserPreference);
  await callAs(user, paths.updateUserPreference, {
    id,
    jsonString: JSON.stringify({ ...preferences, defaults }),
  });
  const [first] = await callAs<StoredLayout[]>(user, paths.getAllUserLayouts);
  const desk = dealerLayout(state === 'unknownPanel' ? 'WeatherMap' : 'Depth');
  await callAs(user, paths.updateUserLayout, { id: first?._id, jsonString: JSON.stringify(desk) });
  const deliveries = { ...dealerLayout(), name: 'Deliveries' };
  await callAs(user, paths.createUserLayout, { userId: user, userLayoutJson: JSON.stringify(deliveries) });

  await loadClientSettings();
  await loaders.userProfile();
  setActiveContract(state === 'empty' || state === 'loading' || state === 'error' ? null : 'DEC26 WMAZ');
  startLive();
  const rows = (['mtm', 'contractDate', 'instruments', 'dailyTrends'] as const).map((name) =>
    marketSubscription.load(dataSets[name].id),
  );
  const loading = Promise.allSettled([loaders.members(), loaders.userPref(), loaders.marketData(), ...rows]);
  await loaders.layout();
  const named = layoutsByName[query.get('layout') ?? ''];
  const panel = query.get('panel') ?? 'Futures';
  if (deviceKind() === 'mobile')
    setLayout({
      _id: null,
      document: mobileLayout(panel, panelEntry(panel)?.title, (component) => `${component}1`),
    });
  else if (named !== undefined) setLayout({ _id: null, document: named });
  if (state !== 'loading') await loading;
}

/** Pieter of VELD sells twice to one order of the user, which is a tick above the best bid. */
async function sellToUser(): Promise<void> {
  const contract = 'DEC26 WMAZ';
  const price = toRand(toCents((marketStore.get(contract)?.bid ?? 0) + 0.2));
  const order = { contract, type: 0, capacity: 'P', price };
  const send = (userId: string, more: object) =>
    callAs(userId, userCommands.insertOrder.path, { ...order, requestId: crypto.randomUUID(), ...more });
  await send(user, { side: 'B', qty: 5, principal: 'KAND' });
  for (const qty of [3, 2]) await send('pieter', { side: 'S', qty, principal: 'VELD' });
}

applyTheme();
const theme = query.get('theme');
if (theme === 'light' || theme === 'dark') chooseTheme(theme);
const isOfParts = query.get('page') === 'parts';
if (!isOfParts) {
  const market = await openMarket();
  setMarketInPage(market);
  await load();
  market.begin();
  if (state === 'stale') useSettings.setState({ staleAfterMs: 1 });
}
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the gallery.');
createRoot(root).render(
  <StrictMode>
    {isOfParts ? <PartsPage /> : <TradingScreen />}
    <ToastView />
  </StrictMode>,
);
if (query.has('deal')) await sellToUser();
