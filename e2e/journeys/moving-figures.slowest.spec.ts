// Figures that are computed from prices move with the market on every layout and device, whether or not a panel lists the contract.
import {
  type ActiveOrderRow,
  type LayoutDocument,
  type PositionRow,
  type UnmatchedDealRow,
  userCommands,
} from '@openpit/wire';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { PriceLadder } from '../pages/price-ladder.ts';
import { RowsPanel } from '../pages/rows-panel.ts';
import { compareShown, shownOn } from '../pages/shown-figures.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';
import { layoutOf, saveLayout } from '../product/saved-layouts.ts';

test('profit and distance agree and move with Futures open, on the Options desk, in the Back office, on a phone', async ({
  browser,
  product,
}) => {
  const [thandi, pieter] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  await operate(product.dataFolder, 'user', 'grant', product.people.lerato.email, 'insertOrderOrDouble');
  const lerato = await MarketClient.signIn(product, 'lerato');
  let count = 0;
  const enter = (client: MarketClient, side: 'B' | 'S', price: number, qty = 1) => {
    count += 1;
    return client.insertOrder({ requestId: `m-${count}`, side, price, qty });
  };
  /** Pieter and Lerato deal with each other: for Thandi only the market changes. */
  const dealAt = async (price: number) => {
    await enter(pieter, 'S', price);
    await enter(lerato, 'B', price);
  };
  await enter(pieter, 'S', 4_035, 3);
  await enter(thandi, 'B', 4_035, 3);
  await enter(thandi, 'B', 4_030, 1);

  const open = async (options: BrowserContextOptions) => {
    const page = await (await browser.newContext(options)).newPage();
    await TradingPage.signIn(page, product, 'thandi');
    return page;
  };
  const desk = { viewport: { width: 1600, height: 900 } };
  const dealer = await open(desk);
  const other = await open(desk);
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await new Workspace(other).chooseForLayout('New: Options desk');
  await phone.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Positions' }).tap();

  const profitIn = (page: Page, panel: string, column: string) => async () => {
    const [text = ''] = await new RowsPanel(page, panel).texts([column]);
    return text;
  };
  const openProfits = () =>
    Promise.all([
      profitIn(dealer, 'Positions', 'open')(),
      profitIn(other, 'Positions', 'open')(),
      profitIn(phone, 'Positions', 'price')(),
    ]);
  const all = (text: string) => [text, text, text];
  await expect.poll(openProfits).toEqual(all('0.00'));
  // All of it is received: no value says that it is old.
  for (const page of [dealer, other, phone])
    await expect(page.locator('[role="gridcell"][aria-label$="not up to date"]')).toHaveCount(0);
  await dealAt(4_036);
  await expect.poll(openProfits).toEqual(all('+300.00'));
  await dealAt(4_033.4);
  await expect.poll(openProfits).toEqual(all('−480.00'));
  for (const page of [dealer, other]) await expect(page.getByText('P/L −480').first()).toBeAttached();
  await expect(phone.getByRole('main')).toContainText('open R −480.00');

  // The distance of a resting order follows the offer, which the Options desk does not show.
  await enter(pieter, 'S', 4_032);
  const distances = () =>
    Promise.all([dealer, other].map((page) => profitIn(page, 'Active orders', 'distance')()));
  await expect.poll(distances).toEqual(['2.00', '2.00']);
  await enter(pieter, 'S', 4_030.8);
  await expect.poll(distances).toEqual(['0.80', '0.80']);

  // The Back office shows the position of the member.
  await new Workspace(other).chooseForLayout('New: Back office');
  /** The line of the group comes first. */
  const memberProfit = async () =>
    (await new RowsPanel(other, 'Consolidated positions').texts(['open'])).find((text) => text !== '?');
  await expect.poll(memberProfit).toBe('−480.00');
  await enter(lerato, 'B', 4_030.8);
  await expect.poll(memberProfit).toBe('−1,260.00');

  // The palette names the offer as it is now, in a contract that no panel on this layout follows.
  await pieter.insertOrder({ requestId: 'm-far', contract: 'MAR27 YMAZ', side: 'S', price: 4_040, qty: 2 });
  await other.keyboard.press('Control+k');
  const palette = other.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('mar 27 ymaz buy');
  const take = palette.getByRole('option').filter({ hasText: /^MAR27 YMAZ Buy/ });
  await expect(take).toContainText('at 4,040.00');
  await pieter.insertOrder({ requestId: 'm-near', contract: 'MAR27 YMAZ', side: 'S', price: 4_038, qty: 1 });
  await expect(take).toContainText('at 4,038.00');
});

test('the marks of a price ladder and its middle are where the market is now, without a Futures panel', async ({
  page,
  product,
}) => {
  const pieter = await MarketClient.signIn(product, 'pieter');
  await operate(product.dataFolder, 'user', 'grant', product.people.lerato.email, 'insertOrderOrDouble');
  const lerato = await MarketClient.signIn(product, 'lerato');
  let count = 0;
  const enter = (client: MarketClient, side: 'B' | 'S', price: number) => {
    count += 1;
    return client.insertOrder({ requestId: `n-${count}`, side, price });
  };
  const dealAt = async (price: number) => {
    await enter(pieter, 'S', price);
    await enter(lerato, 'B', price);
  };
  await dealAt(4_035);
  await TradingPage.signIn(page, product, 'thandi');
  const workspace = new Workspace(page);
  await workspace.chooseForLayout('New empty layout');
  await workspace.item('Depth').click();
  await workspace.choose('Depth', 'Maximise');
  await page.getByRole('button', { name: 'Price ladder' }).click();
  const ladder = new PriceLadder(page, 'DEC26 WMAZ');
  const lastAt = (price: string) => expect(ladder.row(price)).toHaveAttribute('data-last');
  await lastAt('4,035.00');
  await dealAt(4_036.4);
  await lastAt('4,036.40');
  await expect(ladder.row('4,036.40')).toHaveAccessibleName(/last price.*high of the day/);
  await expect(ladder.row('4,035.00')).not.toHaveAttribute('data-last');
  // The ladder is far from the market, and Home goes to its current middle.
  await enter(pieter, 'B', 3_990);
  await enter(pieter, 'S', 3_991);
  await ladder.grid.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Home');
      return await ladder.row('3,990.60').count();
    })
    .toBe(1);
});

/** Minutes for each pair of layouts in `npm run test:long`; otherwise each pair sees each act once. */
const minutesForPair = process.env.OPENPIT_LONG === '1' ? 5 : 0;

test('two sessions of one dealer on different layouts agree in every figure while the market moves and the dealer acts', async ({
  browser,
  startProduct,
}) => {
  test.setTimeout((minutesForPair * 2 + 5) * 60_000);
  const clockAt = '2026-11-18T10:05+02:00';
  const product = await startProduct({ past: true, simulator: true, clockAt, isClockRunning: true });
  const thandi = await MarketClient.signIn(product, 'thandi');
  const { connection, close } = await thandi.connect();
  const pieter = await MarketClient.signIn(product, 'pieter');
  const { userId } = product.people.thandi;
  const open = async (width: number, height: number, layout?: string) => {
    const context = await browser.newContext({ viewport: { width, height } });
    await context.clock.install({ time: clockAt });
    const trading = await TradingPage.open(await context.newPage(), product, 'thandi', layout);
    await expect(trading.page.getByRole('img', { name: 'Live' }).first()).toBeVisible();
    return trading;
  };
  const dealer = await open(1600, 900);
  await dealer.futures.cell('WMAZ', 'DEC26', 'contract').click();
  const backOffice = await open(1920, 1080);
  await new Workspace(backOffice.page).chooseForLayout('New: Back office');
  const inCents = (price: number) => Math.round(price * 100) / 100;
  const priceOf = async (column: 'bid' | 'offer', away = 0) =>
    inCents(Number((await dealer.futures.price('WMAZ', 'DEC26', column)).replaceAll(',', '')) + away);

  const sent: (keyof typeof userCommands)[] = [];
  const send = async (command: keyof typeof userCommands, body: object) => {
    sent.push(command);
    const requestId = `two-${sent.length}`;
    const reply = await thandi.post(userCommands[command].path, { requestId, ...body });
    expect(reply, command).toMatchObject({ status: 200 });
  };
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, capacity: 'P', principal: 'KAND' };
  /** The rest of the order that does not deal at once is cancelled. */
  const deals = { type: 1 };
  /** The order that `acts` enters; an act on it does nothing if it has dealt. */
  const own = async () =>
    (await thandi.rowsOver<ActiveOrderRow>(connection, 'activeOrders')).find(
      ({ contract, remaining }) => contract === order.contract && remaining === 3,
    );
  const acts: readonly (() => Promise<unknown>)[] = [
    async () => send('insertOrder', { ...order, qty: 3, price: await priceOf('bid', -20) }),
    async () => send('insertOrder', { ...order, ...deals, qty: 4, price: await priceOf('offer', 4) }),
    async () => {
      const ownOrder = await own();
      if (ownOrder === undefined) return;
      const { activeOrderSeq, price } = ownOrder;
      await send('amendActiveOrder', { activeOrderSeq, price: inCents(price - 0.4) });
    },
    async () => {
      const expiring = (await thandi.rowsOver<PositionRow>(connection, 'positions')).find(
        ({ contract, net, abandoned = 0 }) => / QWMZ .* C$/.test(contract) && net > abandoned,
      );
      if (expiring === undefined) return;
      const { contract, principal, subAccount } = expiring;
      await send('exerciseOption', {
        contract,
        qty: 1,
        principal,
        ...(subAccount !== null && { subAccount }),
      });
    },
    async () =>
      send('insertOrder', { ...order, ...deals, side: 'S', qty: 2, price: await priceOf('bid', -4) }),
    async () => {
      const reported = { contract: order.contract, side: 'S', qty: 1, price: await priceOf('bid') };
      const parties = { principal: 'VELD', counterparty: 'KAND' };
      const requestId = `reported-${sent.length}`;
      await pieter.post(userCommands.insertUnmatchedDeal.path, { requestId, ...reported, ...parties });
      const offered = (await thandi.rowsOver<UnmatchedDealRow>(connection, 'unmatchedDeal')).find(
        ({ role, state }) => role === 'addressed' && state === 'Waiting',
      );
      if (offered === undefined) return;
      const { unmatchedSeq, version } = offered;
      await send('acceptUnmatchedDeal', { unmatchedSeq, version, principal: 'KAND' });
    },
    async () => {
      const ownOrder = await own();
      if (ownOrder !== undefined)
        await send('deleteActiveOrder', { activeOrderSeq: ownOrder.activeOrderSeq });
    },
  ];

  /** Acts, and waits each time until all that both screens show has been equal. */
  const agree = async (pages: readonly Page[], expected: RegExp) => {
    const until = Date.now() + minutesForPair * 60_000;
    const compared = new Set<string>();
    for (let round = 0; round < acts.length || Date.now() < until; round += 1) {
      await acts[round % acts.length]?.();
      const agreed = new Set<string>();
      await expect
        .poll(async () => {
          const shown = compareShown(await Promise.all(pages.map(shownOn)));
          for (const [of, difference] of shown) if (difference === null) agreed.add(of);
          return [...shown].flatMap(([of, difference]) => (agreed.has(of) ? [] : [difference]));
        })
        .toEqual([]);
      for (const of of agreed) compared.add(of);
    }
    expect([...compared].filter((of) => expected.test(of))).not.toHaveLength(0);
    return compared;
  };
  const kinds = (compared: ReadonlySet<string>) =>
    [...compared].map((of) => of.replace(/ at [\d.]+$/, ' at'));

  const first = kinds(await agree([dealer.page, backOffice.page], /^Deals \d+ price$/));
  expect(first).toEqual(
    expect.arrayContaining([
      'profit of the day',
      'delta lots',
      'working orders',
      'DEC26 WMAZ net',
      'DEC26 WMAZ last',
    ]),
  );
  await backOffice.page.context().close();

  // The dealer's desk, then ladders at another height, depth by order, and the money.
  const ladders = layoutOf('Ladders', [
    ['Ladder', 0, 0, 26, 100],
    ['Depth', 26, 0, 24, 50],
    ['Clearing', 26, 50, 24, 50],
    ['ConsolidatedPositions', 50, 0, 50, 50],
    ['ActiveOrders', 50, 50, 50, 50],
  ]);
  const desk = layoutOf('Orders', [
    ['Futures', 0, 0, 50, 60],
    ['Clearing', 0, 60, 50, 40],
    ['Ladder', 50, 0, 20, 60],
    ['Positions', 70, 0, 30, 60],
    ['ActiveOrders', 50, 60, 50, 40],
  ]);
  const openPinned = async (width: number, height: number, layout: LayoutDocument) => {
    const columns = layout.columns.map((column) =>
      ['Ladder', 'Depth'].includes(column.component)
        ? { ...column, props: { ...column.props, contract: order.contract } }
        : column,
    );
    return open(width, height, await saveLayout(thandi, userId, { ...layout, columns }));
  };
  const [ladderPage, deskPage] = [await openPinned(1280, 720, ladders), await openPinned(1600, 900, desk)];
  const second = kinds(await agree([ladderPage.page, deskPage.page], /^Active orders \d+ price$/));
  expect(second).toEqual(
    expect.arrayContaining([
      ...['DEC26 WMAZ bids at', 'DEC26 WMAZ offers at', 'DEC26 WMAZ dealt at', 'DEC26 WMAZ open profit'],
      'Accounts KAND balance',
    ]),
  );
  expect([...new Set(sent)].sort()).toEqual([
    'acceptUnmatchedDeal',
    'amendActiveOrder',
    'deleteActiveOrder',
    'exerciseOption',
    'insertOrder',
  ]);
  await close();
});
