// The depth by order or by price, and its prices while the pointer rests on it and the market moves on every other screen.
import { userCommands } from '@openpit/wire';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { membersOf } from '../product/people.ts';
import { emptyBooks } from '../product/shared-product.ts';
import { twoDealers } from '../product/two-dealers.ts';

test('[PANEL-17] prices stay while the pointer rests on them; one dealer sees the depth by price, another the same orders one by one', async ({
  browser,
  product,
}) => {
  const { KAND, VELD } = membersOf(product);
  const [client, other] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  const { thandi, pieter } = await twoDealers(browser, product);
  await test.step('[PANEL-17] prices under the pointer stay while they move on the other screen, and a double-click opens an order at them', async () => {
    await other.insertOrder({ requestId: 'h-1', price: 4030, qty: 5 });
    const line = thandi.depth.grid.locator('[data-line="0"]');
    await expect(line.locator('[data-col="bid"]')).toHaveText('4,030.00');

    /** The bid of the first line while the footer says that prices are held; null while it does not. */
    const heldBid = () =>
      thandi.page.evaluate(() => {
        const panel = [...document.querySelectorAll('[data-panel]')].find((element) =>
          element.textContent?.includes('prices held while you point'),
        );
        return panel?.querySelector('[data-line="0"] [data-col="bid"]')?.textContent ?? null;
      });

    await line.locator('[data-col="bid"]').hover();
    await other.insertOrder({ requestId: 'h-2', price: 4031, qty: 2 });
    await expect.poll(heldBid, { intervals: [20] }).toBe('4,030.00');
    await line.locator('[data-col="bid"]').dblclick();
    await expect(thandi.form.price).toHaveValue('4,030.00');
    await expect(thandi.form.quantity).toHaveValue('5');
    await expect.poll(() => pieter.depth.bids()).toEqual([`${VELD} 2 4031.00`, `${VELD} 5 4030.00`]);
    await thandi.page.keyboard.press('Escape');
    await expect(thandi.form.dialog).toBeHidden();

    // The pointer leaves: the current prices show immediately.
    await thandi.page.mouse.move(4, 4);
    await expect.poll(() => thandi.depth.bids()).toEqual([`${VELD} 2 4031.00`, `${VELD} 5 4030.00`]);
    await expect(thandi.page.getByText('prices held while you point')).toHaveCount(0);

    // A pointer that stays there does not hold prices for long; quantities are never held.
    await line.locator('[data-col="bid"]').hover();
    const [order] = (await other.activeOrders()).filter(({ remaining }) => remaining === 2);
    await other.post(userCommands.reduceActiveOrder.path, {
      requestId: 'h-3',
      activeOrderSeq: order?.activeOrderSeq,
      qty: 1,
    });
    await expect.poll(() => thandi.depth.bids()).toEqual([`${VELD} 1 4031.00`, `${VELD} 5 4030.00`]);
    await other.insertOrder({ requestId: 'h-4', price: 4032, qty: 7 });
    await expect
      .poll(() => thandi.depth.bids())
      .toEqual([`${VELD} 7 4032.00`, `${VELD} 1 4031.00`, `${VELD} 5 4030.00`]);
    await expect(thandi.orders.rows).toHaveCount(0);
  });

  await test.step('[PANEL-17] one dealer sees the depth by price and another sees the same orders one by one', async () => {
    await emptyBooks(product);
    await thandi.page.mouse.move(4, 4);
    await client.insertOrder({ requestId: 'd-1', price: 4030, qty: 5 });
    await other.insertOrder({ requestId: 'd-2', price: 4030, qty: 4 });
    await other.insertOrder({ requestId: 'd-3', price: 4029.8, qty: 6 });
    await other.insertOrder({ requestId: 'd-4', side: 'S', price: 4031, qty: 2 });
    const byOrder = [`${KAND} 5 4030.00`, `${VELD} 4 4030.00`, `${VELD} 6 4029.80`];
    for (const screen of [thandi, pieter]) await expect.poll(() => screen.depth.bids()).toEqual(byOrder);

    const eachOrder = thandi.page.getByRole('button', { name: 'One line for each order' });
    await eachOrder.click();
    await expect(eachOrder).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => thandi.depth.bids()).toEqual(['2 9 4030.00', `${VELD} 6 4029.80`]);
    await expect.poll(() => thandi.depth.offers()).toEqual([`${VELD} 2 4031.00`]);
    expect(await pieter.depth.bids()).toEqual(byOrder);

    // Another order at the price is added to its line here, and is behind the others there.
    await client.insertOrder({ requestId: 'd-5', price: 4030, qty: 3 });
    await expect.poll(() => thandi.depth.bids()).toEqual(['3 12 4030.00', `${VELD} 6 4029.80`]);
    await expect
      .poll(() => pieter.depth.bids())
      .toEqual([`${KAND} 5 4030.00`, `${VELD} 4 4030.00`, `${KAND} 3 4030.00`, `${VELD} 6 4029.80`]);

    // A double-click on the second line asks for all lots down to it.
    await thandi.depth.grid.locator('[data-line="1"] [data-col="bid"]').dblclick();
    await expect(thandi.form.quantity).toHaveValue('18');
    await expect(thandi.form.price).toHaveValue('4,029.80');
    await thandi.page.keyboard.press('Escape');

    await thandi.page.reload();
    await thandi.isOpen();
    await thandi.futures.cell('WMAZ', 'DEC26', 'contract').click();
    await expect.poll(() => thandi.depth.bids()).toHaveLength(4);
    expect((await client.activeOrders()).map(({ remaining }) => remaining).sort()).toEqual([3, 5]);
  });
});
