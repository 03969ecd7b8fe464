import { beforeEach, describe, expect, it } from 'vitest';
import type { NewOrderRequest } from '../actions/order-form-request.ts';
import { marketStore } from '../stores/stores.ts';
import { marketRow } from '../testing/rows.ts';
import { closeTicket, openTicket, useTicket } from './ticket.ts';

const request: NewOrderRequest = {
  kind: 'order',
  contract: 'DEC26 WMAZ',
  side: 'B',
  price: 4035.2,
  qty: 7,
  type: 0,
  anchor: null,
};
const ticket = () => useTicket.getState().ticket;

beforeEach(() => {
  closeTicket();
  marketStore.clear();
  marketStore.merge([marketRow('DEC26 WMAZ', { offer: 4035.2, offerQty: 20 })]);
});

describe('the ticket', () => {
  it('[ACT-1] keeps the row of its contract while the market is loaded again after a restart of the server', () => {
    openTicket(request);
    const opened = ticket();
    marketStore.clear();
    marketStore.setStatus('loading');
    expect(ticket()).toBe(opened);
    expect(opened?.row).toMatchObject({ contract: 'DEC26 WMAZ', offer: 4035.2 });
  });

  it('gives way to another one, which has a number of its own', () => {
    openTicket(request);
    const first = ticket();
    openTicket({ ...request, qty: 3 });
    expect(ticket()?.request).toMatchObject({ qty: 3 });
    expect(ticket()?.number).not.toBe(first?.number);
  });

  it('does not open for a contract that is not in the market, and leaves the open one alone', () => {
    openTicket(request);
    openTicket({ ...request, contract: 'DEC99 WMAZ' });
    expect(ticket()?.request.contract).toBe('DEC26 WMAZ');
    closeTicket();
    expect(ticket()).toBeNull();
  });
});
