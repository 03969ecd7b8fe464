// The screen at a glance: the day in the toolbar, the whole drawer, whole columns and names, and no new panel that hides the
// last one.
import type { Locator, Page } from '@playwright/test';
import manifest from '../package.json' with { type: 'json' };
import { boxOf } from '../pages/workspace.ts';
import { depthOf, expect, futures, smallDepth, test } from './gallery.ts';

const { version } = manifest;

/** The visible texts of grids that are wider than their cells or reach beyond their grid, such as `Deals price 4,0`. */
const cutTexts = (page: Page) =>
  page.locator('[role="grid"], [role="treegrid"]').evaluateAll((grids) =>
    grids.flatMap((grid) => {
      const { right } = grid.getBoundingClientRect();
      // The name of a group is shown completely or not at all.
      const namesOfGroups = [...grid.querySelectorAll('[class*="_groupDescription_"] > span')];
      const cutNames = namesOfGroups.flatMap((name) => {
        const [text, room] = [name.getBoundingClientRect(), name.parentElement?.getBoundingClientRect()];
        const isCut = room === undefined || (text.top < room.bottom - 1 && text.right > room.right + 1);
        return isCut ? [`${grid.ariaLabel} group ${name.textContent}`] : [];
      });
      const cells = grid.querySelectorAll('[role="gridcell"][data-col], [role="columnheader"]');
      const cutCells = [...cells].flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('[class*="caption"]') ?? cell);
        const text = range.getBoundingClientRect();
        const box = cell.getBoundingClientRect();
        const isEmpty = cell.textContent === '' || text.width === 0;
        // Texts of any length, and buttons that show over the member while the pointer is on the line.
        const mayBeCut = cell.matches(
          '[data-col="reason"], [data-col="ref"], [data-col="name"], [data-col="parts"], :is([data-col^="own"], [data-head^="own"])',
        );
        const isCut = text.right > right + 1 || text.left < box.left - 10 || text.right > box.right + 1;
        const name = cell.getAttribute('data-col') ?? cell.getAttribute('data-head');
        return isCut && !isEmpty && !mayBeCut ? [`${grid.ariaLabel} ${name} ${cell.textContent}`] : [];
      });
      return [...cutNames, ...cutCells];
    }),
  );

for (const layout of ['dealer', 'own', 'backOffice', 'market', 'money', 'rates', 'silo'])
  test(`[PANEL-0] [SHELL-9] no text of the layout ${layout} is cut at any width, and dates have the form of the reader’s locale`, async ({
    openGallery,
  }) => {
    const { page } = await openGallery(`layout=${layout}`);
    for (const width of [1600, 1280, 1024]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => cutTexts(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 2400, height: 900 });
    if (layout === 'market') await expect(page.getByRole('main')).toContainText('18/11/2026');
    await expect(page.getByRole('main')).not.toContainText(/\d{4}-\d\d-\d\d/);
  });

/** The contract names, tabs, buttons and warnings that the headers of panels cut. A warning may lose whole parts. */
const cutInHeaders = (page: Page) =>
  page.locator('[data-panel] > header').evaluateAll((headers) =>
    headers.flatMap((header) =>
      [...header.querySelectorAll('strong, [role="radiogroup"] > *, button')].flatMap((element) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || element.closest('[class*="_strip_"]') !== null) return [];
        const around = [header, element.closest('[class*="_titleSlot_"], [class*="_tools_"]')];
        const isCut = around.some((ancestor) => {
          const frame = ancestor?.getBoundingClientRect();
          return frame !== undefined && (box.left < frame.left - 1 || box.right > frame.right + 1);
        });
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return isCut ? [`${header.parentElement?.ariaLabel}: ${name}`] : [];
      }),
    ),
  );

/** The parts of warnings in headers that are neither whole nor hidden. */
const cutWarnings = (page: Page) =>
  page.locator('[data-panel] > header [class*="_strip_"][data-tip]').evaluateAll((strips) =>
    strips.flatMap((strip) => {
      const frame = strip.getBoundingClientRect();
      return [...strip.querySelectorAll('span > span')].flatMap((part) => {
        const box = part.getBoundingClientRect();
        const isShown = box.top < frame.bottom - 1;
        return isShown && box.right > frame.right + 1 ? [part.textContent] : [];
      });
    }),
  );

/** The panels whose tools reach over the line under the header. */
const coveredLines = (page: Page) =>
  page.locator('[data-panel] > header').evaluateAll((headers) =>
    headers.flatMap((header) => {
      const line = header.getBoundingClientRect().bottom - 1;
      const isCovered = [...header.children].some((part) => part.getBoundingClientRect().bottom > line + 0.1);
      return isCovered ? [header.parentElement?.ariaLabel] : [];
    }),
  );

const shortHeaders = ['', 'layout=own', 'layout=market&state=stale', 'layout=money&state=down'];
const moreHeaders = [
  'state=stale',
  'state=down',
  'state=notReady',
  'layout=backOffice',
  'layout=market',
  'layout=ladder&state=stale',
  'layout=calculator&state=stale',
  'layout=calculator&state=down',
  'layout=backOffice&state=stale',
];
for (const query of process.env.OPENPIT_LONG === '1' ? [...shortHeaders, ...moreHeaders] : shortHeaders)
  test(`[PANEL-0] no header cuts the name of a contract, a tab or a button (${query || 'live'})`, async ({
    openGallery,
  }) => {
    const { page, workspace } = await openGallery(query);
    for (const width of [1600, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => cutInHeaders(page)).toEqual([]);
      await expect.poll(() => cutWarnings(page)).toEqual([]);
      expect(await coveredLines(page)).toEqual([]);
    }
    if (query === 'layout=market') {
      // The narrowest Depth has the full name of a delta, the longest of the market.
      await workspace.panel('Deltas').locator('[data-line] [data-col="call-bid"]').nth(2).click();
      await workspace.item('Depth').click();
      await expect(workspace.panel('Depth').locator('header')).toContainText(/\d{4} C D/);
      expect((await workspace.box('Depth')).width).toBe(220);
      await expect.poll(() => cutInHeaders(page)).toEqual([]);
    }
    if (query !== '') return;
    // The narrowest Depth offers its tools in a menu.
    await expect.poll(async () => (await workspace.box(smallDepth)).width).toBe(220);
    await workspace.panel(smallDepth).getByRole('button', { name: 'Tools' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Follow the contract that is clicked' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

test('the greeks of the Options desk fit, and the row of the active contract has one colour even in the money', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=blank');
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: /^Options desk/ }).click();
  const options = workspace.panel('Options');
  const chain = options.getByRole('grid');
  await options.getByRole('radio', { name: 'Greeks' }).check();
  await expect(chain.locator('[data-col="call-gamma"]').first()).toHaveText(/^\+0[.,]\d{5}$/);
  await expect.poll(async () => (await cutTexts(page)).filter((text) => text.includes('gamma'))).toEqual([]);
  // The chain begins with a whole strike.
  const [top, height] = await chain.evaluate((grid) => [
    grid.scrollTop,
    grid.querySelector('[data-line]')?.getBoundingClientRect().height ?? 0,
  ]);
  expect(top).toBeGreaterThan(0);
  expect(top % height).toBe(0);
  // The call of a strike near the middle, where the chain scrolls automatically: it is in the money.
  const strike = page.locator('[data-col="strike"]', { hasText: /^4,000$/ });
  await chain.locator('[data-line]').filter({ has: strike }).locator('[data-col="call-bid"]').click();
  const selected = chain.locator('[role="row"][aria-selected="true"]');
  await expect(selected).toHaveCount(1);
  const grounds = await selected.locator('[data-col]').evaluateAll((cells) =>
    cells.map((cell) => {
      const { backgroundImage } = getComputedStyle(cell);
      return backgroundImage === 'none' || /^linear-gradient\(rgba\(0, 0, 0, 0\)/.test(backgroundImage);
    }),
  );
  expect(grounds.length).toBeGreaterThan(8);
  expect(grounds.filter((isClear) => !isClear)).toEqual([]);
});

test('at 1280 pixels Depth has last, change and position, Deals its grip, times and states; it counts the summed rows', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=blank');
  await page.setViewportSize({ width: 1280, height: 900 });
  await workspace.main.getByRole('button', { name: /^Dealer/ }).click();
  // At first no contract is chosen, and Depth has no heading.
  await futures(page).locator('[data-line="1"] [data-col="contract"]').click();
  const heading = workspace.panel('Depth').locator('header [data-subject]');
  const facts = (name: string) => heading.locator(`[data-fact="${name}"]`);
  await expect(facts('net')).toHaveText(/^net [+−]\d+$/);
  for (const fact of ['last', 'change', 'net']) await expect(facts(fact)).toBeInViewport({ ratio: 0.99 });
  const deals = workspace.panel('Deals');
  await expect(deals.getByRole('button', { name: 'Move or size Deals' })).toHaveCSS('position', 'static');
  const grid = deals.getByRole('grid', { name: 'Deals' });
  await expect(grid.locator('[data-col="time"]').first()).toHaveText(/^\d\d:\d\d:\d\d$/);
  // The width left next to the contract, for the longest name in the demonstration, whose column has 155 of 366 pixels.
  const others = await grid
    .locator('[data-head="time"], [data-head="side"], [data-head="qty"], [data-head="price"]')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  expect(others).toHaveLength(4);
  expect(others.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(366 - 155);
  const names = grid.locator('[data-col="contract"]');
  await expect(names.filter({ hasText: 'split' }).first()).toHaveText(/^\w+ \w+ split$/);
  await expect(names.filter({ hasText: 'assigning' })).toHaveText(/^\w+ \w+ assigning$/);
  expect((await cutTexts(page)).filter((text) => text.startsWith('Deals'))).toEqual([]);
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await expect(deals).toContainText(`${rows - 2} deals`);
  await expect(deals).toContainText('2 replaced');
  const line = grid.locator('[data-line]').filter({ hasText: 'split' });
  const colours = await line
    .locator('[data-col]')
    .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).color))]);
  expect(colours).toHaveLength(1);
});

test('a value whose price is not received says so itself while the feed is live: in rows, in sums and in the toolbar', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=own&failing=Subscribe');
  const profit = workspace.grid('Positions').locator('[data-line="0"] [data-col="open"]');
  await expect(profit).toHaveAttribute('aria-label', /^[+−][\d,.]+, not up to date$/);
  await expect(profit).toHaveCSS('text-decoration-line', 'underline');
  await expect(workspace.grid('Positions').locator('[data-line="0"] [data-col="net"]')).not.toHaveAttribute(
    'aria-label',
  );
  await expect(workspace.panel('Positions')).toContainText(/\(\d+ at an old price\)/);
  await expect(page.getByTitle(/of the positions at an old price$/)).toContainText('P/L');
  const { page: other } = await openGallery('failing=Subscribe');
  const bid = futures(other).locator('[data-line="1"] [data-col="bid"]');
  await expect(bid).toHaveAttribute('aria-label', /not up to date$/);
});

test('numbers keep apart with the text spacing of WCAG 1.4.12, and read from left to right on a right-to-left page', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const cell = futures(page).locator('[data-line="1"] [data-col="change"]');
  await expect(cell).toHaveText(/^[+−]/);
  await page.addStyleTag({
    content:
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }',
  });
  await expect.poll(() => cutTexts(page)).toEqual([]);
  // The first character of the text is at its left.
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const signIsFirst = await cell.evaluate((element) => {
    const text = element.firstChild;
    if (text === null) return false;
    const boxOf = (from: number, to: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return range.getBoundingClientRect().left;
    };
    return boxOf(0, 1) < boxOf(1, 2);
  });
  expect(signIsFirst).toBe(true);
});

test('with forced colours the chosen row has a frame above its cells, and the arrows of prices are two shapes', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  await page.emulateMedia({ forcedColors: 'active' });
  await futures(page).locator('[data-line="2"] [data-col="contract"]').click();
  const frame = await futures(page)
    .locator('[role="row"][aria-selected="true"]')
    .first()
    .evaluate((row) => {
      const { borderTopStyle, borderBottomStyle, position, zIndex } = getComputedStyle(row, '::after');
      return { borderTopStyle, borderBottomStyle, position, isAbove: Number(zIndex) > 1 };
    });
  expect(frame).toEqual({
    borderTopStyle: 'solid',
    borderBottomStyle: 'solid',
    position: 'absolute',
    isAbove: true,
  });
  const shapes = await futures(page).evaluate((grid) => {
    const classOf = (name: string) =>
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .map((rule) => new RegExp(`\\.([\\w-]*${name}[\\w-]*)`).exec(rule.cssText)?.[1])
        .find((text) => text !== undefined) ?? '';
    const bid = grid.querySelector('[data-line="2"] [data-col="bid"]');
    const outer = grid.closest('[data-flash]');
    if (bid === null || outer === null) return [];
    outer.setAttribute('data-flash', 'text');
    return ['flashUp', 'flashDown'].map((name) => {
      bid.className += ` ${classOf(name)}`;
      const { content } = getComputedStyle(bid, '::after');
      bid.classList.remove(classOf(name));
      return content;
    });
  });
  expect(shapes).toEqual(['"▲"', '"▼"']);
});

test('Escape closes the toolbar from every button in it, even after the theme was changed', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const toolbar = page.getByRole('toolbar', { name: 'Session' });
  const pill = toolbar.getByRole('button', { name: /^Openpit/ });
  await pill.click();
  await toolbar.getByRole('button', { name: /^Change to/ }).click();
  await page.keyboard.press('Escape');
  await expect(pill).toHaveAttribute('aria-expanded', 'false');
  await expect(pill).toBeFocused();
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(pill).toHaveAttribute('aria-expanded', 'false');
});

test('[ACT-2] “Cancel all” and the tabs are in sight in narrow Active orders, even while prices are stale', async ({
  openGallery,
}) => {
  for (const query of ['', 'state=stale']) {
    const { page, workspace } = await openGallery(query);
    await workspace.chooseForLayout('New: Options desk');
    await workspace.choose('Active orders', 'Move and size…');
    const dialog = page.getByRole('dialog', { name: 'Move and size Active orders' });
    await dialog.getByRole('textbox', { name: 'Width' }).fill('40.4');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const orders = workspace.panel('Active orders');
    for (const width of [1600, 1280, 1024]) {
      await page.setViewportSize({ width, height: 720 });
      await expect(orders.getByRole('button', { name: /^Cancel all/ })).toBeInViewport({ ratio: 1 });
      await expect(orders.getByText(/^Suspended\d/)).toBeInViewport({ ratio: 1 });
    }
  }
});

test('[PANEL-0] the menu and the close button of the narrowest panels are in their headers', async ({
  openGallery,
}) => {
  for (const [query, titles] of [
    ['', ['Active orders']],
    ['layout=own', ['Deals']],
    ['layout=backOffice', ['MTM', 'Consolidated positions']],
    ['layout=money', ['Breakdown']],
  ] as const) {
    const { page, workspace } = await openGallery(query);
    for (const title of titles) {
      await workspace.choose(title, 'Move and size…');
      const dialog = page.getByRole('dialog', { name: `Move and size ${title}` });
      await dialog.getByRole('textbox', { name: 'Width' }).fill('15.6');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const panel = workspace.panel(title);
      const { x, width } = await boxOf(panel);
      expect(width).toBeLessThan(230);
      for (const name of [`Menu of ${title}`, `Close ${title}`]) {
        const button = await boxOf(panel.getByRole('button', { name, exact: true }));
        expect(button.x + button.width, name).toBeLessThanOrEqual(x + width);
      }
    }
  }
});

test('[PANEL-0] columns leave a narrow panel by importance and come back in a wide one, and the chooser says which have no room', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  const heads = () =>
    futures(page)
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-head') ?? ''));
  await page.setViewportSize({ width: 2400, height: 900 });
  await expect.poll(heads).toContain('buyer');
  const all = await heads();
  await page.setViewportSize({ width: 1000, height: 720 });
  await expect.poll(heads).not.toContain('buyer');
  const few = await heads();
  expect(few).toEqual(expect.arrayContaining(['contract', 'bidQty', 'bid', 'offer', 'offerQty', 'last']));
  expect(few).not.toContain('volume');
  await workspace.choose('Futures', 'Columns…');
  const dialog = page.getByRole('dialog', { name: 'Columns of Futures' });
  await expect(dialog.getByText('no room: widen or pin').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep Volume at the left' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(heads).toContain('volume');
  await page.setViewportSize({ width: 2400, height: 900 });
  await expect.poll(async () => (await heads()).length).toBe(all.length);
});

for (const state of ['loading', 'error'])
  test(`[PANEL-0] no panel and no toolbar gives a number of rows that are not known (${state})`, async ({
    openGallery,
  }) => {
    for (const layout of ['dealer', 'own', 'backOffice', 'market', 'money']) {
      const { page } = await openGallery(`state=${state}&layout=${layout}`);
      const allFooters = page.locator('[data-panel] > footer');
      await expect(allFooters.first()).toBeAttached();
      await expect(page.locator('[data-loading-panel]')).toHaveCount(0);
      const footers = await allFooters.allTextContents();
      expect(footers.filter((text) => /\b0 [a-z]{2}/.test(text))).toEqual([]);
      const pill = page.getByRole('toolbar', { name: 'Session' });
      await expect(pill).toContainText('P/L –');
      await expect(pill).toContainText('– orders');
      await expect(page.getByRole('radio', { name: / 0$/ })).toHaveCount(0);
      if (layout !== 'dealer') continue;
      await expect(
        page.getByRole('button', { name: 'Cancel all of your member' }),
      ).toHaveAccessibleDescription('Your orders are not loaded.');
    }
  });

test('the toolbar shows the phase with its countdown, the profit of the day and the working orders', async ({
  openGallery,
}) => {
  const { page } = await openGallery();
  const pill = page.getByRole('toolbar', { name: 'Session' });
  await expect(pill).toContainText(/Trading \d+:\d\d:\d\d left/);
  await expect(pill).toContainText(/P\/L [+−][\d,]+/);
  await expect(pill).toContainText(/\d+ orders/);
  // Each has its own line, so nothing below them moves if the profit becomes longer.
  const top = async (text: RegExp) => (await boxOf(pill.getByText(text))).y;
  expect(await top(/^\d+ orders/)).toBeGreaterThan(await top(/^P\/L/));
  await expect(pill.getByText('Read-only')).toHaveCount(0);
});

test('the open toolbar shows the version', async ({ openGallery }) => {
  const { page } = await openGallery();
  await page.keyboard.press('Alt+t');
  const toolbar = page.getByRole('toolbar', { name: 'Session' });
  await expect(toolbar.getByText(`Openpit ${version}`, { exact: true })).toBeVisible();
});

const always = ['Save', 'Find', 'Keys', 'My actions', 'Account', 'Preferences', 'Sign out'];

/** The buttons of the drawer that are cut, or outside the window or the part that scrolls. */
const hiddenIn = (drawer: Locator) =>
  drawer.getByRole('button').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const list = button.closest('[data-lists]')?.getBoundingClientRect();
      const label = button.querySelector('span');
      const isCut = label !== null && (label.scrollWidth > label.clientWidth || label.clientHeight > 16);
      const isOutside =
        left < 0 || right > 185 || top < (list?.top ?? 0) || bottom > (list?.bottom ?? innerHeight);
      return isCut || isOutside ? [button.ariaLabel ?? button.textContent] : [];
    }),
  );

for (const mode of ['open', 'rail'])
  test(`no part of the ${mode} drawer and the toolbar is hidden at any height from 720 px, the tools from 600 px`, async ({
    openGallery,
  }) => {
    const { page, workspace } = await openGallery();
    if (mode === 'rail') await workspace.item('Collapse').click();
    for (const [width, height] of [
      [1920, 1200],
      [1920, 1080],
      [1600, 900],
      [1440, 860],
      [1366, 768],
      [1280, 720],
      [1280, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      const hidden = () => hiddenIn(workspace.drawer);
      if (height >= 720) await expect.poll(hidden, { message: `${width}×${height}` }).toEqual([]);
      const isAlways = (name: string | null) => always.some((prefix) => name?.startsWith(prefix));
      await expect
        .poll(async () => (await hidden()).filter(isAlways), { message: `${width}×${height}` })
        .toEqual([]);
      for (const name of always)
        await expect(
          workspace.drawer.getByRole('button', { name: new RegExp(`^${name}`) }).first(),
        ).toBeVisible();
      await page.keyboard.press('Alt+t');
      const bar = await boxOf(page.getByRole('toolbar', { name: 'Session' }).getByRole('button').last());
      expect(bar.x + bar.width).toBeLessThanOrEqual(width);
      await expect(page.getByRole('button', { name: 'Close the toolbar' })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
  });

test('the drawer marks an open panel and brings it to the front; a second button adds another, which hides no other header', async ({
  openGallery,
}) => {
  const { workspace } = await openGallery();
  const count = await workspace.panels.count();
  await workspace.item('Clock').click();
  await workspace.item('Chart').click();
  await workspace.panel('Clock').getByRole('button', { name: 'Close Clock' }).click({ trial: true });

  await expect(workspace.item('Clock')).toHaveAttribute('aria-description', /Open/);
  await expect(workspace.item('Splits')).not.toHaveAttribute('aria-description');
  const zOf = (name: string) => workspace.panel(name).evaluate((panel) => Number(panel.style.zIndex));
  await workspace.item('Clock').click();
  await expect(workspace.panels).toHaveCount(count + 2);
  expect(await zOf('Clock')).toBeGreaterThan(await zOf('Chart'));

  await workspace.drawer.getByRole('button', { name: 'Add another Clock' }).click();
  await expect(workspace.panels).toHaveCount(count + 3);
});

test('a layout that is only looked at, raised and clicked never counts as changed', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  await workspace.item('Futures').click();
  await depthOf(page, 'DEC26 WMAZ').click();
  const { x, y } = await workspace.box('Futures');
  await workspace.drag({ x: x + 110, y: y + 14 }, { x: x + 130, y: y + 30 });
  await expect(workspace.changedMark).toHaveCount(1);
  await workspace.drag({ x: x + 130, y: y + 30 }, { x: x + 110, y: y + 14 });
  await expect(workspace.changedMark).toHaveCount(0);

  await workspace.chooseForLayout('New: Back office');
  await expect(workspace.changedMark).toHaveCount(0);
  await workspace.item('Dealer desk').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(futures(page)).toBeVisible();
});

test('in a low window the buttons of a dialog stay in sight while its form scrolls, and cover no field that gets the focus', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery();
  for (const size of [
    { width: 1280, height: 600 },
    // 1280 by 720 at 200 percent.
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await workspace.drawer.getByRole('button', { name: 'Preferences' }).click();
    await page.setViewportSize(size);
    const dialog = page.getByRole('dialog', { name: 'Preferences' });
    const save = dialog.getByRole('button', { name: 'Save preferences' });
    await expect(save).toBeInViewport({ ratio: 1 });
    for (const field of await dialog.locator('input').all()) {
      await field.focus();
      const [{ y, height }, button] = [await boxOf(field), await boxOf(save)];
      expect(y + height).toBeLessThanOrEqual(button.y);
    }
    await expect(save).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});
