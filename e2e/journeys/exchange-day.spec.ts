// A whole exchange day by the hours of the grain market, under a clock that the journey moves: the dealers of KAND and VELD and
// the back office of KARO, each in a browser, from the pre-open to the positions of the next morning. All money is in DEC26
// WMAZ, of 100 t per lot, so that each amount can be checked without a calculator.
import { ExchangeDayScreen } from '../pages/exchange-day-screen.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

/** A time in Johannesburg. */
const time = (hours: string, day = '2026-11-18') => `${day}T${hours}+02:00`;

test('[AUTH-10] [ACT-12] [ACT-14] [ACT-15] [PANEL-8] [PANEL-12] [PANEL-14] in a whole exchange day each of three members sees its own orders, deals, positions and money, to the cent', async ({
  browser,
  startProduct,
}) => {
  const product = await startProduct({ clockAt: time('08:40'), more: ['--schedule', 'sast'] });
  // KARO's back office accepts the deals that other members pass on, and enters no orders.
  await operate(
    product.dataFolder,
    'user',
    'grant',
    product.people.lerato.email,
    'back-office',
    'acceptUnmatchedDeal',
  );
  const [thandi, pieter, lerato] = [
    await ExchangeDayScreen.create(browser, product, 'thandi'),
    await ExchangeDayScreen.create(browser, product, 'pieter'),
    await ExchangeDayScreen.create(browser, product, 'lerato'),
  ];
  const everybody = [thandi, pieter, lerato];
  // The browsers' clocks move first: the market's announcements at the new time are then compared with that time.
  const moveClock = async (to: string) => {
    await Promise.all(everybody.map((screen) => screen.setTime(to)));
    await product.moveClock(to);
  };
  await moveClock(time('08:40'));
  for (const screen of everybody) await screen.open();
  for (const { phase } of everybody) await expect(phase).toHaveText('Closed 10:00 left');

  // Pre-open: orders wait for the call auction. Between 4020 and 4030 eight lots can deal; 4030 is nearest to yesterday's 4035.
  await moveClock(time('08:50'));
  for (const { phase } of everybody) await expect(phase).toHaveText('Pre-open 10:00 left');
  await thandi.order('b', { qty: 10, price: '4030' });
  await pieter.order('s', { qty: 8, price: '4020' });
  for (const { depth } of everybody) await expect(depth).toContainText('opens at 4,030.00, 8');
  await expect.poll(thandi.orderTexts).toEqual(['Buy | 10 | 4,030.00 | Pre-market']);
  await expect.poll(pieter.orderTexts).toEqual(['Sell | 8 | 4,020.00 | Pre-market']);
  expect(await lerato.orderTexts()).toEqual([]);
  for (const { trading } of everybody) expect(await trading.depth.bids()).toEqual([]);

  // Opening: 8 × 100 t × R4030 = R3,224,000. The fee is 100 t × R0.25 + 15 % VAT = R28.75 per lot, 8 × R28.75 = R230.
  await moveClock(time('09:00'));
  for (const { phase } of everybody) await expect(phase).toHaveText('Trading 3:00:00 left');
  const bought8 = 'Buy | 8 | 4,030.00 | 3,224,000.00 | KAND | VELD | 230.00 | Open';
  await expect.poll(thandi.dealTexts).toEqual([bought8]);
  await expect
    .poll(pieter.dealTexts)
    .toEqual(['Sell | 8 | 4,030.00 | 3,224,000.00 | VELD | KAND | 230.00 | Open']);
  await expect.poll(thandi.orderTexts).toEqual(['Buy | 2 | 4,030.00 | Active']);
  for (const { trading } of everybody)
    await expect.poll(() => trading.depth.bids()).toEqual(['KAND 2 4030.00']);

  // Trading: 2 lots at 4030 and 5 at 4038, worth R806,000 and R2,019,000, with fees of 2 × R28.75 and 5 × R28.75.
  await moveClock(time('09:30'));
  await pieter.order('s', { qty: 2, price: '4030' });
  await pieter.order('s', { qty: 5, price: '4038' });
  await expect(thandi.trading.futures.cell('WMAZ', 'DEC26', 'offer')).toHaveText('4,038.00');
  await thandi.trading.futures.cell('WMAZ', 'DEC26', 'offer').dblclick();
  await thandi.trading.form.enter({ qty: 5 });
  await thandi.trading.form.close();
  const of5 = '5 | 4,038.00 | 2,019,000.00';
  const of2 = '2 | 4,030.00 | 806,000.00';
  await expect
    .poll(thandi.dealTexts)
    .toEqual([
      `Buy | ${of5} | KAND | VELD | 143.75 | Open`,
      `Buy | ${of2} | KAND | VELD | 57.50 | Open`,
      bought8,
    ]);
  const soldByPieter = [
    `Sell | ${of5} | VELD | KAND | 143.75 | Open`,
    `Sell | ${of2} | VELD | KAND | 57.50 | Open`,
    'Sell | 8 | 4,030.00 | 3,224,000.00 | VELD | KAND | 230.00 | Open',
  ];
  await expect.poll(pieter.dealTexts).toEqual(soldByPieter);
  expect(await lerato.dealTexts()).toEqual([]);

  // The five lots are assigned to KARO, which accepts; the two pass to its client 7310A immediately. Neither pays a fee again.
  const [five = 0, two = 0] = await thandi.dealNumbers();
  await thandi.deals.open('a', five);
  await thandi.deals.dialog.getByLabel('Member').selectOption('KARO');
  await thandi.deals.send.click();
  await expect(lerato.workspace.item('Unmatched deals')).toHaveAccessibleDescription(/^1 to accept/);
  await thandi.deals.open('t', two);
  await thandi.deals.dialog
    .getByLabel('Client and carrying member')
    .selectOption({ label: '7310A, carried by KARO' });
  await thandi.deals.send.click();
  await expect(thandi.deals.dialog).toBeHidden();
  await lerato.page.getByRole('grid', { name: 'Unmatched deals' }).focus();
  await lerato.page.keyboard.press('a');
  await lerato.deals.dialog.getByRole('button', { name: /^Accept: Buy 5 DEC26 WMAZ at 4,038.00/ }).click();
  await expect(lerato.deals.dialog).toBeHidden();
  await expect
    .poll(lerato.dealTexts)
    .toEqual([`Buy | ${of5} | KARO | KAND | 0.00 | Open`, `Buy | ${of2} | 7310A | KAND | 0.00 | Open`]);
  await expect.poll(thandi.positionTexts).toEqual(['KAND | +8']);
  await expect.poll(lerato.positionTexts).toEqual(['7310A | +2', 'KARO | +5']);
  await expect.poll(pieter.positionTexts).toEqual(['VELD | −15']);
  expect(await pieter.dealTexts()).toEqual(soldByPieter);
  expect((await thandi.dealTexts()).join()).not.toContain('7310A');

  // Ten o'clock: the market is valued, with the last deal. A bid above it moves the next valuation, and the MTM.
  await moveClock(time('10:00'));
  const provisional = '4,038.00 | 4,035.00 | Last deal | Provisional';
  for (const { mtm } of everybody) await expect.poll(mtm).toBe(provisional);
  await pieter.order('b', { qty: 1, price: '4044.20' });
  const heldOver = { requestId: 'held-over', side: 'S', price: 4100, holdOverUntil: '2026-11-20' };
  const client = await MarketClient.signIn(product, 'thandi');
  expect(await client.insertOrder(heldOver)).toMatchObject({ status: 200 });
  await moveClock(time('11:00'));
  for (const { mtm } of everybody)
    await expect.poll(mtm).toBe('4,044.20 | 4,035.00 | Closing bid | Provisional');
  await moveClock(time('12:00'));
  for (const { phase } of everybody) await expect(phase).toHaveText(/^Administration/);

  // The day ends: everybody is signed out.
  await moveClock(time('17:30'));
  for (const { page } of everybody) await expect(page).toHaveURL(/\/authentication\/login$/);

  await moveClock(time('08:50', '2026-11-19'));
  for (const screen of everybody) await screen.open();
  for (const { mtm } of everybody)
    await expect.poll(mtm).toBe('4,044.20 | 4,035.00 | Closing bid | Official');
  // Variation margin: KAND 8 × 100 t × R14.20; KARO 5 × 100 t × R6.20; 7310A 2 × 100 t × R14.20; VELD the sum of them, paid.
  // Fees: 15 lots × R28.75 for the two that dealt on screen. Initial margin: R21,000 per lot. The balance is the sum.
  const due = '19/11/2026, 10:00';
  await expect
    .poll(thandi.clearingTexts)
    .toEqual([`KAND | +11,360.00 | −431.25 | −168,000.00 | −157,071.25 | ${due}`]);
  await expect
    .poll(pieter.clearingTexts)
    .toEqual([`VELD | −17,300.00 | −431.25 | −315,000.00 | −332,731.25 | ${due}`]);
  await expect
    .poll(lerato.clearingTexts)
    .toEqual([
      `7310A | +2,840.00 | 0.00 | −42,000.00 | −39,160.00 | ${due}`,
      `KARO | +3,100.00 | 0.00 | −105,000.00 | −101,900.00 | ${due}`,
    ]);
  // Positions are carried at the MTM, with the margin that was deposited.
  const carried = '4,044.20 | 4,044.20 | 0.00';
  await expect.poll(thandi.carriedTexts).toEqual([`KAND | +8 | ${carried} | 168,000.00`]);
  await expect.poll(pieter.carriedTexts).toEqual([`VELD | −15 | ${carried} | 315,000.00`]);
  await expect
    .poll(lerato.carriedTexts)
    .toEqual([`7310A | +2 | ${carried} | 42,000.00`, `KARO | +5 | ${carried} | 105,000.00`]);
  // Only the order that is held over is left.
  await expect.poll(thandi.orderTexts).toEqual(['Sell | 1 | 4,100.00 | Pre-market']);
  for (const { orderTexts } of [pieter, lerato]) expect(await orderTexts()).toEqual([]);
  for (const { dealTexts } of everybody) expect(await dealTexts()).toEqual([]);
});
