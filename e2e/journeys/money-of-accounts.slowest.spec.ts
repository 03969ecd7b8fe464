// The money of accounts after a business day: two members look at the amounts due, their explanations, and the reports of the day.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { violations } from '../pages/axe.ts';
import { RowsPanel } from '../pages/rows-panel.ts';
import { TradingPage } from '../pages/trading-page.ts';
import { Workspace } from '../pages/workspace.ts';
import { expect, test } from '../product/journey.ts';
import { MarketClient } from '../product/market-client.ts';
import { operate } from '../product/operator.ts';

/** "−210,230.00" in cents. */
const cents = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[+,]/g, '')) * 100);

/** The visible rows of the tree: the item of each, its level, whether rows can be below it, its amount in cents. */
const linesOf = async (tree: Locator) => {
  const read = await tree.locator('[role="row"][data-line]').evaluateAll((rows) =>
    rows.map((row) => ({
      at: Number(row.getAttribute('data-line')),
      item: row.querySelector('[data-col="item"]')?.textContent ?? '',
      level: Number(row.getAttribute('aria-level')),
      isLeaf: row.getAttribute('aria-expanded') === null,
      amount: row.querySelector('[data-col="amount"]')?.textContent ?? '',
    })),
  );
  return read.sort((a, b) => a.at - b.at).map((line) => ({ ...line, amount: cents(line.amount) }));
};
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Opens Clearing above Breakdown, each half of the workspace. */
async function openMoney(page: Page): Promise<Workspace> {
  const workspace = new Workspace(page);
  await workspace.chooseForLayout('New empty layout');
  for (const [title, place] of [
    ['Clearing', 'Top half'],
    ['Breakdown', 'Bottom half'],
  ] as const) {
    await workspace.item(title).click();
    await workspace.choose(title, 'Move and size…');
    const dialog = page.getByRole('dialog', { name: `Move and size ${title}` });
    await dialog.getByRole('button', { name: place }).click();
    await expect(dialog).toBeHidden();
  }
  return workspace;
}

test('[PANEL-14] [PANEL-15] [PANEL-0] two members each see only their own money, whose leaves add up to the amount due, explained by deals', async ({
  browser,
  startProduct,
}) => {
  // A start of the product, three sign-ins, the end of a day, and axe twice.
  const product = await startProduct();
  const clients = {
    thandi: await MarketClient.signIn(product, 'thandi'),
    pieter: await MarketClient.signIn(product, 'pieter'),
  };
  const order = (name: 'thandi' | 'pieter', requestId: string, fields: Readonly<Record<string, unknown>>) =>
    clients[name].insertOrder({ requestId, price: 4035, ...fields });
  await order('pieter', 'm-1', { side: 'S', qty: 10 });
  await order('thandi', 'm-2', { qty: 6 });
  await order('thandi', 'm-3', { qty: 4, principal: '9996S', capacity: 'A' });
  await order('pieter', 'm-4', { side: 'S', qty: 3, price: 4038.4 });
  await order('thandi', 'm-5', { qty: 3, price: 4038.4 });

  const open = async (name: 'thandi' | 'pieter') => {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await TradingPage.signIn(page, product, name);
    return { page, workspace: await openMoney(page) };
  };

  // During the day: a valuation, provisional; no breakdown yet.
  const before = await open('thandi');
  await expect(before.workspace.panel('Breakdown')).toContainText('No breakdown yet.');
  expect(await operate(product.dataFolder, 'value-market')).toMatchObject({ code: 0 });
  await before.workspace.panel('Clearing').getByRole('radio', { name: 'Valuations' }).check({ force: true });
  const valuations = new RowsPanel(before.page, 'Valuations');
  await expect
    .poll(() => valuations.texts(['principal', 'contract', 'valuationState']))
    .toEqual([
      '9996S | Whole account | Provisional',
      '9996S | DEC26 WMAZ | Provisional',
      'KAND | Whole account | Provisional',
      'KAND | DEC26 WMAZ | Provisional',
    ]);
  await before.page.context().close();

  const ended = await operate(product.dataFolder, 'end-of-day', '--force', 'the journey wants the next day');
  expect(ended.output).toContain('has ended');

  const accountsOf = { thandi: ['9996S', 'KAND'], pieter: ['VELD'] } as const;
  for (const name of ['thandi', 'pieter'] as const) {
    const { page, workspace } = await open(name);
    const own = accountsOf[name];

    // Clearing: the user's accounts with amounts due and due dates.
    const accounts = new RowsPanel(page, 'Accounts');
    await expect(accounts.rows.filter({ hasText: '19/11/2026' })).toHaveCount(own.length);
    const due = new Map<string, number>();
    for (const line of await accounts.texts(['principal', 'balance', 'dueOn', 'status'])) {
      const [account = '', balance = '', dueOn, status] = line.split(' | ');
      if (balance === '–') continue;
      expect([dueOn, status]).toEqual(['19/11/2026, 10:00', 'To pay']);
      due.set(account, cents(balance));
    }
    expect([...due.keys()].sort()).toEqual(own);
    await expect(workspace.panel('Clearing')).toContainText('Due by 19/11/2026:to pay R ');

    // Breakdown: by the keyboard, from the first account to a contract.
    const tree = page.getByRole('treegrid', { name: 'Breakdown' });
    await workspace.panel('Breakdown').getByRole('button', { name: 'Open all rows' }).click({ force: true });
    await expect
      .poll(async () => (await linesOf(tree)).filter(({ level }) => level === 3).length)
      .toBe(own.length);
    const lines = await linesOf(tree);
    const tops = lines.filter(({ level }) => level === 1);
    expect(tops.map(({ item }) => item).sort()).toEqual(own);
    for (const { item, amount } of tops) expect(amount, item).toBe(due.get(item));
    const leaves = lines.filter(({ isLeaf }) => isLeaf).map(({ amount }) => amount);
    expect(sum(leaves)).toBe(sum([...due.values()]));
    await expect(workspace.panel('Breakdown')).toContainText(/total R [+−]?[\d,]+\.\d\d/);

    await workspace
      .panel('Breakdown')
      .getByRole('button', { name: 'Close the instruments' })
      .click({ force: true });
    await tree.focus();
    for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    const [account = ''] = tops.map(({ item }) => item);
    const pane = page.getByRole('region', { name: `Explanation of DEC26 WMAZ in ${account}` });
    await expect(pane).toContainText('The position went from 0 lots to');
    const deals = new RowsPanel(page, `Deals in DEC26 WMAZ of ${account}`);
    await expect(deals.rows).toHaveCount(name === 'thandi' ? 2 : 3);
    // The deals' share of the variation margin and their fees are parts of the amount.
    const marked = (await deals.texts(['profit', 'fee'])).map((line) => line.split(' | ').map(cents));
    const parts = new Map(
      await pane
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map(
            (row) => [row.children[0]?.textContent ?? '', row.children[2]?.textContent ?? ''] as const,
          ),
        ),
    );
    expect(cents(parts.get(`${marked.length} deals`) ?? '')).toBe(sum(marked.map(([profit = 0]) => profit)));
    expect(cents(parts.get('Booking fees') ?? '')).toBe(-sum(marked.map(([, fee = 0]) => fee)));
    const leaf = (await linesOf(tree)).find(({ item }) => item === 'DEC26 WMAZ');
    expect(sum([...parts.values()].map(cents))).toBe(leaf?.amount);
    for (const key of ['Home', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(tree.locator('[data-line="1"]')).toHaveAttribute('aria-expanded', 'false');

    expect(await violations(page, '[data-panel]')).toEqual([]);

    // A source of the amount: the movements of the account.
    await pane.getByRole('button', { name: `Movements of ${account}` }).click();
    const movements = new RowsPanel(page, 'Movements');
    await expect
      .poll(() => movements.texts(['principal', 'movement']).then((all) => all.sort()))
      .toEqual(expect.arrayContaining([`${account} | Booking fees`, `${account} | Initial margin`]));

    // The reports of the day, with the user's accounts only.
    await workspace.panel('Clearing').getByRole('radio', { name: 'Reports' }).check({ force: true });
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Statement of 18/11/2026 as CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(
      `openpit-statement-${name === 'thandi' ? 'KAND' : 'VELD'}-2026-11-18.csv`,
    );
    const report = await readFile(await file.path(), 'utf8');
    for (const code of ['KAND', '9996S', 'VELD'])
      expect(report.includes(code), code).toBe((own as readonly string[]).includes(code));

    if (name === 'thandi') {
      await page.context().close();
      continue;
    }
    // A dealer with own-only visibility sees no accounts.
    await operate(product.dataFolder, 'user', 'scope', 'pieter', 'own');
    await workspace.panel('Clearing').getByRole('radio', { name: 'Accounts' }).check({ force: true });
    await expect(workspace.panel('Clearing')).toContainText('Clearing is not shown to you.');
    await expect(workspace.panel('Breakdown')).toContainText('Breakdowns of accounts are not shown to you.');
    await expect(tree.locator('[data-line]')).toHaveCount(0);
  }
});
