// @vitest-environment happy-dom
// The condition for offering a pair by its legs, the order of the legs, and the initial values of the two tickets.
import type { MarketRow, Side } from '@openpit/wire';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PairLeg, useDialogs } from '../../../actions/dialogs.ts';
import type { SentOrder } from '../../../actions/send.ts';
import { closeTicket, openTicket } from '../../../actions/ticket.ts';
import { noToasts, useToasts } from '../../../notices/toasts.ts';
import { useUnsentForms } from '../../../stores/kept-work.ts';
import { marketStore } from '../../../stores/stores.ts';
import { marketRow } from '../../../testing/rows.ts';
import { setFormatLocale } from '../../../ui/format.ts';
import { ByLegsButton, byLegs, LegHead, OtherLegButton } from './by-legs.tsx';

const near = marketRow('MAR27 WMAZ', { displaySeq: 2, bid: 4054.4, bidQty: 40, offer: 4054.8, offerQty: 9 });
const far = marketRow('MAY27 WMAZ', { displaySeq: 3, bid: 3978, bidQty: 12, offer: 3982.2, offerQty: 30 });
const split = marketRow('MAR27-MAY27 WMAZ', {
  contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 4 },
  near: near.contract,
  far: far.contract,
});
/** A sub-account, so that a leg that loses it is noticed. */
const account = { principal: 'KAND', subAccount: 'EAST' };
const marketOf = (contract: string): MarketRow | undefined =>
  [near, far].find((row) => row.contract === contract);

const offered = (change: Partial<MarketRow>, side: Side = 'B') =>
  byLegs({ ...split, ...change }, side, marketOf);

afterEach(() => {
  cleanup();
  marketStore.clear();
  useDialogs.setState({ ticket: null, question: null });
  useUnsentForms.setState({ ticket: undefined });
  useToasts.setState(noToasts);
  setFormatLocale(undefined);
});

describe('[PANEL-4] a pair by its legs', () => {
  it('is offered only at a better price than the pair has', () => {
    // Bought at 3,982.20 and sold at 4,054.40: −72.20. Sold at 3,978.00 and bought at 4,054.80: −76.80.
    expect(offered({ offer: -72 })?.better).toBe(0.2);
    expect(offered({ offer: -72.2 })).toBeNull();
    expect(offered({ offer: -74 })).toBeNull();
    expect(offered({ offer: null })?.better).toBeNull();
    expect(offered({ bid: -77.8 }, 'S')?.better).toBe(1);
    expect(offered({ bid: -76.8 }, 'S')).toBeNull();
  });

  it('is not offered while a leg has no opposite price', () => {
    const without = (contract: string) =>
      byLegs(split, 'B', (name) => (name === contract ? marketRow(name) : marketOf(name)));
    expect([without(near.contract), without(far.contract)]).toEqual([null, null]);
  });

  it('begins with the leg that has fewer lots for the pair', () => {
    expect(offered({})?.legs.map(({ contract, side }) => `${side} ${contract}`)).toEqual([
      'B MAY27 WMAZ',
      'S MAR27 WMAZ',
    ]);
    // 40 lots of the near leg are 8 lots of a pair that contains 5 of them.
    expect(offered({ nearLots: 5 })?.legs.map(({ contract, available }) => [contract, available])).toEqual([
      ['MAR27 WMAZ', 8],
      ['MAY27 WMAZ', 30],
    ]);
  });
});

describe('[PANEL-4] the buttons of a pair by its legs', () => {
  it('opens the ticket of the first leg, killed if it does not deal, and then the second leg for the dealt lots', () => {
    setFormatLocale('en-GB');
    marketStore.replaceAll([near, far]);
    render(
      <ByLegsButton
        row={{ ...split, offer: -71.2, nearLots: 2 }}
        {...{ side: 'B', qty: 5, account, decimals: 2, marketOf }}
      />,
    );
    void openTicket({ ...sold, kind: 'order', price: 1, qty: 5, type: 'Normal', anchor: null });
    useUnsentForms.setState({ ticket: { name: 'Buy 5 MAR27-MAY27 WMAZ', fields: {} } });
    fireEvent.click(screen.getByRole('button', { name: 'Deal by legs: 1.00 better…' }));
    const { request } = useDialogs.getState().ticket ?? {};
    expect(request).toMatchObject({
      ...{ contract: 'MAR27 WMAZ', side: 'S', qty: 10, price: 4054.4, type: 'Tok', account },
      leg: {
        ...{ number: 1, pair: split.contract, sign: -1, aim: -72.2 },
        other: { contract: 'MAY27 WMAZ', side: 'B', lots: 1, perLots: 2 },
      },
    });
    // The input of the pair's ticket goes on in the leg: nothing was closed before it was done.
    expect(useToasts.getState().showing).toBeNull();
    const leg = request?.kind === 'order' ? request.leg : undefined;
    if (leg?.number !== 1) throw new Error('no first leg');
    const sent = {
      activeOrderSeq: 41,
      state: 'Filled',
      remaining: 0,
      dealt: 7,
      averagePrice: 4054.4,
    } as const;
    const first = { contract: near.contract, side: 'S' } as const;
    render(
      <form>
        <OtherLegButton {...{ sent, leg, first, account }} size="medium" />
      </form>,
    );
    expect(document.activeElement?.textContent).toMatch(/^Other leg/);
    fireEvent.click(screen.getByRole('button', { name: 'Other leg: buy 3 MAY27 WMAZ…' }));
    expect(useDialogs.getState().ticket?.request).toMatchObject({
      ...{ contract: 'MAY27 WMAZ', qty: 3, account },
      leg: {
        ...{ number: 2, pair: split.contract, sign: 1, aim: -72.2 },
        first: { contract: near.contract, side: 'S', qty: 7, price: 4054.4 },
      },
    });
  });

  it('offers no other leg while nothing has dealt', () => {
    const sent = { activeOrderSeq: 41, state: 'Cancelled', remaining: 0, dealt: 0 } as const;
    render(<OtherLegButton {...{ sent, leg: firstLeg, first: sold, account }} size="medium" />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

const sold = { contract: near.contract, side: 'S' } as const;
const firstLeg = {
  number: 1,
  pair: split.contract,
  sign: -1,
  aim: -72.2,
  other: { contract: far.contract, side: 'B', lots: 1, perLots: 1 },
} as const;
const secondLeg = {
  number: 2,
  pair: split.contract,
  sign: 1,
  aim: -72.2,
  first: { ...sold, qty: 7, price: 4054.4 },
} as const;

describe('[PANEL-4] the head of a leg', () => {
  const show = (leg: PairLeg, price: number, sent: SentOrder | null = null) => {
    const isFirst = leg.number === 1;
    const { contract, side } = isFirst ? sold : { contract: far.contract, side: 'B' as const };
    const request = { kind: 'order', contract, side, price, qty: 7, type: 'Tok', leg, anchor: null } as const;
    void openTicket(request);
    const { container } = render(<LegHead {...{ request, side, price, sent }} decimals={2} />);
    return container.textContent;
  };
  beforeEach(() => {
    setFormatLocale('en-GB');
    marketStore.replaceAll([near, far]);
  });

  it('names the pair, the difference now and the difference aimed at', () => {
    expect(show(firstLeg, 4054)).toBe('Leg 1 of 2, MAR27-MAY27 WMAZDifference −71.80 now, −72.20 aimed at');
    expect(screen.getByText('−71.80 now').hasAttribute('data-worse')).toBe(true);
    closeTicket();
    expect(useDialogs.getState().ticket).toBeNull();
  });

  it('asks before the ticket closes once one leg has dealt, until the other has been sent', async () => {
    const dealt = {
      activeOrderSeq: 41,
      state: 'Filled',
      remaining: 0,
      dealt: 7,
      averagePrice: 4054.4,
    } as const;
    expect(show(firstLeg, 4000, dealt)).toContain('Difference −72.20 now');
    closeTicket();
    const { question } = useDialogs.getState();
    expect(question?.question.sentence).toBe(
      'You have sold 7 MAR27 WMAZ. The other leg, in MAY27 WMAZ, has not been sent.',
    );
    question?.answer('no');
    await expect.poll(() => useDialogs.getState().question).toBeNull();
    expect(useDialogs.getState().ticket).not.toBeNull();

    cleanup();
    useDialogs.setState({ ticket: null });
    expect(show(secondLeg, 3983)).toContain('Difference −71.40 at this price, −72.20 aimed at');
    expect(screen.getByText('You have sold 7 MAR27 WMAZ at 4,054.40.')).not.toBeNull();
    closeTicket();
    useDialogs.getState().question?.answer('yes');
    await expect.poll(() => useDialogs.getState().ticket).toBeNull();

    cleanup();
    const reached = { ...dealt, activeOrderSeq: 42, averagePrice: 3982 };
    expect(show(secondLeg, 3983, reached)).toContain('Difference −72.40 reached');
    closeTicket();
    expect(useDialogs.getState().ticket).toBeNull();
  });
});
