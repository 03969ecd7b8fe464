// Generates commands on the day's deals and unmatched deals: mostly valid, sometimes wrong in one way.
import type { Side } from '@openpit/terms';
import type { DealAccount } from '../../deal-actions/deal-commands.ts';
import { asPrice, lots } from '../../kernel/units.ts';
import type { Command } from '../../modules.ts';
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
import type { ModelDeal, ReferenceMarket } from '../reference-market.ts';
import { accountsOf } from '../whole-market.ts';
import { someContract } from './order-commands.ts';

const wrongAccounts = [
  { principal: '7777X', subAccount: null },
  { principal: '8001V', subAccount: null },
  { principal: '9996S', subAccount: 'NORTH' },
  { principal: 'NOBODY', subAccount: null },
] as const;
const members = ['VELD', 'MIEL', 'KAND', 'MIEL', 'VELD', 'KAND', 'SLAP', 'NONE'] as const;

/** Sometimes a member whose trading is stopped. */
const stoppedMember = (model: ReferenceMarket, random: RandomValues): string | undefined =>
  model.stopped.size > 0 && random.oneIn(3)
    ? [...model.stopped.values()].find(({ dealer }) => dealer === null)?.member
    : undefined;

/** A dealer of the user's member whose trading is stopped. */
const stoppedDealer = ({ stopped }: ReferenceMarket, { member }: MarketUser): string | null =>
  [...stopped.values()].find((stop) => stop.member === member && stop.dealer !== null)?.dealer ?? null;

function someAccount({ member }: MarketUser, random: RandomValues): DealAccount {
  const list = random.oneIn(15) ? wrongAccounts : (accountsOf[member] ?? wrongAccounts);
  return { ...(random.pick(list) ?? wrongAccounts[0]), capacity: random.oneIn(60) ? 'A' : null };
}

/** A deal, mostly an open one, and a dealer of its member. */
function someDeal(
  model: ReferenceMarket,
  random: RandomValues,
): { deal: ModelDeal | undefined; dealSeq: number; user: MarketUser } {
  let deal = random.oneIn(40) ? undefined : oneOf(model.deals, random);
  for (let tries = 0; tries < 4 && deal !== undefined && deal.state !== 'Open'; tries += 1)
    if (!random.oneIn(6)) deal = oneOf(model.deals, random);
  const user = deal === undefined ? someUser(random) : userOf(deal.owner.member, random);
  return { deal, dealSeq: deal?.dealSeq ?? 999_999, user };
}

const splitDeal: CommandGenerator = (model, random) => {
  const { deal, dealSeq, user } = someDeal(model, random);
  const whole = deal?.lots ?? 4;
  const count = random.oneIn(15) ? 1 : Math.max(Math.min(random.between(2, 3), whole), 2);
  let left: number = whole;
  const parts = Array.from({ length: count }, (_, at) => {
    const quantity =
      at === count - 1 ? left : random.between(left > 1 ? 1 : 0, Math.max(left - (count - at - 1), 1));
    left -= quantity;
    const dealer = random.oneIn(8) ? random.pick(['ABD', 'BON', 'DEN', 'XYZ']) : null;
    return {
      lots: lots(quantity + (random.oneIn(25) ? 1 : 0)),
      ...someAccount(user, random),
      dealer,
      ref: null,
    };
  });
  return submissionOf(user, { kind: 'splitDeal', dealSeq, parts }, random);
};

const cumulateDeal: CommandGenerator = (model, random) => {
  const { deal, dealSeq, user } = someDeal(model, random);
  const isAlike = (modelDeal: ModelDeal) =>
    deal !== undefined &&
    modelDeal.state === 'Open' &&
    modelDeal.side === deal.side &&
    modelDeal.contract === deal.contract &&
    modelDeal.origin === deal.origin &&
    modelDeal.owner.dealer === deal.owner.dealer &&
    modelDeal.owner.principal === deal.owner.principal &&
    modelDeal.owner.subAccount === deal.owner.subAccount;
  const alike = [...model.deals.values()].filter(isAlike).slice(-random.between(2, 4));
  const other = random.oneIn(5) ? oneOf(model.deals, random) : undefined;
  const named = [...alike, ...(other === undefined ? [] : [other])].map((modelDeal) => modelDeal.dealSeq);
  const dealSeqs = named.length === 0 ? [dealSeq] : named;
  return submissionOf(user, { kind: 'cumulateDeal', dealSeqs, averagePrice: !random.oneIn(3) }, random);
};

const moveDeal: CommandGenerator = (model, random) => {
  const { deal, dealSeq, user } = someDeal(model, random);
  const subAccount =
    deal?.owner.principal === '9996S'
      ? random.pick([null, 'EAST', 'WEST', 'NORTH'])
      : random.pick([null, 'EAST']);
  const command: Command = random.oneIn(2)
    ? { kind: 'subAccountChange', dealSeq, subAccount }
    : { kind: 'correctDealPrinciple', dealSeq, ...someAccount(user, random) };
  return submissionOf(user, command, random);
};

const passOnDeal: CommandGenerator = (model, random) => {
  const { dealSeq, user } = someDeal(model, random);
  if (random.oneIn(2)) {
    const member = stoppedMember(model, random) ?? random.pick(members);
    return submissionOf(user, { kind: 'assignDealToMember', dealSeq, member }, random);
  }
  const [client, carryingMember] = random.oneIn(6)
    ? (['8001V', 'VELD'] as const)
    : user.member === 'VELD'
      ? (['9104K', 'KAND'] as const)
      : ([random.oneIn(8) ? '5999M' : '5044M', 'MIEL'] as const);
  return submissionOf(user, { kind: 'tripartiteDeal', dealSeq, client, carryingMember }, random);
};

const insertUnmatchedDeal: CommandGenerator = (model, random) => {
  const user = someUser(random);
  const { listing, tick, mtm, last } = someContract(model, random);
  const own = someAccount(user, random);
  const isCross = user.member === 'KAND' && random.oneIn(3);
  const clients = isCross
    ? {
        principal: '9996S',
        subAccount: null,
        counterparty: 'KAND',
        counterpartyPrincipal: random.pick(['9104K', '9104K', '9996S', '7777X']),
      }
    : {
        ...own,
        counterparty: stoppedMember(model, random) ?? random.pick(members),
        counterpartyPrincipal: random.oneIn(20) ? '8001V' : null,
      };
  const away = random.oneIn(10) ? mtm : random.between(-8, 8) * tick;
  return submissionOf(
    user,
    {
      kind: 'insertUnmatchedDeal',
      contract: random.oneIn(60) ? 'DEC26 RICE' : listing.contract,
      side: random.pick<Side>(['B', 'S']),
      lots: lots(random.between(random.oneIn(40) ? 0 : 1, 10)),
      price: asPrice((last ?? mtm) + away + (random.oneIn(30) ? 7 : 0)),
      capacity: null,
      ref: '',
      ...clients,
    },
    random,
  );
};

/** An unmatched deal, mostly a waiting one. */
const someItem = (model: ReferenceMarket, random: RandomValues) =>
  random.oneIn(30)
    ? undefined
    : oneOf(random.oneIn(10) || model.waiting.size === 0 ? model.items : model.waiting, random);

const reportDeal: CommandGenerator = (model, random) => {
  const item = someItem(model, random);
  // Only the reporting side may change the item.
  const side = random.oneIn(15) ? item?.counterparty : item?.owner.member;
  const user = userOf(side ?? 'KAND', random);
  const unmatchedSeq = item?.unmatchedSeq ?? 999_999;
  if (random.oneIn(3)) return submissionOf(user, { kind: 'deleteUnmatchedDeal', unmatchedSeq }, random);
  const tick = item === undefined ? 20 : model.contract(item.contract).tick;
  const price = item === undefined ? 400_000 : Math.round(item.value / item.lots / tick) * tick;
  return submissionOf(
    user,
    {
      kind: 'editUnmatchedDeal',
      unmatchedSeq,
      lots: random.oneIn(3) ? lots(random.between(1, 10)) : null,
      price: random.oneIn(2) ? asPrice(price + random.between(-3, 3) * tick) : null,
      account: random.oneIn(3) ? someAccount(user, random) : null,
    },
    random,
  );
};

const acceptUnmatchedDeal: CommandGenerator = (model, random) => {
  const item = someItem(model, random);
  const isOwn = random.oneIn(20);
  const user = userOf((isOwn ? item?.owner.member : item?.counterparty) ?? 'VELD', random);
  const named = item?.counterpartyPrincipal ?? null;
  const account =
    named === null || random.oneIn(8)
      ? someAccount(user, random)
      : { principal: named, subAccount: null, capacity: null };
  return submissionOf(
    user,
    {
      kind: 'acceptUnmatchedDeal',
      unmatchedSeq: item?.unmatchedSeq ?? 999_999,
      version: (item?.version ?? 1) - (random.oneIn(12) ? 1 : 0),
      dealer:
        stoppedDealer(model, user) ?? (random.oneIn(10) ? random.pick(['ABD', 'BON', 'DEN', 'MPH']) : null),
      ref: '',
      ...account,
    },
    random,
  );
};

export const generators: readonly WeightedGenerator[] = [
  [30, splitDeal],
  [30, cumulateDeal],
  [40, moveDeal],
  [40, passOnDeal],
  [60, insertUnmatchedDeal],
  [40, reportDeal],
  [60, acceptUnmatchedDeal],
];
