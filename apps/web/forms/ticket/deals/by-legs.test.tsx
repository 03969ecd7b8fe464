// @vitest-environment happy-dom
// The condition for offering a pair by its legs, the order of the legs, and the initial values of the two tickets.
import type { MarketRow, Side } from '@openpit/wire';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDialogs } from '../../../actions/dialogs.ts';
import { marketStore } from '../../../stores/stores.ts';
import { marketRow } from '../../../testing/rows.ts';
import { setFormatLocale } from '../../../ui/format.ts';
import { ByLegsButton, byLegs, OtherLegButton } from './by-legs.tsx';

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
  useDialogs.setState({ ticket: null });
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
    fireEvent.click(screen.getByRole('button', { name: 'Deal by legs: 1.00 better…' }));
    const { request } = useDialogs.getState().ticket ?? {};
    expect(request).toMatchObject({
      ...{ contract: 'MAR27 WMAZ', side: 'S', qty: 10, price: 4054.4, type: 'Tok', account },
      otherLeg: { contract: 'MAY27 WMAZ', side: 'B', lots: 1, perLots: 2 },
    });
    const leg = request?.kind === 'order' ? request.otherLeg : undefined;
    if (leg === undefined) throw new Error('no other leg');
    const sent = { activeOrderSeq: 41, state: 'Filled', remaining: 0, dealt: 7 } as const;
    render(<OtherLegButton sent={sent} leg={leg} account={account} size="medium" />);
    fireEvent.click(screen.getByRole('button', { name: 'Other leg: buy 3 MAY27 WMAZ…' }));
    expect(useDialogs.getState().ticket?.request).toMatchObject({ contract: 'MAY27 WMAZ', qty: 3, account });
  });

  it('offers no other leg while nothing has dealt', () => {
    const sent = { activeOrderSeq: 41, state: 'Cancelled', remaining: 0, dealt: 0 } as const;
    const leg = { contract: 'MAY27 WMAZ', side: 'B', lots: 1, perLots: 1 } as const;
    render(<OtherLegButton sent={sent} leg={leg} account={account} size="medium" />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
