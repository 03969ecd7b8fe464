// @vitest-environment happy-dom
// The sums of the positions, which the toolbar and the footer of Positions show at the same time.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dataSetStores } from '../../../stores/stores.ts';
import { positionRow } from '../../../testing/rows.ts';
import { ownContracts } from '../../../transport/hub/feeds.ts';
import { usePositionSums } from './positions.ts';

const Realised = () => <output>{usePositionSums().realised}</output>;
const shown = () => screen.getAllByRole('status').map((output) => output.textContent);
const realise = (realised: number) => {
  dataSetStores.positions.replaceAll([positionRow({ realised })]);
  ownContracts.update();
};

afterEach(() => {
  cleanup();
  dataSetStores.positions.clear();
  ownContracts.update();
});

it('[PANEL-8] shows one profit in all places, also in a place that opens between two refreshes', async () => {
  realise(100);
  render(<Realised />);
  realise(250);
  render(<Realised />);
  expect(new Set(shown()).size).toBe(1);
  await expect.poll(shown).toEqual(['250', '250']);
  cleanup();
  realise(400);
  render(<Realised />);
  expect(shown()).toEqual(['400']);
});
