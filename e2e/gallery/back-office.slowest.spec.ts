// The panels of members and accounts in every state without rows: MTM, positions, deals, money, and silo certificates.
import { expect, test } from './gallery.ts';

const panels = [
  'MTM',
  'Consolidated positions',
  'Unmatched deals',
  'Clearing',
  'Breakdown',
  'Silo certificates',
  'Silo auction',
  'Silo auction, 2',
  'Silo auction, 3',
];

for (const [query, ...texts] of [
  [
    'state=empty',
    'No MTM prices here.',
    'No positions.',
    'Nothing for your member to accept.',
    'No accounts.',
    'No breakdown yet.',
    'No silo certificates.',
    'No delivery today.',
    'No bids of your member today.',
    'Nothing to deliver or receive.',
  ],
  [
    'state=loading',
    'Loading the MTM prices…',
    'Loading your consolidated positions…',
    'Loading your unmatched deals…',
    'Loading your accounts…',
    'Loading your breakdowns…',
    'Loading your silo certificates…',
    'Loading the lots…',
    'Loading your bids…',
    'Loading your positions to deliver…',
  ],
  [
    'state=error',
    'The MTM prices could not be loaded.',
    'Your consolidated positions could not be loaded.',
    'Your unmatched deals could not be loaded.',
    'Your accounts could not be loaded.',
    'Your breakdowns could not be loaded.',
    'Your silo certificates could not be loaded.',
    'The lots could not be loaded.',
    'Your bids could not be loaded.',
    'Your positions to deliver could not be loaded.',
  ],
] as const)
  test(`[PANEL-0] [PANEL-9] [PANEL-11] [PANEL-12] [PANEL-14] [PANEL-15] [SILO-1] [SILO-2] panels say why they have no rows (${query})`, async ({
    openGallery,
  }) => {
    const { page, workspace } = await openGallery(`layout=office&${query}`);
    for (const [at, text] of texts.entries())
      await expect(workspace.panel(panels[at] ?? '')).toContainText(text);
    await expect(page.locator('[role="grid"] [data-line], [role="treegrid"] [data-line]')).toHaveCount(0);
  });

test('[PANEL-9] [PANEL-14] [PANEL-15] [SILO-1] [SILO-2] [AUTH-11] data of accounts is not shown to a dealer with own-only visibility', async ({
  openGallery,
}) => {
  const { page, workspace } = await openGallery('layout=office&scope=own');
  for (const [panel, text] of [
    ['Consolidated positions', 'Positions are not shown to you.'],
    ['Clearing', 'Clearing is not shown to you.'],
    ['Breakdown', 'Breakdowns of accounts are not shown to you.'],
    ['Silo certificates', 'Certificates are not shown to you.'],
    ['Silo auction, 3', 'Positions to deliver are not shown to you.'],
  ] as const) {
    await expect(workspace.panel(panel)).toContainText(text);
    await expect(workspace.panel(panel).locator('[data-line]')).toHaveCount(0);
  }
  const deliveries = page.getByRole('radio', { name: /^Deliveries/ });
  await deliveries.last().check({ force: true });
  await expect(workspace.panel('Silo auction, 3')).toContainText('Deliveries are not shown to you.');
});
