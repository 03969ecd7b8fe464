// The largest amounts that the market accepts, driven through whole days (decision 34): every amount is an exact integer, and no cent
// is lost or created.
import { maxAccountCash, maxAccountLots, maxLotFee, maxLotValue, maxPriceOf, maxRate } from '@openpit/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMoney, asPrice, lots, volatility } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import type { Outcome } from '../outcome.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { account, dealMarket, openDealMarket, part } from '../testing/deal-market.ts';
import { anOrder, rejectionOf, type TestMarket } from '../testing/test-market.ts';
import { upgraded, venueUpgrades } from '../upgrade.ts';
import { Venue, type VenueSnapshot } from '../venue.ts';

const instrument = (code: string, tonsPerContract: number, tick: number) => {
  const fee = asPrice(Math.floor(maxLotFee / tonsPerContract));
  return {
    code,
    name: code,
    tonsPerContract,
    tick: asPrice(tick),
    settlement: 'cash' as const,
    dailyLimit: null,
    initialMargin: asMoney(maxLotValue),
    classSpreadMargin: asMoney(maxLotValue),
    volatilityRange: volatility(maxRate),
    marginGroup: 'all',
    bookingFee: { own: { future: fee, option: fee }, client: { future: fee, option: fee } },
    strikes: { near: asPrice(tick * 100), far: asPrice(tick * 1000), nearSteps: 1 },
  };
};
const months = [
  { year: 2026, month: 12 },
  { year: 2027, month: 3 },
];
const sizes = [
  { code: 'HUGE', tons: 1_000_000, tick: 1, first: 1 },
  { code: 'GOLD', tons: 1, tick: 10_000, first: 3 },
];
const atLimit: ReferenceData = {
  ...dealMarket,
  market: { ...dealMarket.market, selfMatch: 'allow', vatPercent: 100 },
  instruments: sizes.map(({ code, tons, tick }) => instrument(code, tons, tick)),
  futures: sizes.flatMap(({ code, tons, tick, first }) =>
    months.map((month, at) => ({
      instrument: code,
      ...month,
      displaySeq: first + at,
      mtm: asPrice(maxPriceOf({ tonsPerContract: tons, tick })),
      openInterest: 0,
    })),
  ),
  // They expire on the third day.
  options: sizes.map(({ code, tons, tick, first }) => ({
    instrument: code,
    year: 2026,
    month: 12,
    displaySeq: 100 * first,
    strikes: [
      asPrice(maxPriceOf({ tonsPerContract: tons, tick })),
      asPrice(maxPriceOf({ tonsPerContract: tons, tick }) / 10),
    ],
    curve: { atTheMoney: volatility(20_000), skewBelow: volatility(0), skewAbove: volatility(0) },
  })),
  splits: sizes.map(({ code, first }) => ({
    instrument: code,
    near: { year: 2026, month: 12 },
    far: { year: 2027, month: 3 },
    displaySeq: 1_000 * first,
  })),
  spreads: [],
};

const users = { abdul: ['KAND', '9996S'], denise: ['VELD', '8001V'], mpho: ['MIEL', '5044M'] } as const;

function openAtLimit(): TestMarket {
  const market = openDealMarket(atLimit);
  market.operate({ kind: 'setInterestRate', rate: maxRate });
  for (const userId of Object.keys(users)) {
    market.operate({ kind: 'grantPermissions', userId, flags: ['exerciseOption'] });
    market.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(1_000_000) });
  }
  return market;
}

/** Fails for an amount above the exact integers, in whatever field. Deltas of options are fractions. */
function requireExact(value: unknown): void {
  const json = JSON.stringify(value, (_name, field) => {
    if (typeof field === 'number' && !Number.isSafeInteger(field) && Math.abs(field) > 1_000_000)
      throw new Error(`${field} is not exact`);
    return field as unknown;
  });
  expect(json).not.toContain('null,null,null');
}

function requireConserved(market: TestMarket): void {
  const { accounts, paid } = market.venue.snapshot().clearing;
  const held = accounts.reduce((sum, { balance, margin }) => sum + BigInt(balance) + BigInt(margin), 0n);
  expect(held).toBe(BigInt(paid));
}

const contracts = sizes.flatMap(({ code, tons, tick }) => {
  const max = maxPriceOf({ tonsPerContract: tons, tick });
  const strike = (max / 100).toFixed(max % 100 === 0 ? 0 : 2);
  return [
    ...['DEC26', 'MAR27'].map((month) => ({ contract: `${month} ${code}`, max, tick, isDelta: false })),
    ...['C', 'P'].map((type) => ({ contract: `DEC26 ${code} ${strike} ${type}`, max, tick, isDelta: false })),
    { contract: `DEC26 ${code} ${strike} P D`, max, tick, isDelta: true },
    { contract: `DEC26-MAR27 ${code}`, max, tick, isDelta: false },
  ];
});
const user = fc.constantFrom(...(Object.keys(users) as (keyof typeof users)[]));
const quantity = fc.constantFrom(
  1,
  99,
  1_000,
  maxAccountLots / 4,
  maxAccountLots / 2,
  maxAccountLots,
  1_000_000,
);
const contract = fc.constantFrom(...contracts);
const side = fc.constantFrom('B' as const, 'S' as const);
/** A price as a share of the largest price. */
const share = fc.constantFrom(-0.75, 0, 0.1, 0.25, 0.5, 0.75, 1);
const number = fc.integer({ min: 1, max: 30 });

type Step = (market: TestMarket) => void;
const operate =
  (command: Command): Step =>
  (market) =>
    void market.operate(command);

interface Terms {
  readonly contract: (typeof contracts)[number];
  readonly size: number;
  readonly share: number;
}
function sendOrder(
  market: TestMarket,
  { contract: { contract, max, tick, isDelta }, size, share }: Terms,
  sender: { userId: keyof typeof users; isClient: boolean; side: 'B' | 'S'; isHeld?: boolean },
): void {
  const { userId, isClient, side, isHeld = false } = sender;
  const [member, client] = users[userId];
  market.by(userId, {
    ...anOrder,
    contract,
    side,
    lots: lots(size),
    price: asPrice(isDelta ? 0 : Math.round((share * max) / tick) * tick),
    ...(isDelta ? { volatility: volatility(10_000), reference: asPrice(max) } : {}),
    capacity: isClient ? 'A' : 'P',
    principal: isClient ? client : member,
    holdOverUntil: isHeld ? '2026-11-20' : null,
  });
}
const terms = fc.record({ contract, size: quantity, share });
const order = fc.tuple(terms, user, side, fc.boolean(), fc.boolean()).map(
  ([terms, userId, side, isClient, isHeld]): Step =>
    (market) => {
      sendOrder(market, terms, { userId, side, isClient, isHeld });
    },
);
/** Two users deal, and perhaps back again at another price, several times. */
const trade = fc.tuple(terms, user, user, fc.boolean(), fc.option(share), fc.constantFrom(1, 2, 12)).map(
  ([terms, buyer, seller, isClient, back, times]): Step =>
    (market) => {
      for (let time = 0; time < times; time += 1) {
        sendOrder(market, terms, { userId: buyer, side: 'B', isClient });
        sendOrder(market, terms, { userId: seller, side: 'S', isClient: !isClient });
        if (back === null) continue;
        const returned = { ...terms, share: back };
        sendOrder(market, returned, { userId: seller, side: 'B', isClient: !isClient });
        sendOrder(market, returned, { userId: buyer, side: 'S', isClient });
      }
    },
);
const report = fc.tuple(user, user, contract, side, quantity, number).map(
  ([userId, other, { contract, max }, side, size, unmatchedSeq]): Step =>
    (market) => {
      const [principal] = users[userId];
      const counterparty = users[other][0];
      market.by(userId, {
        kind: 'insertUnmatchedDeal',
        contract,
        side,
        lots: lots(size),
        price: asPrice(max),
        counterparty,
        ...account(principal),
      });
      for (const seq of [unmatchedSeq, unmatchedSeq % 5])
        market.by(other, {
          kind: 'acceptUnmatchedDeal',
          unmatchedSeq: seq,
          version: 1,
          ...account(counterparty),
        });
    },
);
const dealAction = fc.tuple(user, number, quantity).map(
  ([userId, dealSeq, size]): Step =>
    (market) => {
      const [member, client] = users[userId];
      market.by(userId, { kind: 'correctDealPrinciple', dealSeq, ...account(client) });
      const { lots: whole = lots(2) } = market.deals.find((deal) => deal.dealSeq === dealSeq) ?? {};
      const first = Math.min(size, whole - 1);
      const subAccount = member === 'KAND' ? 'PROP' : null;
      const parts = [part(first, member, subAccount), part(whole - first, client)];
      market.by(userId, { kind: 'splitDeal', dealSeq, parts });
      market.by(userId, { kind: 'cumulateDeal', dealSeqs: [dealSeq, dealSeq + 2], averagePrice: true });
    },
);
const correction = fc.tuple(number, contract, share).map(
  ([matchSeq, { max, tick }, share]): Step =>
    (market) => {
      const price = asPrice(Math.round((share * max) / tick) * tick);
      market.operate({ kind: 'repriceDeal', matchSeq, price, reason: 'test' });
      market.operate({ kind: 'cancelDeal', matchSeq: matchSeq + 1, reason: 'test' });
    },
);
const payment = fc
  .tuple(user, fc.constantFrom(-1, 1), fc.constantFrom(1, maxAccountCash, maxAccountCash / 2))
  .map(([userId, sign, cents]) =>
    operate({ kind: 'recordPayment', principal: users[userId][0], amount: asMoney(sign * cents) }),
  );
const endDay = fc.constant(operate({ kind: 'endDay' }));
const steps = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: trade },
    { weight: 4, arbitrary: order },
    { weight: 2, arbitrary: report },
    { weight: 2, arbitrary: dealAction },
    correction,
    payment,
    endDay,
  ),
  { minLength: 20, maxLength: 60 },
);

describe('the largest amounts that the market accepts', () => {
  it('stay exact through whole days, and no cent is lost or created', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const market = openAtLimit();
        for (const step of [...steps, ...[1, 2, 3].map(() => operate({ kind: 'endDay' }))]) {
          step(market);
          // A restarted venue forgets the room that it knows, and must decide the same.
          if (market.lastEvents.some(({ kind }) => kind === 'dayEnded')) market.restart();
        }
        for (const { events } of market.outcomes) requireExact(events);
        requireExact(market.memory());
        requireConserved(market);
        const replayed = new Venue();
        for (const command of market.journal) replayed.handle(command);
        expect(replayed.stateHash()).toBe(market.venue.stateHash());
      }),
      { numRuns: 40 },
    );
  });
});

describe('an account at its largest size', () => {
  const gold = contracts.find(({ contract }) => contract === 'MAR27 GOLD') ?? contracts[0];
  const send = (market: TestMarket, userId: keyof typeof users, side: 'B' | 'S', size: number, share = 1) => {
    if (gold === undefined) throw new Error('no gold');
    sendOrder(market, { contract: gold, size, share }, { userId, side, isClient: false });
    return rejectionOf(market.outcomes.at(-1) as Outcome);
  };
  const full = () => {
    const market = openAtLimit();
    send(market, 'abdul', 'B', maxAccountLots);
    send(market, 'denise', 'S', maxAccountLots);
    return market;
  };

  it('may only close positions, by orders, reports and moved deals', () => {
    const market = full();
    expect(send(market, 'abdul', 'B', 1)).toBe('accountTooLarge');
    const terms = { contract: 'MAR27 GOLD', lots: lots(1), price: asPrice(maxLotValue) };
    const reported = {
      kind: 'insertUnmatchedDeal',
      ...terms,
      counterparty: 'MIEL',
      ...account('KAND'),
    } as const;
    expect(rejectionOf(market.by('abdul', { ...reported, side: 'B' }))).toBe('accountTooLarge');
    expect(rejectionOf(market.by('abdul', { ...reported, side: 'S' }))).toBeNull();
    const toVeld = { ...reported, counterparty: 'VELD', side: 'S', ...account('MIEL') } as const;
    market.by('mpho', { ...toVeld, side: 'B' });
    const accept = { kind: 'acceptUnmatchedDeal', unmatchedSeq: 2, version: 1, ...account('VELD') } as const;
    expect(market.by('denise', accept).verdict).toMatchObject({
      rejection: { code: 'accountTooLarge', details: { principal: 'VELD', what: 'lots' } },
    });
    expect(send(market, 'abdul', 'S', maxAccountLots)).toBeNull();
    expect(send(market, 'abdul', 'S', 1)).toBe('accountTooLarge');
  });

  it('is not named to the member on the other side', () => {
    const market = openAtLimit();
    const terms = { contract: 'MAR27 GOLD', lots: lots(1), price: asPrice(maxLotValue), side: 'B' } as const;
    market.by('abdul', { kind: 'insertUnmatchedDeal', ...terms, counterparty: 'MIEL', ...account('KAND') });
    send(market, 'abdul', 'B', maxAccountLots);
    const accept = { kind: 'acceptUnmatchedDeal', unmatchedSeq: 1, version: 1, ...account('MIEL') } as const;
    expect(market.by('mpho', accept).verdict).toMatchObject({
      rejection: { code: 'accountTooLarge', details: { what: 'lots' } },
    });
    expect(JSON.stringify(market.outcomes.at(-1)?.verdict)).not.toContain('KAND');
  });

  it('has room again when its orders have left, and never another account’s', () => {
    const market = openAtLimit();
    send(market, 'abdul', 'B', maxAccountLots, 0.5);
    expect(send(market, 'abdul', 'B', 1, 0.5)).toBe('accountTooLarge');
    expect(send(market, 'mpho', 'B', maxAccountLots, 0.5)).toBeNull();
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: 1 });
    expect(send(market, 'abdul', 'B', maxAccountLots, 0.5)).toBeNull();
  });

  it('gets the same answers after a restart, when its orders are not tracked yet', () => {
    const market = openAtLimit();
    send(market, 'abdul', 'B', maxAccountLots - 500, 0.5);
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq: 1 });
    expect(send(market, 'abdul', 'B', 300, 0.5)).toBeNull();
    expect(send(market, 'abdul', 'B', 201, 0.5)).toBe('accountTooLarge');
    market.restart();
    expect(send(market, 'abdul', 'B', 201, 0.5)).toBe('accountTooLarge');
    expect(send(market, 'abdul', 'B', 200, 0.5)).toBeNull();
  });

  it('counts both sides of a double, which enter together', () => {
    const market = openAtLimit();
    const double = (size: number) =>
      rejectionOf(
        market.by('abdul', {
          kind: 'insertDoubleOrder',
          contract: 'MAR27 GOLD',
          bid: { lots: lots(size), price: asPrice(maxLotValue / 2) },
          offer: { lots: lots(size), price: asPrice(maxLotValue) },
          capacity: 'P',
          principal: 'KAND',
          subAccount: null,
          ref: '',
          cancelOther: false,
        }),
      );
    expect([double(maxAccountLots / 2 + 1), double(maxAccountLots / 2)]).toEqual(['accountTooLarge', null]);
  });

  it('cannot be paid more than the market clears, but can always settle', () => {
    const market = full();
    const pay = (cents: number) =>
      rejectionOf(market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(cents) }));
    expect([pay(maxAccountCash + 1), pay(maxAccountCash), pay(1), pay(-maxAccountCash)]).toEqual([
      'paymentTooLarge',
      null,
      'paymentTooLarge',
      null,
    ]);
  });
});

describe('a market of rules before version 12', () => {
  /** As one dealer could make it with ten thousand orders of a million lots. */
  const grown = (): TestMarket => {
    const market = openAtLimit();
    send3(market);
    const snapshot = JSON.parse(JSON.stringify(market.venue.snapshot())) as VenueSnapshot;
    const positions = snapshot.positions.positions.map((position) => {
      const factor = 9_999_999_999;
      return {
        ...position,
        bought: lots(position.bought * factor),
        sold: lots(position.sold * factor),
        net: position.net * factor,
        cost: position.cost * factor + position.net,
      };
    });
    market.venue = Venue.from({ ...snapshot, positions: { ...snapshot.positions, positions } });
    return market;
  };
  const send3 = (market: TestMarket) => {
    const contract = contracts.find(({ contract }) => contract === 'MAR27 GOLD') ?? contracts[0];
    if (contract === undefined) throw new Error('no gold');
    const deal = { contract, size: 7, share: 1 };
    sendOrder(market, deal, { userId: 'abdul', side: 'B', isClient: false });
    sendOrder(market, deal, { userId: 'denise', side: 'S', isClient: false });
  };

  it('ends its days with larger positions, which may only be closed', () => {
    const market = grown();
    for (let day = 0; day < 3; day += 1) {
      market.operate({ kind: 'endDay' });
      expect(market.lastEvents.some(({ kind }) => kind === 'dayEnded')).toBe(true);
      market.restart();
    }
    requireConserved(market);
    send3(market);
    expect(market.outcomes.slice(-2).map(rejectionOf)).toEqual(['accountTooLarge', 'accountTooLarge']);
  });

  it('is upgraded with the sum of its accounts', () => {
    const accounts = [
      { balance: Number.MAX_SAFE_INTEGER, margin: 10 },
      { balance: Number.MAX_SAFE_INTEGER, margin: 0 },
    ];
    const others = { mtm: {}, orders: { orders: [] }, positions: { positions: [] } };
    const saved = { ...others, clearing: { accounts, paid: 1 } };
    const after = upgraded(saved, { from: 11, to: 12, steps: venueUpgrades });
    expect(after).toMatchObject({ clearing: { accounts, paid: '18014398509481992' } });
  });
});
