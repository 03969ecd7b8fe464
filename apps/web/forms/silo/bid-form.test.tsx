// @vitest-environment happy-dom
// The account of a bid, which follows from positions that may arrive after the form has opened.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores } from '../../stores/stores.ts';
import { accountOfUser } from '../../testing/rows.ts';
import { siloOfferRow, siloPositionRow } from '../../testing/silo-rows.ts';
import { setMarketInPage } from '../../transport/market-in-page.ts';
import { storesFlushed } from '../testing/trading-user.ts';
import { BidForm } from './bid-form.tsx';

beforeEach(() => {
  // A market that never answers: the test sets the rows.
  const never = new Promise<never>(() => undefined);
  setMarketInPage({
    call: () => never,
    connect: () => ({
      state: 'Connecting',
      on: () => undefined,
      onreconnected: () => undefined,
      onclose: () => undefined,
      start: () => never,
      stop: async () => undefined,
      invoke: () => never,
    }),
    frame: (screens) => screens,
  });
  const clients = [{ code: 'FARM1', name: 'A farm', type: 'client' }];
  useSession.setState({ hqAccess: accountOfUser({ clients } as never) });
});
afterEach(() => {
  cleanup();
  useSession.setState({ hqAccess: null });
  setMarketInPage(null);
});

const account = () => (screen.getByRole('combobox', { name: 'For' }) as HTMLSelectElement).value;
const leads = () => screen.queryByText('This bid would lead.');

it('[SILO-2] a bid is for the account that is long, and leads only if the account may bid', async () => {
  render(
    <ScreenPortContext value={createScreenPort()}>
      <BidForm offer={siloOfferRow()} bid={null} onClose={() => undefined} />
    </ScreenPortContext>,
  );
  await act(async () => {
    dataSetStores.siloPositions.replaceAll([siloPositionRow({ principal: 'FARM1', net: 5 })]);
    dataSetStores.siloPositions.setStatus('success');
    await storesFlushed();
  });
  expect(account()).toBe('FARM1');
  expect(leads()).not.toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'For' }), { target: { value: 'KAND' } });
  expect(account()).toBe('KAND');
  expect(leads()).toBeNull();
});
