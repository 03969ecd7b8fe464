// Orders of all kinds on contracts of all types as a dealer might send them, mostly taken and sometimes wrong in one way: drawn from
// what the market is at that moment. For property tests only.
import type { Command, InsertOrder, OrderChange } from '../commands.ts';
import { addDays, isoDate, parseIsoDate } from '../kernel/civil-date.ts';
import type { Submission } from '../kernel/ports.ts';
import { type Cents, cents, lots, type Side, volatility } from '../kernel/units.ts';
import type { Draw } from './draw.ts';
import type { MarketTwin, TwinContract, TwinOrder } from './market-twin.ts';
import { accountsOf, marketUsers } from './whole-market.ts';

export type Move = (twin: MarketTwin, draw: Draw) => Submission;
export type MarketUser = (typeof marketUsers)[number];

const noUser: MarketUser = { userId: 'KAND/NOB', member: 'KAND', dealer: 'NOB' };

const dealingUsers = marketUsers.filter(({ member }) => member !== 'SLAP');
const usersOf = new Map(
  marketUsers.map(({ member }) => [member, marketUsers.filter((user) => user.member === member)]),
);

/** A dealer; now and then one of the member that is not active, or nobody. */
export function someUser(draw: Draw): MarketUser {
  if (draw.once(200)) return noUser;
  return draw.pick(draw.once(60) ? marketUsers : dealingUsers) ?? noUser;
}

/** A dealer of the member, now and then of another one. */
export function userOf(member: string, draw: Draw): MarketUser {
  if (draw.once(40)) return someUser(draw);
  return draw.pick(usersOf.get(member) ?? marketUsers) ?? noUser;
}

export function sent(user: MarketUser, command: Command, draw: Draw): Submission {
  const requestId = draw.once(10) ? `r${draw.below(300)}` : null;
  return { by: { kind: 'user', userId: user.userId }, requestId, command };
}

/** One of what there is, by a walk to a drawn place. */
export function oneOf<T>(all: ReadonlyMap<number, T>, draw: Draw): T | undefined {
  let place = draw.below(Math.max(all.size, 1));
  for (const one of all.values()) {
    if (place === 0) return one;
    place -= 1;
  }
  return undefined;
}

export const busiest = ['DEC26 WMAZ', 'MAR27 WMAZ'] as const;

export function someContract(twin: MarketTwin, draw: Draw): TwinContract {
  if (!draw.once(3)) return twin.contract(draw.pick(busiest));
  if (draw.once(4)) return twin.contract(draw.pick(twin.pairs) ?? busiest[0]);
  return twin.contract(draw.pick(twin.names) ?? busiest[0]);
}

type Priced = Pick<InsertOrder, 'price'> & Pick<Partial<InsertOrder>, 'volatility' | 'reference'>;

const onTick = (price: number, tick: number): Cents => cents(Math.round(price / tick) * tick);

/** A price near to where the contract stands; options and deltas often by volatility. */
export function somePrice(twin: MarketTwin, contract: TwinContract, draw: Draw): Priced {
  const { listing, tick, mtm, last } = contract;
  const steps = draw.between(-3, 3);
  if (listing.underlying === undefined) return { price: cents((last ?? mtm) + steps * tick) };
  const future = twin.contract(listing.underlying);
  if (draw.once(2)) {
    const reference = draw.once(4) ? cents(future.mtm + draw.between(-20, 20) * future.tick) : null;
    const sigma = (listing.contractType === 5 ? mtm : (listing.volatility ?? 2_500)) + steps * 50;
    return { price: cents(0), volatility: volatility(sigma), reference };
  }
  if (listing.contractType === 2) return { price: onTick(Math.max(mtm + steps * 4 * tick, tick), tick) };
  const option = twin.contract(listing.contract.replace(/ D$/, ''));
  return { price: onTick(Math.max(option.mtm + steps * 100, option.tick), option.tick) };
}

const day = (twin: MarketTwin, after: number): string =>
  isoDate(addDays(parseIsoDate(twin.businessDay) ?? addDays(0 as never, 0), after));

function anOrder(twin: MarketTwin, draw: Draw, { member, dealer }: MarketUser): InsertOrder {
  const contract = someContract(twin, draw);
  const account = draw.pick(accountsOf[member] ?? []) ?? { principal: member, subAccount: null };
  const isNormal = !draw.once(5);
  return {
    kind: 'insertOrder',
    contract: contract.listing.contract,
    side: draw.pick<Side>(['B', 'S']),
    type: isNormal ? 'Normal' : draw.pick(['Tok', 'Fok']),
    lots: lots(draw.between(1, 12)),
    ...somePrice(twin, contract, draw),
    ...account,
    capacity: account.principal === member ? 'P' : 'A',
    ref: draw.once(3) ? `${dealer}${draw.below(5)}` : '',
    ...(isNormal && draw.once(8) ? { holdOverUntil: day(twin, draw.between(1, 4)) } : {}),
  };
}

type Spoil = (order: InsertOrder, twin: MarketTwin, draw: Draw) => Partial<InsertOrder>;

/** Each is one thing wrong with an order. */
const spoils: readonly [Spoil, ...Spoil[]] = [
  () => ({ lots: lots(0) }),
  () => ({ lots: lots(101) }),
  ({ price }) => ({ price: cents(-Math.abs(price)) }),
  ({ price }) => ({ price: cents(price + 7) }),
  () => ({ contract: 'DEC26 WMAZ', volatility: null, reference: null, price: cents(480_000) }),
  () => ({ contract: 'NOV26 WMAZ', volatility: null, reference: null, price: cents(4_000_000) }),
  () => ({ principal: 'NOBODY' }),
  () => ({ principal: '7777X', capacity: 'A' }),
  ({ capacity }) => ({ capacity: capacity === 'P' ? 'A' : 'P' }),
  () => ({ subAccount: 'NORTH' }),
  () => ({ contract: 'DEC26 RICE' }),
  () => ({ contract: 'DEC26 WMAZ', volatility: volatility(2_500) }),
  (_order, _twin, draw) => ({ ...anyDelta, volatility: volatility(draw.pick([0, 30_000])) }),
  () => ({
    ...anyDelta,
    contract: 'MAR27 WMAZ 4100 C',
    volatility: volatility(100),
    reference: cents(390_000),
  }),
  () => ({ ...anyDelta, volatility: null, price: cents(5_000_000) }),
  () => ({ ...anyDelta, volatility: volatility(2_700), reference: cents(900_000) }),
  (_order, twin, draw) => ({
    type: 'Normal',
    holdOverUntil: draw.pick([day(twin, 0), day(twin, 60), '2026-12-16', 'soon']),
  }),
  (_order, twin) => ({ type: 'Tok', holdOverUntil: day(twin, 1) }),
  (_order, _twin, draw) => ({ lots: lots(60 + draw.below(40)) }),
];
const anyDelta = { contract: 'MAR27 WMAZ 4060 C D', price: cents(0), reference: null };

export const insertOrder: Move = (twin, draw) => {
  const user = someUser(draw);
  const order = anOrder(twin, draw, user);
  const wrong = draw.once(8) ? draw.pick(spoils)(order, twin, draw) : {};
  return sent(user, { ...order, ...wrong }, draw);
};

/** So much at a limit of the day that the book may be locked there. */
export const insertAtLimit: Move = (twin, draw) => {
  const user = someUser(draw);
  const contract = draw.pick(['DEC26 YMAZ', 'DEC26 WEAT', ...busiest] as const);
  const { limits, mtm } = twin.contract(contract);
  const side = draw.pick<Side>(['B', 'S']);
  const price = (side === 'B' ? limits?.high : limits?.low) ?? mtm;
  const order = { ...anOrder(twin, draw, user), type: 'Normal', holdOverUntil: null } as const;
  return sent(
    user,
    { ...order, contract, side, price, volatility: null, reference: null, lots: lots(90) },
    draw,
  );
};

/** A split or a spread so far off that a leg could not be dealt: from both sides, so that the two meet. */
export const insertFarPair: Move = (twin, draw) => {
  const user = someUser(draw);
  const spread = twin.contract('DEC26 WMAZ-YMAZ');
  // In the delivery month there are no limits, and a leg could come to less than nothing.
  const isFree = twin.contract('DEC26 WMAZ').limits === null;
  const contract = isFree ? spread : twin.contract(draw.pick(pairs));
  const { legs } = contract.listing;
  const minus = legs === undefined ? 0 : twin.contract(legs.minus).mtm;
  const most = Math.max(minus, legs === undefined ? 0 : twin.contract(legs.plus).mtm);
  const isHigh = draw.once(isFree ? 8 : 2);
  const price = isHigh ? contract.mtm + 30_000 : contract.mtm - most + (most % contract.tick);
  const far = {
    ...anOrder(twin, draw, user),
    ...accountOf(user),
    type: 'Normal' as const,
    reference: null,
    volatility: null,
  };
  return sent(
    user,
    { ...far, contract: contract.listing.contract, price: onTick(price, contract.tick) },
    draw,
  );
};

const pairs = ['DEC26-MAR27 WMAZ', 'DEC26 WMAZ-YMAZ', 'DEC26 WMAZ-WEAT'] as const;
const accountOf = ({ member }: MarketUser) => ({
  principal: member,
  subAccount: null,
  capacity: 'P' as const,
});

export const insertDoubleOrder: Move = (twin, draw) => {
  const user = someUser(draw);
  const {
    kind: _kind,
    side: _side,
    type: _type,
    lots: quantity,
    price,
    volatility: sigma,
    ...terms
  } = anOrder(twin, draw, user);
  const { tick } = twin.contract(terms.contract);
  const width = draw.between(-1, 8);
  const isPriced = sigma === undefined || sigma === null;
  const offer = isPriced
    ? { price: cents(price + width * tick) }
    : { price, volatility: volatility(sigma + width * 20) };
  return sent(
    user,
    {
      kind: 'insertDoubleOrder',
      ...terms,
      bid: { lots: quantity, price, ...(isPriced ? {} : { volatility: sigma }) },
      offer: { lots: lots(draw.between(draw.once(30) ? 0 : 1, 9)), ...offer },
      cancelOther: draw.once(2),
    },
    draw,
  );
};

/** An open order and a dealer who may act on it; now and then a number that nobody has. */
function someOrder(
  twin: MarketTwin,
  draw: Draw,
): { user: MarketUser; order: TwinOrder | undefined; activeOrderSeq: number } {
  const held = draw.once(2) ? oneOf(twin.heldOver, draw) : undefined;
  const order = draw.once(30) ? undefined : (held ?? oneOf(twin.orders, draw));
  const user = order === undefined ? someUser(draw) : userOf(order.owner.member, draw);
  return { user, order, activeOrderSeq: order?.activeOrderSeq ?? 999_999 };
}

export const actOnOrder: Move = (twin, draw) => {
  const { user, order, activeOrderSeq } = someOrder(twin, draw);
  const isAway = order !== undefined && order.stands === 'suspended';
  const kind = draw.once(6)
    ? draw.pick(['deleteActiveOrder', 'suspendActiveOrder', 'resubmitActiveOrder'])
    : isAway
      ? draw.pick(['deleteActiveOrder', 'resubmitActiveOrder', 'resubmitActiveOrder'])
      : draw.pick(['deleteActiveOrder', 'suspendActiveOrder']);
  return sent(user, { kind, activeOrderSeq }, draw);
};

export const reduceActiveOrder: Move = (twin, draw) => {
  const { user, order, activeOrderSeq } = someOrder(twin, draw);
  const left = draw.between(
    draw.once(8) ? 0 : 1,
    Math.max((order?.remaining ?? 2) - (draw.once(8) ? 0 : 1), 1),
  );
  return sent(user, { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(left) }, draw);
};

export const changeOrder: Move = (twin, draw) => {
  const { user, order, activeOrderSeq } = someOrder(twin, draw);
  const contract = twin.contract(order?.contract ?? busiest[0]);
  const { price, volatility: sigma = null, reference = null } = somePrice(twin, contract, draw);
  const account = draw.once(4) ? draw.pick(accountsOf[user.member] ?? []) : undefined;
  const isPriced = !draw.once(3);
  const change: OrderChange = {
    price: isPriced && sigma === null ? price : null,
    ...(isPriced && sigma !== null ? { volatility: sigma, reference } : {}),
    lots: draw.once(3) ? lots(draw.between(draw.once(10) ? 0 : 1, 12)) : null,
    principal: account?.principal ?? null,
    capacity: draw.once(40) ? 'A' : null,
    ...(account === undefined || draw.once(2) ? {} : { subAccount: account.subAccount }),
    ...(draw.once(10) ? { holdOver: { until: draw.once(3) ? null : day(twin, draw.between(1, 4)) } } : {}),
  };
  const isAway = order?.stands === 'suspended';
  const kind = isAway !== draw.once(6) ? ('editSuspendOrder' as const) : ('amendActiveOrder' as const);
  return sent(user, { kind, activeOrderSeq, change }, draw);
};

export const actOnAll: Move = (twin, draw) => {
  const user = someUser(draw);
  const filter = {
    instrument: draw.once(4) ? 'WMAZ' : null,
    contract: draw.once(2) ? someContract(twin, draw).listing.contract : null,
    principal: draw.once(3) ? (draw.pick(accountsOf[user.member] ?? [])?.principal ?? null) : null,
    dealer: draw.once(4) ? user.dealer : null,
  };
  const includeHoldOver = draw.once(3) ? { includeHoldOver: false } : {};
  const kind = draw.pick(['cancelAllActiveOrders', 'suspendAllActiveOrders']);
  return sent(user, { kind, filter, ...includeHoldOver, expectedCount: 0 }, draw);
};

export const addStrike: Move = (_twin, draw) => {
  const strike = draw.pick([
    402_000, 404_000, 408_000, 420_000, 440_000, 401_000, 406_000, 460_000, 1_000_000,
  ]);
  const contractDate = draw.pick(['MAR27', 'MAR27', 'DEC26', 'NOV26']);
  return sent(
    someUser(draw),
    { kind: 'addStrike', instrument: 'WMAZ', contractDate, strike: cents(strike) },
    draw,
  );
};
