// Plays every cell of the table of conditions (kernel/act-conditions.ts): prepares the act, creates the condition and tries the act. The
// act must be rejected if the table says that the market asks. Otherwise it must take effect, and the table must say why.
import { permissionFlags } from '@openpit/terms';
import { beforeEach, describe, expect, it } from 'vitest';
import { actsOfCommands } from './acts-of-commands.ts';
import { type ActName, acts, type Condition, conditions, conditionTable } from './kernel/act-conditions.ts';
import { asMoney, asPrice, lots } from './kernel/units.ts';
import type { Command, CommandKind, EventKind } from './modules.ts';
import type { Outcome } from './outcome.ts';
import { account, openDealMarket, part, report } from './testing/deal-market.ts';
import { waitingCommands, wholeMarket, withdrawnBy } from './testing/index.ts';
import { anOrder, rejectionOf, type TestMarket } from './testing/test-market.ts';

const future = 'NOV26 WMAZ';
const option = 'DEC26 WMAZ 4040 P';
const groups = ['deliveryMonth', 'other', 'world'] as const;
const five = lots(5);

/** A market with all its users' permissions. Abdul acts for client 9996S of KAND; Bongi is the other dealer of KAND. */
let market: TestMarket;
/** Groups that a phase opens. */
let opened: readonly (typeof groups)[number][];

beforeEach(() => {
  market = openDealMarket(wholeMarket);
  for (const userId of ['abdul', 'bongi', 'denise', 'mpho'])
    market.operate({ kind: 'grantPermissions', userId, flags: permissionFlags });
  opened = groups;
});

const begin = (phase: 'closed' | 'preOpen' | 'continuous' | 'admin', of: typeof opened = groups) =>
  market.operate({ kind: 'beginPhase', groups: of, phase, dueAt: null, next: null, opensAt: null });
const bid = {
  ...anOrder,
  contract: future,
  lots: five,
  price: asPrice(399_000),
  capacity: 'A',
  principal: '9996S',
} as const;

/** 9996S has bought from VELD, by the orders of this dealer of KAND; returns the number of its deal. */
function bought({ by = 'bongi', contract = future, quantity = 5, price = 400_000 } = {}): number {
  const terms = { contract, lots: lots(quantity), price: asPrice(price) };
  market.order('denise', { ...terms, side: 'S' });
  market.order(by, { ...bid, ...terms });
  return market.deals.filter(({ side }) => side === 'B').at(-1)?.dealSeq ?? 0;
}

/** The same, and a sale that leaves the account flat: giving the purchase away takes it to -5. */
function boughtAndSold(): number {
  const dealSeq = bought();
  const terms = { contract: future, lots: five, price: asPrice(400_000) };
  market.order('denise', { ...terms, side: 'B' });
  market.order('bongi', { ...bid, ...terms, side: 'S' });
  return dealSeq;
}

const rested = (fields: object = {}): number => market.order('bongi', { ...bid, ...fields }).activeOrderSeq;
function suspended(): number {
  const activeOrderSeq = rested();
  market.by('bongi', { kind: 'suspendActiveOrder', activeOrderSeq });
  return activeOrderSeq;
}
function reported(): number {
  const { verdict } = market.by('bongi', {
    ...report({ contract: future, lots: five, price: asPrice(400_000) }),
    ...account('9996S'),
  });
  return verdict.kind === 'accepted' && verdict.answer?.kind === 'unmatched'
    ? verdict.answer.unmatchedSeq
    : 0;
}
const endDays = (until: string): void => {
  while (dayOf() < until) market.operate({ kind: 'endDay' });
};
const dayOf = () => new Date(market.reference.businessDay * 86_400_000).toISOString().slice(0, 10);
const siloCert = (owner: string) => ({
  siloReceiptNo: 'SR1',
  instrument: 'WMAZ',
  tons: 300,
  grade: 'WM1',
  origin: 'RSA',
  location: 'BOTHA',
  season: '2026/27',
  owner,
  issuedOn: '2026-06-01',
  storagePaidUntil: '2026-11-18',
});
const stage = (to: 'tendering' | 'bidding' | 'deciding') =>
  market.operate({ kind: 'beginSiloStage', stage: to, endsAt: null });
const tender = (userId: string) =>
  market.by(userId, { kind: 'tenderSiloCert', contract: future, siloReceiptNo: 'SR1' });
const placeBid = () =>
  market.by('abdul', {
    kind: 'insertSiloCertAuctionBid',
    siloCertSeq: 1,
    principal: '9996S',
    premium: asPrice(1_000),
  });

/** 9996S is long three lots, and VELD tenders a certificate for them. */
function tendered(): void {
  bought({ quantity: 3 });
  market.operate({ kind: 'issueSiloCert', cert: siloCert('VELD') });
  stage('tendering');
  tender('denise');
  stage('bidding');
}
const award = (): boolean => {
  stage('deciding');
  return did(market.operate({ kind: 'awardSiloLots' }), 'siloDelivered');
};
/** The put is in the money by R5. */
function longPut(): void {
  const terms = { contract: option, lots: five, price: asPrice(10_000) };
  market.order('denise', { ...terms, side: 'S' });
  market.order('bongi', { ...bid, ...terms });
}
const onPut = (kind: 'exerciseOption' | 'abandonOption') =>
  ({ kind, contract: option, lots: five, principal: '9996S' }) as const;

const accepted = (outcome: Outcome): boolean => rejectionOf(outcome) === null;
const did = (outcome: Outcome, kind: EventKind): boolean =>
  accepted(outcome) && outcome.events.some((event) => event.kind === kind);

interface Play {
  /** Prepares the act; returns a function that tries it and reports whether it took effect. */
  readonly prepare: () => () => boolean;
  readonly instrument?: string;
  /** The condition comes before the preparation: prepared work does not outlive a day. */
  readonly isPreparedAfterExpiry?: boolean;
  /** The day after the last trading day of its contract; 2026-11-24 by default. */
  readonly expiredOn?: string;
  /** The accounts on both sides; 9996S by default. */
  readonly accounts?: readonly string[];
  /** The members on both sides; KAND by default. */
  readonly members?: readonly string[];
  /** The dealer who is stopped; null, all of the member, by default. */
  readonly dealer?: string;
  /** The acting user; Abdul by default. */
  readonly user?: string;
  /** Opens a phase for the groups that are left open. */
  readonly isOpening?: boolean;
}

const amended = (kind: 'amendActiveOrder' | 'editSuspendOrder', activeOrderSeq: number) =>
  ({
    kind,
    activeOrderSeq,
    change: { price: asPrice(398_000), lots: null, principal: null, capacity: null },
  }) as const;
const by = (command: Command, user = 'abdul') => accepted(market.by(user, command));
const onDeal =
  (commandOf: (dealSeq: number) => Command, make: () => number = bought): Play['prepare'] =>
  () => {
    const dealSeq = make();
    return () => by(commandOf(dealSeq));
  };

const plays: Readonly<Record<ActName, Play>> = {
  order: { prepare: () => () => by(bid) },
  double: {
    prepare: () => () => {
      const offer = { lots: five, price: asPrice(402_000) };
      const { contract, principal, capacity, lots: quantity, price } = bid;
      const own = { contract, principal, capacity, ref: '', cancelOther: false };
      return by({ kind: 'insertDoubleOrder', bid: { lots: quantity, price }, offer, ...own });
    },
  },
  packageOrder: {
    prepare: () => () => by({ ...bid, contract: 'DEC26 WMAZ-YMAZ', price: asPrice(15_000) }),
    instrument: 'YMAZ',
    expiredOn: '2026-12-24',
  },
  amend: {
    prepare: () => {
      const seq = rested();
      return () => by(amended('amendActiveOrder', seq));
    },
  },
  edit: {
    prepare: () => {
      const seq = suspended();
      return () => by(amended('editSuspendOrder', seq));
    },
  },
  resubmit: {
    prepare: () => {
      const activeOrderSeq = suspended();
      return () => by({ kind: 'resubmitActiveOrder', activeOrderSeq });
    },
  },
  heldOverReturn: {
    prepare: () => {
      rested({ holdOverUntil: '2026-11-23' });
      begin('closed');
      market.operate({ kind: 'endDay' });
      return () => did(begin('continuous', opened), 'orderRested');
    },
    isOpening: true,
    user: 'bongi',
  },
  auctionOpening: {
    prepare: () => {
      begin('preOpen');
      market.order('denise', { contract: future, side: 'S', price: asPrice(399_000), lots: five });
      rested();
      return () => did(begin('continuous', opened), 'dealMade');
    },
    isOpening: true,
  },
  leave: {
    prepare: () => {
      const activeOrderSeq = rested();
      return () => by({ kind: 'deleteActiveOrder', activeOrderSeq });
    },
    dealer: 'ABD',
  },
  strike: {
    prepare: () => () =>
      by({ kind: 'addStrike', instrument: 'WMAZ', contractDate: 'DEC26', strike: asPrice(406_000) }),
    expiredOn: '2026-11-21',
  },
  report: {
    prepare: () => () =>
      by({
        ...report({ contract: future, lots: five, price: asPrice(400_000) }),
        ...account('9996S'),
      }),
    members: ['KAND', 'VELD'],
  },
  editReport: {
    prepare: () => {
      const unmatchedSeq = reported();
      const change = { lots: null, price: asPrice(400_020), account: null };
      return () => by({ kind: 'editUnmatchedDeal', unmatchedSeq, ...change });
    },
    members: ['KAND', 'VELD'],
  },
  acceptReport: {
    prepare: () => {
      const unmatchedSeq = reported();
      return () =>
        by({ kind: 'acceptUnmatchedDeal', unmatchedSeq, version: 1, ...account('8001V') }, 'denise');
    },
    user: 'denise',
    accounts: ['9996S', '8001V'],
    members: ['KAND', 'VELD'],
  },
  offerDeal: {
    prepare: onDeal((dealSeq) => ({ kind: 'assignDealToMember', dealSeq, member: 'MIEL' }), boughtAndSold),
    members: ['KAND', 'MIEL'],
    accounts: ['9996S'],
  },
  acceptOffer: {
    prepare: () => {
      const dealSeq = boughtAndSold();
      market.by('bongi', { kind: 'assignDealToMember', dealSeq, member: 'MIEL' });
      const accept = { kind: 'acceptUnmatchedDeal', unmatchedSeq: 1, version: 1 } as const;
      return () => by({ ...accept, ...account('5044M') }, 'mpho');
    },
    user: 'mpho',
    accounts: ['9996S', '5044M'],
    members: ['KAND', 'MIEL'],
  },
  tripartite: {
    prepare: onDeal(
      (dealSeq) => ({ kind: 'tripartiteDeal', dealSeq, client: '5044M', carryingMember: 'MIEL' }),
      boughtAndSold,
    ),
    accounts: ['9996S', '5044M'],
    members: ['KAND', 'MIEL'],
  },
  split: {
    prepare: onDeal((dealSeq) => ({
      kind: 'splitDeal',
      dealSeq,
      parts: [part(2, '9104K'), part(3, '9104K')],
    })),
    accounts: ['9104K'],
  },
  cumulate: {
    prepare: () => {
      const dealSeqs = [bought(), bought()];
      return () => by({ kind: 'cumulateDeal', dealSeqs });
    },
  },
  correctPrincipal: {
    prepare: onDeal((dealSeq) => ({ kind: 'correctDealPrinciple', dealSeq, ...account('9104K') })),
    accounts: ['9104K'],
  },
  subAccount: {
    prepare: onDeal((dealSeq) => ({ kind: 'subAccountChange', dealSeq, subAccount: 'EAST' })),
  },
  exercise: {
    prepare: () => {
      longPut();
      begin('admin');
      return () => by(onPut('exerciseOption'));
    },
    expiredOn: '2026-11-21',
  },
  assignment: {
    prepare: () => {
      longPut();
      begin('admin');
      return () => did(market.by('abdul', onPut('exerciseOption')), 'optionExercised');
    },
    accounts: ['VELD'],
    members: ['VELD'],
    expiredOn: '2026-11-21',
  },
  abandon: {
    prepare: () => {
      endDays('2026-11-20');
      longPut();
      return () => by(onPut('abandonOption'));
    },
    expiredOn: '2026-11-21',
  },
  tender: {
    prepare: () => {
      bought({ quantity: 3 });
      market.operate({ kind: 'issueSiloCert', cert: siloCert('VELD') });
      return () => {
        stage('tendering');
        return accepted(tender('denise'));
      };
    },
    accounts: ['VELD'],
    members: ['VELD'],
    user: 'denise',
  },
  bid: {
    prepare: () => {
      bought({ quantity: 3 });
      market.operate({ kind: 'issueSiloCert', cert: siloCert('VELD') });
      return () => {
        stage('tendering');
        tender('denise');
        stage('bidding');
        return accepted(placeBid());
      };
    },
  },
  award: {
    prepare: () => {
      tendered();
      placeBid();
      return award;
    },
    accounts: ['9996S', 'VELD'],
    members: ['KAND', 'VELD'],
  },
  allocation: {
    prepare: () => {
      tendered();
      return award;
    },
    accounts: ['9996S', 'VELD'],
    members: ['KAND', 'VELD'],
  },
  endOfDay: {
    prepare: () => {
      endDays('2026-11-20');
      longPut();
      return () => did(endDay(), 'optionExercised');
    },
    accounts: ['9996S', 'VELD'],
    members: ['KAND', 'VELD'],
    expiredOn: '2026-11-21',
  },
  errorTrade: {
    prepare: () => {
      bought();
      return () => accepted(market.operate({ kind: 'cancelDeal', matchSeq: 1, reason: 'typed wrong' }));
    },
  },
};

/** The command with the events that its slices have led to. */
function endDay(): Outcome {
  market.operate({ kind: 'endDay' });
  const [outcome] = market.outcomes.slice(-1);
  if (outcome === undefined) throw new Error('nothing happened');
  return outcome;
}

const parts: Readonly<Record<Condition, (play: Play) => readonly (string | null)[]>> = {
  halted: () => [null],
  phase: () => [null],
  expired: () => [null],
  stopped: ({ members = ['KAND'] }) => members,
  inactive: ({ accounts = ['9996S'], members = [] }) => [...accounts, ...members],
  quantity: () => [null],
  position: ({ accounts = ['9996S'] }) => accounts,
  margin: ({ accounts = ['9996S'] }) => accounts,
  ownOnly: () => [null],
};

/** Makes the condition true, for one of the parties where there are several. */
function apply(condition: Condition, play: Play, party: string): void {
  const { user: userId = 'abdul', instrument = 'WMAZ' } = play;
  switch (condition) {
    case 'halted':
      market.operate({ kind: 'haltInstrument', instrument, reason: 'crop estimate' });
      break;
    case 'phase':
      if (play.isOpening === true) opened = ['world'];
      else begin('closed');
      break;
    case 'expired':
      endDays(play.expiredOn ?? '2026-11-24');
      break;
    case 'stopped':
      market.operate({ kind: 'stopTrading', member: party, dealer: play.dealer ?? null, reason: 'unpaid' });
      break;
    case 'inactive': {
      const client = wholeMarket.clients.find(({ code }) => code === party);
      const change = { name: 'Not active', active: false, subAccount: null };
      market.operate(
        client === undefined
          ? { kind: 'putMember', code: party, branch: null, ...change }
          : { kind: 'putClient', code: party, member: client.member, ...change },
      );
      break;
    }
    case 'quantity':
      market.operate({ kind: 'limitOrderQuantity', userId, maxLots: lots(1) });
      break;
    case 'position':
      market.operate({ kind: 'limitPosition', principal: party, maxLots: lots(1) });
      break;
    case 'margin':
      market.operate({ kind: 'limitMargin', principal: party, maxMargin: asMoney(1) });
      break;
    case 'ownOnly':
      market.operate({ kind: 'setDealerScope', userId, scope: 'own' });
  }
  const outcome = market.outcomes.at(-1);
  if (outcome !== undefined && rejectionOf(outcome) !== null)
    throw new Error(JSON.stringify(outcome.verdict));
}

const cells = acts.flatMap((act) =>
  conditions.flatMap((condition) =>
    parts[condition](plays[act]).map((party) => ({
      act,
      condition,
      party: party ?? '',
      cell: conditionTable[act][condition],
    })),
  ),
);

describe('the table of conditions', () => {
  it.each(acts)('has a %s that takes effect if no condition prevents it', (act) => {
    expect(plays[act].prepare()()).toBe(true);
  });

  it.each(cells)('holds for $act and $condition $party', ({ act, condition, party, cell }) => {
    const play = plays[act];
    const isFirst = condition === 'expired' && (act === 'award' || act === 'allocation' || act === 'bid');
    if (isFirst) {
      bought({ quantity: 3 });
      market.operate({ kind: 'issueSiloCert', cert: siloCert('VELD') });
      apply(condition, play, party);
      stage('tendering');
      tender('denise');
      stage('bidding');
      const isPlaced = act === 'allocation' || accepted(placeBid());
      expect(act === 'bid' ? isPlaced : award()).toBe(true);
      return;
    }
    const attempt = play.prepare();
    apply(condition, play, party);
    expect(attempt()).toBe(cell !== 'checked' && 'because' in cell);
  });

  it.each([
    ['a report', 'acceptReport'],
    ['an assigned deal', 'acceptOffer'],
  ] as const)('also requires of %s, for the dealer for whom it is accepted', (_what, act) => {
    if (act === 'acceptReport')
      market.by('denise', {
        ...report({ contract: future, lots: five, price: asPrice(400_000), counterparty: 'KAND' }),
        ...account('VELD'),
      });
    else {
      const terms = { contract: future, lots: five, price: asPrice(400_000) };
      market.order('mpho', { ...terms, side: 'B', principal: '5044M', capacity: 'A' });
      market.order('denise', { ...terms, side: 'S' });
      const dealSeq = market.deals.find(({ owner }) => owner.member === 'VELD')?.dealSeq ?? 0;
      market.by('denise', { kind: 'assignDealToMember', dealSeq, member: 'KAND' });
    }
    const accept = { kind: 'acceptUnmatchedDeal', unmatchedSeq: 1, version: 1, ...account('9996S') } as const;
    market.operate({ kind: 'stopTrading', member: 'KAND', dealer: 'BON', reason: 'unpaid' });
    expect(rejectionOf(market.by('abdul', { ...accept, dealer: 'BON' }))).toBe('tradingStopped');
    expect(rejectionOf(market.by('abdul', accept))).toBeNull();
  });

  it.each([
    ['offers', { kind: 'assignDealToMember', member: 'MIEL' }],
    ['passes on under an arrangement', { kind: 'tripartiteDeal', client: '5044M', carryingMember: 'MIEL' }],
  ] as const)('asks of a deal that its member %s also for its own dealer', (_what, how) => {
    const dealSeq = bought();
    market.operate({ kind: 'stopTrading', member: 'KAND', dealer: 'BON', reason: 'unpaid' });
    expect(rejectionOf(market.by('abdul', { ...how, dealSeq }))).toBe('tradingStopped');
    market.operate({ kind: 'resumeTrading', member: 'KAND', dealer: 'BON' });
    expect(rejectionOf(market.by('abdul', { ...how, dealSeq }))).toBeNull();
  });

  it('has every act in a command, except acts that only other commands cause', () => {
    const led = new Set(Object.values(actsOfCommands).flat());
    expect(acts.filter((act) => !led.has(act))).toEqual([]);
  });
});

/** The pending instructions of dealers, by command, each with the command that withdraws it. */
const instructions: Partial<Record<CommandKind, () => { given: Outcome; back: () => Outcome }>> = {
  insertOrder: () => ({
    given: market.by('abdul', bid),
    back: () => market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: 1 }),
  }),
  insertDoubleOrder: () => ({
    given: market.by('abdul', {
      kind: 'insertDoubleOrder',
      contract: future,
      bid: { lots: five, price: bid.price },
      offer: { lots: five, price: asPrice(402_000) },
      principal: '9996S',
      capacity: 'A',
      cancelOther: false,
    }),
    back: () => market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: 2 }),
  }),
  amendActiveOrder: () => {
    const activeOrderSeq = rested();
    return {
      given: market.by('abdul', amended('amendActiveOrder', activeOrderSeq)),
      back: () => market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq }),
    };
  },
  editSuspendOrder: () => {
    const activeOrderSeq = suspended();
    return {
      given: market.by('abdul', amended('editSuspendOrder', activeOrderSeq)),
      back: () => market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq }),
    };
  },
  resubmitActiveOrder: () => {
    const activeOrderSeq = suspended();
    return {
      given: market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }),
      back: () => market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }),
    };
  },
  suspendActiveOrder: () => {
    const activeOrderSeq = rested();
    return {
      given: market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq }),
      back: () => market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }),
    };
  },
  suspendAllActiveOrders: () => {
    const activeOrderSeq = rested();
    return {
      given: market.by('abdul', { kind: 'suspendAllActiveOrders', filter: {}, expectedCount: 1 }),
      back: () => market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq }),
    };
  },
  insertUnmatchedDeal: () => {
    const unmatchedSeq = reported();
    return {
      given: market.outcomes.at(-1) as Outcome,
      back: () => market.by('abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq }),
    };
  },
  editUnmatchedDeal: () => {
    const unmatchedSeq = reported();
    const change = { lots: lots(4), price: null, account: null };
    return {
      given: market.by('abdul', { kind: 'editUnmatchedDeal', unmatchedSeq, ...change }),
      back: () => market.by('abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq }),
    };
  },
  assignDealToMember: () => {
    const dealSeq = bought();
    return {
      given: market.by('abdul', { kind: 'assignDealToMember', dealSeq, member: 'MIEL' }),
      back: () => market.by('abdul', { kind: 'deleteUnmatchedDeal', unmatchedSeq: 1 }),
    };
  },
  abandonOption: () => {
    endDays('2026-11-20');
    longPut();
    return {
      given: market.by('abdul', onPut('abandonOption')),
      back: () => market.by('abdul', { ...onPut('abandonOption'), lots: lots(0) }),
    };
  },
  tenderSiloCert: () => {
    bought({ quantity: 3 });
    market.operate({ kind: 'issueSiloCert', cert: siloCert('VELD') });
    stage('tendering');
    return {
      given: tender('denise'),
      back: () => market.by('denise', { kind: 'withdrawSiloTender', siloCertSeq: 1 }),
    };
  },
  insertSiloCertAuctionBid: () => {
    tendered();
    return {
      given: placeBid(),
      back: () => market.by('abdul', { kind: 'deleteSiloCertAuctionBid', siloBidSeq: 1 }),
    };
  },
};

describe('the instructions of a dealer', () => {
  it.each(waitingCommands)('given with %s can be withdrawn until it takes effect', (kind) => {
    const instruction = instructions[kind];
    if (instruction === undefined) throw new Error(`nothing plays ${kind}`);
    const { given, back } = instruction();
    expect(given).toMatchObject({ command: kind, verdict: { kind: 'accepted' } });
    expect(back()).toMatchObject({
      command: withdrawnBy[kind],
      verdict: { kind: 'accepted' },
    });
  });
});
