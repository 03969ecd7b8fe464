import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noToasts, useToasts } from '../notices/toasts.ts';
import { forgetWork, useUnsentForms } from '../stores/kept-work.ts';
import { signedOut, useSession } from '../stores/session.ts';
import { marketStore } from '../stores/stores.ts';
import { marketRow } from '../testing/rows.ts';
import { type NewOrderRequest, useDialogs } from './dialogs.ts';
import { askToCloseTicket, closeTicket, keepTicket, openTicket } from './ticket.ts';

const request: NewOrderRequest = {
  kind: 'order',
  contract: 'DEC26 WMAZ',
  side: 'B',
  price: 4035.2,
  qty: 7,
  type: 'Normal',
  anchor: null,
};
const ticket = () => useDialogs.getState().ticket;

beforeEach(() => {
  useUnsentForms.setState({ ticket: undefined, dialog: undefined });
  useToasts.setState(noToasts, true);
  closeTicket();
  marketStore.clear();
  marketStore.merge([marketRow('DEC26 WMAZ', { offer: 4035.2, offerQty: 20 })]);
});
afterEach(() => {
  forgetWork();
  useSession.setState(signedOut);
  vi.unstubAllGlobals();
});

describe('the ticket', () => {
  it('[ACT-1] keeps the row of its contract while the market is loaded again after a restart of the server', () => {
    void openTicket(request);
    const opened = ticket();
    marketStore.clear();
    marketStore.setStatus('loading');
    expect(ticket()).toBe(opened);
    expect(opened?.row).toMatchObject({ contract: 'DEC26 WMAZ', offer: 4035.2 });
  });

  it('asks before another contract replaces a ticket with input, and stays if the user continues typing', async () => {
    marketStore.merge([marketRow('MAR27 WMAZ', { offer: 4060, offerQty: 20 })]);
    await openTicket(request);
    useUnsentForms.setState({ ticket: { name: 'Buy 37 DEC26 WMAZ', fields: { qtyText: '37' } } });
    const second = openTicket({ ...request, contract: 'MAR27 WMAZ' });
    expect(useDialogs.getState().question?.question).toMatchObject({
      title: 'Discard your input?',
      sentence: '“Buy 37 DEC26 WMAZ” has not been sent.',
    });
    useDialogs.getState().question?.answer('no');
    await second;
    expect(ticket()?.request.contract).toBe('DEC26 WMAZ');
    const third = openTicket({ ...request, contract: 'MAR27 WMAZ' });
    useDialogs.getState().question?.answer('yes');
    await third;
    expect(ticket()?.request.contract).toBe('MAR27 WMAZ');
  });

  it('is restored with all input by the notice of its closing', async () => {
    await openTicket(request);
    useUnsentForms.setState({ ticket: { name: 'Buy 37 DEC26 WMAZ', fields: { qtyText: '37' } } });
    closeTicket();
    useUnsentForms.setState({ ticket: undefined });
    expect(ticket()).toBeNull();
    const { showing } = useToasts.getState();
    expect(showing?.message).toBe('“Buy 37 DEC26 WMAZ” was closed before it was done.');
    showing?.action?.run();
    await expect.poll(ticket).toMatchObject({ request, draft: { qtyText: '37' } });
  });

  it.each([
    ['is restored after the page was loaded again', 'Tok', true],
    ['is not restored if another version kept it', 1, false],
  ])('%s', (_, type, isRestored) => {
    const row = marketRow('DEC26 WMAZ');
    const ticketOfPage = { request, row, draft: { type, qtyText: '37' } };
    const work = JSON.stringify({ userId: 'u1', at: Date.now(), ticket: ticketOfPage });
    vi.stubGlobal('sessionStorage', { getItem: () => work, setItem: () => {}, removeItem: () => {} });
    useSession.setState({ hqAccess: { userId: 'u1' } as never });
    keepTicket();
    expect(ticket()?.draft).toEqual(isRestored ? ticketOfPage.draft : undefined);
  });

  it('asks before Back closes a ticket with input', async () => {
    await openTicket(request);
    await askToCloseTicket();
    expect(ticket()).toBeNull();
    await openTicket(request);
    useUnsentForms.setState({ ticket: { name: 'Buy 37 DEC26 WMAZ', fields: { qtyText: '37' } } });
    const asked = askToCloseTicket();
    useDialogs.getState().question?.answer('no');
    await asked;
    expect(ticket()).not.toBeNull();
  });

  it('is replaced by another one, which has a new number', () => {
    void openTicket(request);
    const first = ticket();
    void openTicket({ ...request, qty: 3 });
    expect(ticket()?.request).toMatchObject({ qty: 3 });
    expect(ticket()?.number).not.toBe(first?.number);
  });

  it('does not open for a contract that is not in the market, and keeps the open one', () => {
    void openTicket(request);
    void openTicket({ ...request, contract: 'DEC99 WMAZ' });
    expect(ticket()?.request.contract).toBe('DEC26 WMAZ');
    closeTicket();
    expect(ticket()).toBeNull();
  });
});
