// A dealer's instruction is listed to that dealer until it takes effect, even with own-only visibility (market/rights.md, Conditions). A new
// command that leaves an instruction pending fails here until it declares where it is listed.
import { asPrice, type Command, type CommandKind, lots } from '@openpit/venue';
import {
  account,
  anOrder,
  openDealMarket,
  report,
  waitingCommands,
  wholeMarket,
} from '@openpit/venue/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Projections } from './projections.ts';

const abdul = { userId: 'abdul', member: 'KAND', onlyDealer: 'ABD' };
const future = 'NOV26 WMAZ';
const option = 'DEC26 WMAZ 4040 P';
const five = lots(5);
const own = { principal: '9996S', capacity: 'A' } as const;
const bid = { ...anOrder, ...own, contract: future, lots: five, price: asPrice(399_000) } as const;

let market: ReturnType<typeof openDealMarket>;
let projections: Projections;
let applied: number;

beforeEach(() => {
  market = openDealMarket(wholeMarket);
  market.operate({
    kind: 'grantPermissions',
    userId: 'abdul',
    flags: [
      'deleteActiveOrder',
      'suspendActiveOrder',
      'suspendAllActiveOrders',
      'resubmitActiveOrder',
      'editSuspendOrder',
      'abandonOption',
      'deleteSiloCertAuctionBid',
    ],
  });
  market.operate({ kind: 'setDealerScope', userId: 'abdul', scope: 'own' });
  projections = new Projections();
  applied = 0;
});

/** Throws if the market rejects it. */
function by(command: Command, user = 'abdul'): void {
  const { verdict } = market.by(user, command);
  if (verdict.kind === 'rejected') throw new Error(`${command.kind}: ${verdict.rejection.code}`);
}
function shown(): Projections {
  for (const outcome of market.outcomes.slice(applied)) projections.apply(outcome);
  applied = market.outcomes.length;
  return projections;
}

/** Numbers and states of the dealer's own orders, reports and bids, and the abandoned lots. */
const orders = () =>
  (['activeOrders', 'preMarketOrders'] as const)
    .flatMap((set) => shown().rowsFor(set, abdul).rows)
    .map(({ activeOrderSeq }) => activeOrderSeq);
const reports = () =>
  shown()
    .rowsFor('unmatchedDeal', abdul)
    .rows.filter(({ state }) => state === 'Waiting')
    .map(({ unmatchedSeq }) => unmatchedSeq);
const bids = () =>
  shown()
    .rowsFor('siloBids', abdul)
    .rows.filter(({ state }) => state === 'Open')
    .map(({ uniqueKey }) => Number(uniqueKey));
const abandoned = () =>
  shown()
    .abandonments.of(abdul)
    .map((item) => item.lots);

/** Abdul buys for the client, and another dealer of the member sells the client's lots again. */
function bought(contract: string, quantity: number, price: number): number {
  const terms = { contract, lots: lots(quantity), price: asPrice(price) };
  market.order('denise', { ...terms, side: 'S' });
  market.order('abdul', { ...bid, ...terms });
  return market.deals.filter(({ side }) => side === 'B').at(-1)?.dealSeq ?? 0;
}
const amended = (kind: 'amendActiveOrder' | 'editSuspendOrder') =>
  ({
    kind,
    activeOrderSeq: 1,
    change: { price: asPrice(398_000), lots: null, principal: null, capacity: null },
  }) as const;
const suspend = { kind: 'suspendActiveOrder', activeOrderSeq: 1 } as const;

interface Instruction {
  readonly before?: () => void;
  readonly given: () => Command;
  readonly listed: () => readonly number[];
  readonly expected: readonly number[];
  readonly back: Command;
}
const onOrder = (given: () => Command, before?: () => void): Instruction => ({
  ...(before === undefined ? {} : { before }),
  given,
  listed: orders,
  expected: [1],
  back: { kind: 'deleteActiveOrder', activeOrderSeq: 1 },
});
const rested = () => by(bid);
const suspended = () => {
  rested();
  by(suspend);
};
const ownReport = () => ({
  ...report({ contract: future, lots: five, price: asPrice(400_000) }),
  ...account('9996S'),
});
const withdrawReport = { kind: 'deleteUnmatchedDeal', unmatchedSeq: 1 } as const;

/** `null`: a dealer with own-only visibility cannot give it. */
const instructions: Partial<Record<CommandKind, Instruction | null>> = {
  insertOrder: onOrder(() => bid),
  insertDoubleOrder: {
    ...onOrder(() => ({
      kind: 'insertDoubleOrder',
      ...own,
      contract: future,
      bid: { lots: five, price: bid.price },
      offer: { lots: five, price: asPrice(402_000) },
      cancelOther: true,
    })),
    expected: [1, 2],
  },
  amendActiveOrder: onOrder(() => amended('amendActiveOrder'), rested),
  editSuspendOrder: onOrder(() => amended('editSuspendOrder'), suspended),
  resubmitActiveOrder: onOrder(() => ({ kind: 'resubmitActiveOrder', activeOrderSeq: 1 }), suspended),
  suspendActiveOrder: onOrder(() => suspend, rested),
  suspendAllActiveOrders: onOrder(
    () => ({ kind: 'suspendAllActiveOrders', filter: {}, expectedCount: 1 }),
    rested,
  ),
  insertUnmatchedDeal: { given: ownReport, listed: reports, expected: [1], back: withdrawReport },
  editUnmatchedDeal: {
    before: () => by(ownReport()),
    given: () => ({ kind: 'editUnmatchedDeal', unmatchedSeq: 1, lots: lots(4), price: null, account: null }),
    listed: reports,
    expected: [1],
    back: withdrawReport,
  },
  assignDealToMember: {
    given: () => ({ kind: 'assignDealToMember', dealSeq: bought(future, 5, 400_000), member: 'MIEL' }),
    listed: reports,
    expected: [1],
    back: withdrawReport,
  },
  abandonOption: {
    before: () => {
      while (projectionsDay() < '2026-11-20') market.operate({ kind: 'endDay' });
      bought(option, 5, 10_000);
    },
    given: () => ({ kind: 'abandonOption', contract: option, lots: lots(3), principal: '9996S' }),
    listed: abandoned,
    expected: [3],
    back: { kind: 'abandonOption', contract: option, lots: lots(0), principal: '9996S' },
  },
  // Certificates are rows of accounts, which such a dealer does not see.
  tenderSiloCert: null,
  insertSiloCertAuctionBid: {
    before: () => {
      bought(future, 3, 400_000);
      market.operate({ kind: 'issueSiloCert', cert: certOfVeld });
      market.operate({ kind: 'beginSiloStage', stage: 'tendering', endsAt: null });
      by({ kind: 'tenderSiloCert', contract: future, siloReceiptNo: 'SR1' }, 'denise');
      market.operate({ kind: 'beginSiloStage', stage: 'bidding', endsAt: null });
    },
    given: () => ({
      kind: 'insertSiloCertAuctionBid',
      siloCertSeq: 1,
      principal: '9996S',
      premium: asPrice(1_000),
    }),
    listed: bids,
    expected: [1],
    back: { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 },
  },
};
const projectionsDay = () => shown().directory.businessDay;
const certOfVeld = {
  siloReceiptNo: 'SR1',
  instrument: 'WMAZ',
  tons: 300,
  grade: 'WM1',
  origin: 'RSA',
  location: 'BOTHA',
  season: '2026/27',
  owner: 'VELD',
  issuedOn: '2026-06-01',
  storagePaidUntil: '2026-11-18',
} as const;

describe('an instruction of a dealer with own-only visibility', () => {
  it.each(waitingCommands)('is listed to the dealer after %s, until it is taken back', (kind) => {
    const instruction = instructions[kind];
    if (instruction === undefined) throw new Error(`nothing says where ${kind} is listed`);
    if (instruction === null) return;
    instruction.before?.();
    by(instruction.given());
    expect(instruction.listed()).toEqual(instruction.expected);
    by(instruction.back);
    expect(instruction.listed()).toEqual(instruction.expected.slice(1));
  });

  it('stays listed unchanged although the account sells its position, even after a restart', () => {
    instructions.abandonOption?.before?.();
    by({ kind: 'abandonOption', contract: option, lots: lots(3), principal: '9996S' });
    market.order('denise', { contract: option, lots: five, price: asPrice(10_000), side: 'B' });
    market.order('bongi', { ...bid, contract: option, lots: lots(4), price: asPrice(10_000), side: 'S' });
    const saved = JSON.parse(JSON.stringify(shown().save())) as ReturnType<Projections['save']>;
    projections = Projections.from(saved);
    expect(abandoned()).toEqual([3]);
    // A user who sees the account sees how many are left, and who gave the instruction.
    const everything = { userId: 'bongi', member: 'KAND' };
    expect(projections.abandonments.of(everything)).toMatchObject([{ lots: 1, dealer: 'ABD' }]);
    expect(projections.abandonments.of({ ...everything, onlyDealer: 'BON' })).toEqual([]);
    market.operate({ kind: 'endDay' });
    expect(abandoned()).toEqual([]);
  });
});
