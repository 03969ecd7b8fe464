// Pictures of the whole workspace and of its states.
import { desk, type Picture } from './picture.ts';

const states = [
  'stale',
  'connecting',
  'down',
  'notReady',
  'empty',
  'loading',
  'error',
  'unknownPanel',
] as const;

export const statePictures: readonly Picture[] = [
  { name: 'workspace', on: 'desktop', query: '' },
  {
    name: 'close-futures',
    on: 'desktop',
    query: '',
    scale: 2,
    clip: { x: 180, y: 0, width: 780, height: 260 },
  },
  {
    name: 'close-orders',
    on: 'desktop',
    query: '',
    scale: 2,
    clip: { x: 180, y: 590, width: 980, height: 310 },
  },
  {
    name: 'close-depth',
    on: 'desktop',
    query: '',
    scale: 2,
    clip: { x: 1140, y: 0, width: 460, height: 620 },
  },
  { name: 'compact', on: 'desktop', query: 'compact=1', themes: ['light'] },
  ...states.map((state): Picture => ({ name: `state-${state}`, on: 'desktop', query: `state=${state}` })),
  ...['', 'backOffice', 'market', 'silo', 'calculator'].map(
    (layout): Picture => ({ name: `denied-${layout}`, on: 'desktop', query: `layout=${layout}&denied=1` }),
  ),
  desk('flash-background', 'flash=background&moving=1', async (page) => {
    await page.locator('[class*="flashUp"], [class*="flashDown"]').first().waitFor({ state: 'attached' });
  }),
  {
    name: 'close-own',
    on: 'desktop',
    query: 'layout=own',
    scale: 2,
    clip: { x: 180, y: 0, width: 960, height: 560 },
  },
  desk('toolbar', '', async (page) => {
    await page.keyboard.press('Alt+t');
    await page.getByRole('toolbar').getByText('Prices are live').waitFor();
  }),
  desk('rail', '', async (page) => {
    await page.getByRole('button', { name: 'Collapse' }).click();
  }),
  desk('save-as', '', async (page) => {
    await page.getByRole('button', { name: 'Save as…' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  desk('keyboard-focus', '', async (page) => {
    await page.keyboard.press('F6');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
  }),
  {
    name: 'zoom-200',
    on: 'desktop',
    query: '',
    size: { width: 800, height: 450 },
    scale: 2,
    themes: ['light'],
  },
];
