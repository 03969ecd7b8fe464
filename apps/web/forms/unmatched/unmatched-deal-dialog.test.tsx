// @vitest-environment happy-dom
// The dialog that changes an unmatched deal, while another dealer of the member changes it.
import { userCommands } from '@openpit/wire';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenPort, ScreenPortContext } from '../../actions/workspace-port.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
import { marketRow, unmatchedRow } from '../../testing/rows.ts';
import { type LocalServer, startLocalServer } from '../../transport/testing/local-server.ts';
import { setFormatLocale } from '../../ui/format.ts';
import { connectTradingUser, storesFlushed } from '../testing/trading-user.ts';
import { UnmatchedDealDialog } from './unmatched-deal-dialog.tsx';

const item = unmatchedRow({
  unmatchedSeq: 7,
  role: 'captured',
  side: 'S',
  qty: 5,
  price: 4060,
  version: 1,
  principal: 'KAND',
});

const sendButton = () => document.querySelector('[data-send]') as HTMLButtonElement;
const field = (name: RegExp) => screen.getByRole('textbox', { name }) as HTMLInputElement;

let server: LocalServer;
beforeEach(async () => {
  setFormatLocale('en-GB');
  server = await startLocalServer();
  connectTradingUser();
  marketStore.replaceAll([marketRow('MAR27 WMAZ', { last: 4060 })]);
  dataSetStores.unmatchedDeal.replaceAll([item]);
  dataSetStores.unmatchedDeal.setStatus('success');
  await storesFlushed();
});
afterEach(async () => {
  cleanup();
  dataSetStores.unmatchedDeal.replaceAll([]);
  marketStore.replaceAll([]);
  setFormatLocale(undefined);
  await server.close();
});

it('[ACT-12] a change is not sent before the dealer has seen the terms that a colleague has changed', async () => {
  let sent: unknown = null;
  server.answer(userCommands.editUnmatchedDeal.path, (body) => {
    sent = body;
    return { status: 422, json: { status: 422, message: 'Not now.', code: 'unmatchedDealChanged' } };
  });
  render(
    <ScreenPortContext value={createScreenPort(async () => undefined)}>
      <UnmatchedDealDialog form={{ kind: 'edit', item }} onClose={() => undefined} />
    </ScreenPortContext>,
  );
  fireEvent.change(field(/^Quantity/), { target: { value: '6' } });
  expect(sendButton().textContent).toBe('Edit: Sell 6 MAR27 WMAZ at 4,060.00 to VELD');
  await act(async () => {
    dataSetStores.unmatchedDeal.merge([{ unmatchedSeq: 7, price: 4080, version: 2 }]);
    await storesFlushed();
  });
  expect(screen.getByRole('alert').textContent).toContain(
    'Your member has changed it: now Sell 5 MAR27 WMAZ at 4,080.00 to VELD.',
  );
  expect(sendButton().dataset.tip).toBe('Look at the new terms first.');
  fireEvent.click(screen.getByRole('button', { name: 'Take the new terms' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field(/^Price/).value).toBe('4,080.00');
  expect(sendButton().textContent).toBe('Edit: Sell 6 MAR27 WMAZ at 4,080.00 to VELD');
  fireEvent.click(sendButton());
  await expect.poll(() => document.body.textContent).toContain('Not now.');
  expect(sent).toEqual({ requestId: expect.any(String), unmatchedSeq: 7, qty: 6 });
});
