// Pictures of the whole workspace and of its states.
import type { Picture } from './picture.ts';

const states = [
  'stale',
  'reconnecting',
  'down',
  'notReady',
  'empty',
  'loading',
  'error',
  'denied',
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
  {
    name: 'flash-background',
    on: 'desktop',
    query: 'flash=background&ticks=40',
    prepare: async (page) => {
      await page.locator('[class*="flashUp"], [class*="flashDown"]').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'close-own',
    on: 'desktop',
    query: 'layout=own',
    scale: 2,
    clip: { x: 180, y: 0, width: 960, height: 560 },
  },
  {
    name: 'toolbar',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.keyboard.press('Alt+t');
      await page.getByRole('toolbar').getByText('Prices are live').waitFor();
    },
  },
  {
    name: 'rail',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Collapse' }).click();
    },
  },
  {
    name: 'save-as',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Save as…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'keyboard-focus',
    on: 'desktop',
    query: '',
    prepare: async (page) => {
      await page.keyboard.press('F6');
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
        await page.keyboard.press(key);
    },
  },
  {
    name: 'zoom-200',
    on: 'desktop',
    query: '',
    size: { width: 800, height: 450 },
    scale: 2,
    themes: ['light'],
  },
];
