// What dealers do with the deals of the day, drawn from what there is, and sometimes wrong in one way. For property tests only.
import type { Command } from '../commands.ts';
import type { DealAccount } from '../deals/deal-commands.ts';
import { cents, lots, type Side } from '../kernel/units.ts';
import type { Draw } from './draw.ts';
import type { MarketTwin, TwinDeal } from './market-twin.ts';
import { type MarketUser, type Move, oneOf, sent, someContract, someUser, userOf } from './order-moves.ts';
import { accountsOf } from './whole-market.ts';

const wrongAccounts = [
  { principal: '7777X', subAccount: null },
  { principal: '8001V', subAccount: null },
  { principal: '9996S', subAccount: 'NORTH' },
  { principal: 'NOBODY', subAccount: null },
] as const;
const members = ['VELD', 'MIEL', 'KAND', 'MIEL', 'VELD', 'KAND', 'SLAP', 'NONE'] as const;

function someAccount({ member }: MarketUser, draw: Draw): DealAccount {
  const list = draw.once(15) ? wrongAccounts : (accountsOf[member] ?? wrongAccounts);
  return { ...(draw.pick(list) ?? wrongAccounts[0]), capacity: draw.once(60) ? 'A' : null };
}

/** A deal that is open, mostly, and a dealer of its member. */
function someDeal(
  twin: MarketTwin,
  draw: Draw,
): { deal: TwinDeal | undefined; dealSeq: number; user: MarketUser } {
  let deal = draw.once(40) ? undefined : oneOf(twin.deals, draw);
  for (let tries = 0; tries < 4 && deal !== undefined && deal.state !== 'Open'; tries += 1)
    if (!draw.once(6)) deal = oneOf(twin.deals, draw);
  const user = deal === undefined ? someUser(draw) : userOf(deal.owner.member, draw);
  return { deal, dealSeq: deal?.dealSeq ?? 999_999, user };
}

export const splitDeal: Move = (twin, draw) => {
  const { deal, dealSeq, user } = someDeal(twin, draw);
  const whole = deal?.lots ?? 4;
  const count = draw.once(15) ? 1 : Math.max(Math.min(draw.between(2, 3), whole), 2);
  let left: number = whole;
  const parts = Array.from({ length: count }, (_, at) => {
    const quantity =
      at === count - 1 ? left : draw.between(left > 1 ? 1 : 0, Math.max(left - (count - at - 1), 1));
    left -= quantity;
    const dealer = draw.once(8) ? draw.pick(['ABD', 'BON', 'DEN', 'XYZ']) : null;
    return { lots: lots(quantity + (draw.once(25) ? 1 : 0)), ...someAccount(user, draw), dealer, ref: null };
  });
  return sent(user, { kind: 'splitDeal', dealSeq, parts }, draw);
};

export const cumulateDeal: Move = (twin, draw) => {
  const { deal, dealSeq, user } = someDeal(twin, draw);
  const isAlike = (one: TwinDeal) =>
    deal !== undefined &&
    one.state === 'Open' &&
    one.side === deal.side &&
    one.contract === deal.contract &&
    one.origin === deal.origin &&
    one.owner.dealer === deal.owner.dealer &&
    one.owner.principal === deal.owner.principal &&
    one.owner.subAccount === deal.owner.subAccount;
  const alike = [...twin.deals.values()].filter(isAlike).slice(-draw.between(2, 4));
  const other = draw.once(5) ? oneOf(twin.deals, draw) : undefined;
  const named = [...alike, ...(other === undefined ? [] : [other])].map((one) => one.dealSeq);
  const dealSeqs = named.length === 0 ? [dealSeq] : named;
  return sent(user, { kind: 'cumulateDeal', dealSeqs, averagePrice: !draw.once(3) }, draw);
};

export const moveDeal: Move = (twin, draw) => {
  const { deal, dealSeq, user } = someDeal(twin, draw);
  const subAccount =
    deal?.owner.principal === '9996S'
      ? draw.pick([null, 'EAST', 'WEST', 'NORTH'])
      : draw.pick([null, 'EAST']);
  const command: Command = draw.once(2)
    ? { kind: 'subAccountChange', dealSeq, subAccount }
    : { kind: 'correctDealPrinciple', dealSeq, ...someAccount(user, draw) };
  return sent(user, command, draw);
};

export const passOnDeal: Move = (twin, draw) => {
  const { dealSeq, user } = someDeal(twin, draw);
  if (draw.once(2))
    return sent(user, { kind: 'assignDealToMember', dealSeq, member: draw.pick(members) }, draw);
  const [client, carryingMember] = draw.once(6)
    ? (['8001V', 'VELD'] as const)
    : user.member === 'VELD'
      ? (['9104K', 'KAND'] as const)
      : ([draw.once(8) ? '5999M' : '5044M', 'MIEL'] as const);
  return sent(user, { kind: 'tripartiteDeal', dealSeq, client, carryingMember }, draw);
};

export const insertUnmatchedDeal: Move = (twin, draw) => {
  const user = someUser(draw);
  const { listing, tick, mtm, last } = someContract(twin, draw);
  const own = someAccount(user, draw);
  const isCross = user.member === 'KAND' && draw.once(3);
  const clients = isCross
    ? {
        principal: '9996S',
        subAccount: null,
        counterparty: 'KAND',
        counterpartyPrincipal: draw.pick(['9104K', '9104K', '9996S', '7777X']),
      }
    : { ...own, counterparty: draw.pick(members), counterpartyPrincipal: draw.once(20) ? '8001V' : null };
  const away = draw.once(10) ? mtm : draw.between(-8, 8) * tick;
  return sent(
    user,
    {
      kind: 'insertUnmatchedDeal',
      contract: draw.once(60) ? 'DEC26 RICE' : listing.contract,
      side: draw.pick<Side>(['B', 'S']),
      lots: lots(draw.between(draw.once(40) ? 0 : 1, 10)),
      price: cents((last ?? mtm) + away + (draw.once(30) ? 7 : 0)),
      capacity: null,
      ref: '',
      ...clients,
    },
    draw,
  );
};

/** An item that waits, mostly. */
const someItem = (twin: MarketTwin, draw: Draw) =>
  draw.once(30)
    ? undefined
    : oneOf(draw.once(10) || twin.waiting.size === 0 ? twin.items : twin.waiting, draw);

export const captureUnmatchedDeal: Move = (twin, draw) => {
  const item = someItem(twin, draw);
  const user = userOf(item?.owner.member ?? 'KAND', draw);
  const unmatchedSeq =
    (draw.once(15) && item?.counterparty === user.member ? item.theirSeq : item?.ownSeq) ?? 999_999;
  if (draw.once(3)) return sent(user, { kind: 'deleteUnmatchedDeal', unmatchedSeq }, draw);
  const tick = item === undefined ? 20 : twin.contract(item.contract).tick;
  const price = item === undefined ? 400_000 : Math.round(item.value / item.lots / tick) * tick;
  return sent(
    user,
    {
      kind: 'editUnmatchedDeal',
      unmatchedSeq,
      lots: draw.once(3) ? lots(draw.between(1, 10)) : null,
      price: draw.once(2) ? cents(price + draw.between(-3, 3) * tick) : null,
      account: draw.once(3) ? someAccount(user, draw) : null,
    },
    draw,
  );
};

export const acceptUnmatchedDeal: Move = (twin, draw) => {
  const item = someItem(twin, draw);
  const user = userOf(item?.counterparty ?? 'VELD', draw);
  const named = item?.counterpartyPrincipal ?? null;
  const account =
    named === null || draw.once(8)
      ? someAccount(user, draw)
      : { principal: named, subAccount: null, capacity: null };
  const isOwn = draw.once(20) && item?.owner.member === user.member;
  return sent(
    user,
    {
      kind: 'acceptUnmatchedDeal',
      unmatchedSeq: (isOwn ? item?.ownSeq : item?.theirSeq) ?? 999_999,
      version: (item?.version ?? 1) - (draw.once(12) ? 1 : 0),
      dealer: draw.once(10) ? draw.pick(['ABD', 'BON', 'DEN', 'MPH']) : null,
      ref: '',
      ...account,
    },
    draw,
  );
};
