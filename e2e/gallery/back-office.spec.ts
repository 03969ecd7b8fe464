// MTM, Consolidated positions and Unmatched deals with example rows: their states.
import { expect, test } from './gallery.ts';

for (const [query, mtm, consolidated, unmatched] of [
  ['state=empty', 'No MTM prices here.', 'No positions.', 'Nothing for your member to accept.'],
  [
    'state=loading',
    'Loading the MTM prices…',
    'Loading your consolidated positions…',
    'Loading your unmatched deals…',
  ],
  [
    'state=error',
    'The MTM prices could not be loaded.',
    'Your consolidated positions could not be loaded.',
    'Your unmatched deals could not be loaded.',
  ],
] as const)
  test(`[PANEL-0] [PANEL-9] [PANEL-11] [PANEL-12] MTM, Consolidated positions and Unmatched deals say why they have no rows (${query})`, async ({
    openGallery,
  }) => {
    const { workspace } = await openGallery(`layout=backOffice&${query}`);
    await expect(workspace.panel('MTM')).toContainText(mtm);
    await expect(workspace.panel('Consolidated positions')).toContainText(consolidated);
    await expect(workspace.panel('Unmatched deals')).toContainText(unmatched);
    await expect(workspace.panels.locator('[role="grid"] [data-line]')).toHaveCount(0);
  });

test('[PANEL-9] [AUTH-11] consolidated positions are not shown to a dealer with own-only visibility, and the panel says so', async ({
  openGallery,
}) => {
  const { workspace } = await openGallery('layout=backOffice&scope=own');
  const panel = workspace.panel('Consolidated positions');
  await expect(panel).toContainText('Positions are not shown to you.');
  await expect(panel.locator('[data-line]')).toHaveCount(0);
});
