// The Consolidated positions panel: the accounts of a member added up, by instrument, as deals are made; no data of other
// members.
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';
import { membersOf } from '../product/people.ts';

test('[PANEL-9] a dealer sees the member’s positions net, gross and in tons per instrument, and another member the other side', async ({
  browser,
  product,
}) => {
  const { KAND } = membersOf(product);
  const [thandi, pieter] = [
    await MarketClient.signIn(product, 'thandi'),
    await MarketClient.signIn(product, 'pieter'),
  ];
  const open = async (name: 'thandi' | 'pieter') => {
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
    await TradingPage.signIn(page, product, name);
    const workspace = new Workspace(page);
    await workspace.chooseForLayout('New empty layout');
    await workspace.item('Consolidated positions').click();
    await workspace.choose('Consolidated positions', 'Maximise');
    const rows = new RowsPanel(page, 'Consolidated positions');
    /** Without the lines of the groups. */
    const texts = async () => {
      const all = await rows.texts(['contract', 'long', 'short', 'net', 'netTons']);
      return all.filter((row) => !row.startsWith('?'));
    };
    return { page, workspace, rows, texts };
  };
  const [own, other] = [await open('thandi'), await open('pieter')];
  const panel = own.workspace.panel('Consolidated positions');
  await expect(panel).toContainText('No positions.');

  const deal = async (request: string, qty: number, side: 'B' | 'S', contract = 'DEC26 WMAZ') => {
    const order = { contract, price: contract.endsWith('WEAT') ? 6_150 : 4_035, qty };
    await pieter.insertOrder({ requestId: `${request}-p`, side: side === 'B' ? 'S' : 'B', ...order });
    await thandi.insertOrder({ requestId: `${request}-t`, side, ...order });
  };
  await deal('c-1', 10, 'B');
  await deal('c-2', 4, 'S', 'DEC26 WEAT');
  await expect
    .poll(own.texts)
    .toEqual(['DEC26 WMAZ | 10 | 0 | +10 | +1,000', 'DEC26 WEAT | 0 | 4 | −4 | −200']);
  await expect
    .poll(other.texts)
    .toEqual(['DEC26 WMAZ | 0 | 10 | −10 | −1,000', 'DEC26 WEAT | 4 | 0 | +4 | +200']);
  await expect(other.workspace.panel('Consolidated positions')).not.toContainText(KAND);
  await expect(panel.locator('[data-group="instrument:WMAZ"]')).toContainText('+1,000');

  // By keyboard from the row to the deals in its contract, and by mouse to the accounts behind it.
  await own.rows.grid.focus();
  for (const key of ['Control+Home', 'ArrowDown', 'Shift+F10']) await own.page.keyboard.press(key);
  await own.page.getByRole('menuitem', { name: 'Deals in DEC26 WMAZ' }).press('Enter');
  const deals = new RowsPanel(own.page, 'Deals');
  await expect.poll(() => deals.texts(['contract', 'qty'])).toEqual(['DEC26 WMAZ | 10']);
  await own.workspace.panel('Deals').getByRole('button', { name: 'Close Deals' }).click();
  await own.rows.rows.filter({ hasText: 'DEC26 WMAZ' }).click({ button: 'right' });
  await own.page.getByRole('menuitem', { name: 'The accounts in Positions' }).click();
  await expect(new RowsPanel(own.page, 'Positions').rows).toHaveCount(2);

  // A dealer who sees only their own deals sees no positions, and why.
  await operate(product.dataFolder, 'user', 'scope', product.people.pieter.email, 'own');
  await expect(other.workspace.panel('Consolidated positions')).toContainText(
    'Positions are not shown to you.',
  );
  await expect(other.rows.rows).toHaveCount(0);
  await operate(product.dataFolder, 'user', 'scope', product.people.pieter.email, 'member');
  await expect.poll(async () => (await other.texts()).length).toBe(2);
});
