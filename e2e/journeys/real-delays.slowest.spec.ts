// The delays of the specification: the loaders of the start-up begin after 2.5 s, the depth connection is made after 1 s and subscribes
// after 2 s. Other journeys shorten them.

import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';

test('[START-3] [HUB-5] the browser waits 2.5 s before the loaders begin, then 1 s before it connects for depth and 2 s before it subscribes', async ({
  page,
  startProduct,
}) => {
  const product = await startProduct({ clientSettings: {} });
  const times = new Map<string, number>();
  const note = (what: string) => times.has(what) || times.set(what, Date.now());
  page.on('request', (request) => {
    if (request.url().includes('/api/authenticate/login')) note('sign-in');
    if (request.url().includes('getHQAccess')) note('first loader');
    if (request.url().includes('/market/negotiate'))
      note(`negotiate ${new URL(request.url()).searchParams.get('component') ?? 'market'}`);
  });
  page.on('websocket', (socket) => {
    if (/component=Depth/i.test(socket.url())) {
      note('depth connected');
      socket.on('framesent', ({ payload }) => {
        if (payload.toString().includes('SubscribeDepth')) note('depth asked');
      });
    }
  });
  const login = new LoginPage(page);
  await login.open(product.url);
  await login.signIn(product.people.thandi);
  const trading = new TradingPage(page);
  await trading.isOpen();
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => times.has('depth asked')).toBe(true);
  const between = (from: string, to: string) => (times.get(to) ?? 0) - (times.get(from) ?? 0);
  expect(between('sign-in', 'first loader')).toBeGreaterThanOrEqual(2450);
  expect(between('first loader', 'depth connected')).toBeGreaterThanOrEqual(950);
  expect(between('first loader', 'depth asked')).toBeGreaterThanOrEqual(1950);
});
