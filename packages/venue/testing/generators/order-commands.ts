// Generates commands on orders, on contracts of all kinds, as dealers might send them: mostly valid, sometimes wrong in one way.
import type { Side } from '@openpit/terms';
import { addDays, type Day, isoDate, parseIsoDate } from '../../kernel/civil-date.ts';
import { asPrice, lots, type Price, volatility } from '../../kernel/units.ts';
import type { InsertOrder, OrderChange } from '../../orders/order-commands.ts';
import {
  type CommandGenerator,
  type MarketUser,
  oneOf,
  someUser,
  submissionOf,
  userOf,
  type WeightedGenerator,
} from '../command-generator.ts';
import type { RandomValues } from '../random-values.ts';
import type { ModelContract, ModelOrder, ReferenceMarket } from '../reference-market.ts';
import { accountsOf } from '../whole-market.ts';

const busiest = ['DEC26 WMAZ', 'MAR27 WMAZ'] as const;

export function someContract(model: ReferenceMarket, random: RandomValues): ModelContract {
  if (!random.oneIn(3)) return model.contract(random.pick(busiest));
  if (random.oneIn(4)) return model.contract(random.pick(model.pairs) ?? busiest[0]);
  return model.contract(random.pick(model.names) ?? busiest[0]);
}

interface Priced extends Pick<InsertOrder, 'volatility' | 'reference'> {
  readonly price: Price;
}
type PricedOrder = InsertOrder & Priced;

const onTick = (price: number, tick: number): Price => asPrice(Math.round(price / tick) * tick);

/** A price near the current one; for options and deltas often a volatility. */
function somePrice(model: ReferenceMarket, contract: ModelContract, random: RandomValues): Priced {
  const { listing, tick, mtm, last } = contract;
  const steps = random.between(-3, 3);
  if (listing.underlying === undefined) return { price: asPrice((last ?? mtm) + steps * tick) };
  const future = model.contract(listing.underlying);
  if (random.oneIn(2)) {
    const reference = random.oneIn(4) ? asPrice(future.mtm + random.between(-20, 20) * future.tick) : null;
    const sigma = (listing.kind === 'delta' ? mtm : (listing.volatility ?? 2_500)) + steps * 50;
    return { price: asPrice(0), volatility: volatility(sigma), reference };
  }
  if (listing.kind === 'option') return { price: onTick(Math.max(mtm + steps * 4 * tick, tick), tick) };
  const option = model.contract(listing.contract.replace(/ D$/, ''));
  return { price: onTick(Math.max(option.mtm + steps * 100, option.tick), option.tick) };
}

/** The day that is this many days after the business day. */
const day = (model: ReferenceMarket, after: number): string =>
  isoDate(addDays(parseIsoDate(model.businessDay) ?? (0 as Day), after));

function anOrder(model: ReferenceMarket, random: RandomValues, { member, dealer }: MarketUser): PricedOrder {
  const contract = someContract(model, random);
  const account = random.pick(accountsOf[member] ?? []) ?? { principal: member, subAccount: null };
  const isNormal = !random.oneIn(5);
  return {
    kind: 'insertOrder',
    contract: contract.listing.contract,
    side: random.pick<Side>(['B', 'S']),
    type: isNormal ? 'Normal' : random.pick(['Tok', 'Fok']),
    lots: lots(random.between(1, 12)),
    ...somePrice(model, contract, random),
    ...account,
    capacity: account.principal === member ? 'P' : 'A',
    ref: random.oneIn(3) ? `${dealer}${random.below(5)}` : '',
    ...(isNormal && random.oneIn(8) ? { holdOverUntil: day(model, random.between(1, 4)) } : {}),
  };
}

type Mistake = (order: PricedOrder, model: ReferenceMarket, random: RandomValues) => Partial<InsertOrder>;

/** Each makes one field, or one pair of fields, wrong. */
const mistakes: readonly [Mistake, ...Mistake[]] = [
  () => ({ lots: lots(0) }),
  () => ({ lots: lots(101) }),
  ({ price }) => ({ price: asPrice(-Math.abs(price)) }),
  ({ price }) => ({ price: asPrice(price + 7) }),
  () => ({ contract: 'DEC26 WMAZ', volatility: null, reference: null, price: asPrice(480_000) }),
  () => ({ contract: 'NOV26 WMAZ', volatility: null, reference: null, price: asPrice(4_000_000) }),
  () => ({ principal: 'NOBODY' }),
  () => ({ principal: '7777X', capacity: 'A' }),
  ({ capacity }) => ({ capacity: capacity === 'P' ? 'A' : 'P' }),
  () => ({ subAccount: 'NORTH' }),
  () => ({ contract: 'DEC26 RICE' }),
  () => ({ contract: 'DEC26 WMAZ', volatility: volatility(2_500) }),
  (_order, _model, random) => ({ ...anyDelta, volatility: volatility(random.pick([0, 30_000])) }),
  () => ({
    ...anyDelta,
    contract: 'MAR27 WMAZ 4100 C',
    volatility: volatility(100),
    reference: asPrice(390_000),
  }),
  () => ({ ...anyDelta, volatility: null, price: asPrice(5_000_000) }),
  () => ({ ...anyDelta, volatility: volatility(2_700), reference: asPrice(900_000) }),
  (_order, model, random) => ({
    type: 'Normal',
    holdOverUntil: random.pick([day(model, 0), day(model, 60), '2026-12-16', 'soon']),
  }),
  (_order, model) => ({ type: 'Tok', holdOverUntil: day(model, 1) }),
  (_order, _model, random) => ({ lots: lots(60 + random.below(40)) }),
];
const anyDelta = { contract: 'MAR27 WMAZ 4060 C D', price: asPrice(0), reference: null };

const insertOrder: CommandGenerator = (model, random) => {
  const user = someUser(random);
  const order = anOrder(model, random, user);
  const wrong = random.oneIn(8) ? random.pick(mistakes)(order, model, random) : {};
  return submissionOf(user, { ...order, ...wrong }, random);
};

/** A large order at a daily limit, so that the book may be locked there. */
const insertAtLimit: CommandGenerator = (model, random) => {
  const user = someUser(random);
  const contract = random.pick(['DEC26 YMAZ', 'DEC26 WEAT', ...busiest] as const);
  const { limits, mtm } = model.contract(contract);
  const side = random.pick<Side>(['B', 'S']);
  const price = (side === 'B' ? limits?.high : limits?.low) ?? mtm;
  const order = { ...anOrder(model, random, user), type: 'Normal', holdOverUntil: null } as const;
  return submissionOf(
    user,
    { ...order, contract, side, price, volatility: null, reference: null, lots: lots(90) },
    random,
  );
};

/** A split or a spread at a difference that puts a leg outside its limits; from both sides, so that the two meet. */
const insertFarPair: CommandGenerator = (model, random) => {
  const user = someUser(random);
  const spread = model.contract('DEC26 WMAZ-YMAZ');
  // In the delivery month there are no limits, so that the price of the second-named leg could be negative.
  const isFree = model.contract('DEC26 WMAZ').limits === null;
  const contract = isFree ? spread : model.contract(random.pick(pairs));
  const { legs } = contract.listing;
  const minus = legs === undefined ? 0 : model.contract(legs.minus).mtm;
  const max = Math.max(minus, legs === undefined ? 0 : model.contract(legs.plus).mtm);
  const isHigh = isFree ? !random.oneIn(8) : random.oneIn(2);
  const furthest = max - (max % contract.tick);
  const price = isHigh ? contract.mtm + (isFree ? furthest : 30_000) : contract.mtm - furthest;
  const far = {
    ...anOrder(model, random, user),
    ...accountOf(user),
    type: 'Normal' as const,
    reference: null,
    volatility: null,
  };
  return submissionOf(
    user,
    { ...far, contract: contract.listing.contract, price: onTick(price, contract.tick) },
    random,
  );
};

const pairs = ['DEC26-MAR27 WMAZ', 'DEC26 WMAZ-YMAZ', 'DEC26 WMAZ-WEAT'] as const;
const accountOf = ({ member }: MarketUser) => ({
  principal: member,
  subAccount: null,
  capacity: 'P' as const,
});

const insertDoubleOrder: CommandGenerator = (model, random) => {
  const user = someUser(random);
  const {
    kind: _kind,
    side: _side,
    type: _type,
    lots: quantity,
    price,
    volatility: sigma,
    ...terms
  } = anOrder(model, random, user);
  const { tick } = model.contract(terms.contract);
  const width = random.between(-1, 8);
  const isPriced = sigma === undefined || sigma === null;
  const offer = isPriced
    ? { price: asPrice(price + width * tick) }
    : { price, volatility: volatility(sigma + width * 20) };
  return submissionOf(
    user,
    {
      kind: 'insertDoubleOrder',
      ...terms,
      bid: { lots: quantity, price, ...(isPriced ? {} : { volatility: sigma }) },
      offer: { lots: lots(random.between(random.oneIn(30) ? 0 : 1, 9)), ...offer },
      cancelOther: random.oneIn(2),
    },
    random,
  );
};

/** An open order and a dealer who may act on it; rarely a number that no order has. */
function someOrder(
  model: ReferenceMarket,
  random: RandomValues,
): { user: MarketUser; order: ModelOrder | undefined; activeOrderSeq: number } {
  const held = random.oneIn(2) ? oneOf(model.heldOver, random) : undefined;
  const order = random.oneIn(30) ? undefined : (held ?? oneOf(model.orders, random));
  const user = order === undefined ? someUser(random) : userOf(order.owner.member, random);
  return { user, order, activeOrderSeq: order?.activeOrderSeq ?? 999_999 };
}

const actOnOrder: CommandGenerator = (model, random) => {
  const { user, order, activeOrderSeq } = someOrder(model, random);
  const isSuspended = order?.status === 'suspended';
  const kind = random.oneIn(6)
    ? random.pick(['deleteActiveOrder', 'suspendActiveOrder', 'resubmitActiveOrder'])
    : isSuspended
      ? random.pick(['deleteActiveOrder', 'resubmitActiveOrder', 'resubmitActiveOrder'])
      : random.pick(['deleteActiveOrder', 'suspendActiveOrder']);
  return submissionOf(user, { kind, activeOrderSeq }, random);
};

const reduceActiveOrder: CommandGenerator = (model, random) => {
  const { user, order, activeOrderSeq } = someOrder(model, random);
  const left = random.between(
    random.oneIn(8) ? 0 : 1,
    Math.max((order?.remaining ?? 2) - (random.oneIn(8) ? 0 : 1), 1),
  );
  return submissionOf(user, { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(left) }, random);
};

const changeOrder: CommandGenerator = (model, random) => {
  const { user, order, activeOrderSeq } = someOrder(model, random);
  const contract = model.contract(order?.contract ?? busiest[0]);
  const { price, volatility: sigma = null, reference = null } = somePrice(model, contract, random);
  const account = random.oneIn(4) ? random.pick(accountsOf[user.member] ?? []) : undefined;
  const isPriced = !random.oneIn(3);
  const change: OrderChange = {
    price: isPriced && sigma === null ? price : null,
    ...(isPriced && sigma !== null ? { volatility: sigma, reference } : {}),
    lots: random.oneIn(3) ? lots(random.between(random.oneIn(10) ? 0 : 1, 12)) : null,
    principal: account?.principal ?? null,
    capacity: random.oneIn(40) ? 'A' : null,
    ...(account === undefined || random.oneIn(2) ? {} : { subAccount: account.subAccount }),
    ...(random.oneIn(10)
      ? { holdOver: { until: random.oneIn(3) ? null : day(model, random.between(1, 4)) } }
      : {}),
  };
  const isSuspended = order?.status === 'suspended';
  const kind =
    isSuspended !== random.oneIn(6) ? ('editSuspendOrder' as const) : ('amendActiveOrder' as const);
  return submissionOf(user, { kind, activeOrderSeq, change }, random);
};

const actOnAll: CommandGenerator = (model, random) => {
  const user = someUser(random);
  const filter = {
    instrument: random.oneIn(4) ? 'WMAZ' : null,
    contract: random.oneIn(2) ? someContract(model, random).listing.contract : null,
    principal: random.oneIn(3) ? (random.pick(accountsOf[user.member] ?? [])?.principal ?? null) : null,
    dealer: random.oneIn(4) ? user.dealer : null,
    ...(random.oneIn(6) ? { dealers: [user.dealer] } : {}),
  };
  const includeHoldOver = random.oneIn(3) ? { includeHoldOver: false } : {};
  const kind = random.pick(['cancelAllActiveOrders', 'suspendAllActiveOrders']);
  return submissionOf(user, { kind, filter, ...includeHoldOver, expectedCount: 0 }, random);
};

const addStrike: CommandGenerator = (_model, random) => {
  const strike = random.pick([
    402_000, 404_000, 408_000, 420_000, 440_000, 401_000, 406_000, 460_000, 1_000_000,
  ]);
  const contractDate = random.pick(['MAR27', 'MAR27', 'DEC26', 'NOV26']);
  return submissionOf(
    someUser(random),
    { kind: 'addStrike', instrument: 'WMAZ', contractDate, strike: asPrice(strike) },
    random,
  );
};

export const generators: readonly WeightedGenerator[] = [
  [300, insertOrder],
  [40, insertDoubleOrder],
  [12, insertFarPair],
  [3, insertAtLimit],
  [90, actOnOrder],
  [40, reduceActiveOrder],
  [60, changeOrder],
  [8, actOnAll],
  [8, addStrike],
];
