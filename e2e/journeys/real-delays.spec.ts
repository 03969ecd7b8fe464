// The specification's own delays, unshortened: start-up waits 2.5 s before it loads anything, the depth connection is made
// after 1 s and asks after 2 s.

import { LoginPage } from '../pages/login-page.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { expect, test } from '../product/journey.ts';

test('[START-3] [HUB-5] start-up waits 2.5 s, the depth connection 1 s, its subscription 2 s', async ({
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
  await login.signIn('thandi');
  const trading = new TradingPage(page);
  await trading.isOpen();
  await trading.futures.cell('WMAZ', 'DEC26', 'contract').click();
  await expect.poll(() => times.has('depth asked'), { timeout: 15_000 }).toBe(true);
  const between = (from: string, to: string) => (times.get(to) ?? 0) - (times.get(from) ?? 0);
  expect(between('sign-in', 'first loader')).toBeGreaterThanOrEqual(2450);
  expect(between('first loader', 'depth connected')).toBeGreaterThanOrEqual(950);
  expect(between('first loader', 'depth asked')).toBeGreaterThanOrEqual(1950);
});
