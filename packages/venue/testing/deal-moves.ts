// Turns drawn numbers into deals and deal actions that mostly succeed: a number picks among what there is by then, and some picks are
// meant to be wrong. For property tests only.
import type { Command } from '../commands.ts';
import type { DealAccount } from '../deals/deal-commands.ts';
import { cents, lots, type Side } from '../kernel/units.ts';
import { account, type DealUser, deal, type dealFlags, dealTrial, dealUsers, part } from './deal-market.ts';
import { anOrder, type Trial } from './small-market.ts';

export interface DealMove {
  readonly kind: (typeof dealFlags)[number] | 'insertOrder' | 'endDay';
  /** What it is about, for whom, how much, at what price. */
  readonly about: number;
  readonly whom: number;
  readonly howMuch: number;
  readonly price: number;
  /** Mostly null. */
  readonly requestId: string | null;
}

const accounts: Readonly<Record<string, readonly DealAccount[]>> = {
  KAND: [
    account('KAND'),
    account('9996S'),
    account('KAND', 'PROP'),
    account('9996S', 'EAST'),
    account('9996S', 'WEST'),
    account('9104K'),
  ],
  VELD: [account('VELD'), account('8001V')],
  MIEL: [account('MIEL'), account('5044M')],
};
const wrongAccounts = [account('7777X'), account('8001V'), account('9996S', 'NORTH'), account('NOBODY')];
const users = Object.keys(dealUsers) as DealUser[];
const members = ['VELD', 'MIEL', 'KAND', 'MIEL', 'VELD', 'SLAP'];

/** One of a list; the list is never empty. */
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** Mostly an account of the member, sometimes one that it cannot have. */
const accountOf = (member: string, number: number): DealAccount =>
  number % 13 === 12
    ? pick(wrongAccounts, Math.floor(number / 13))
    : pick(accounts[member] ?? wrongAccounts, Math.floor(number / 13));

/** Some dealer of the member. */
const userOf = (member: string, number: number): DealUser =>
  pick(
    users.filter((user) => dealUsers[user] === member),
    number,
  );

export interface MadeMove {
  readonly userId: DealUser;
  readonly command: Command;
}

/** The command of the move as things stand, and a user who can send it. */
export function madeOf(trial: Trial, move: DealMove): MadeMove {
  const { about, whom, howMuch } = move;
  const { deals, unmatched } = trial.venue.snapshot().deals;
  const open = deals.filter(({ state }) => state === 'Open');
  const waiting = unmatched.filter(({ state }) => state === 'Waiting');
  // One in ten is about what cannot be acted on any more.
  const chosen = pick(
    about % 10 < 9 && open.length > 0 ? open : [...deals, undefined],
    Math.floor(about / 10),
  );
  const item = pick(
    about % 10 < 9 && waiting.length > 0 ? waiting : [...unmatched, undefined],
    Math.floor(about / 10),
  );
  const dealSeq = chosen?.dealSeq ?? 9_999;
  const byDeal = userOf(chosen?.owner.member ?? 'KAND', whom);
  const side: Side = howMuch % 2 === 0 ? 'B' : 'S';
  const quantity = lots(1 + (howMuch % 12));
  const price = cents((20_170 + (move.price % 11)) * 20);
  switch (move.kind) {
    case 'endDay':
      return { userId: 'abdul', command: { kind: 'endDay' } };
    case 'insertOrder': {
      const userId = pick(users, whom);
      const { principal, subAccount } = pick(accounts[dealUsers[userId]] ?? [], Math.floor(about / 10));
      const capacity = principal === dealUsers[userId] ? 'P' : 'A';
      const owner = { principal, subAccount, capacity } as const;
      return { userId, command: { ...anOrder, ...owner, side, lots: quantity, price } };
    }
    case 'splitDeal': {
      const whole = chosen?.lots ?? 2;
      const first = 1 + (howMuch % Math.max(whole - 1, 1));
      const odd = howMuch % 11 === 10 ? 1 : 0;
      const parts = [first, whole - first + odd].map((each, at) => {
        const { principal, subAccount } = accountOf(dealUsers[byDeal], whom * (at + 1));
        return part(each, principal, subAccount);
      });
      return { userId: byDeal, command: { kind: 'splitDeal', dealSeq, parts } };
    }
    case 'cumulateDeal': {
      const alike = open.filter(
        ({ owner, side: other, contract, origin }) =>
          chosen !== undefined &&
          owner.principal === chosen.owner.principal &&
          owner.subAccount === chosen.owner.subAccount &&
          owner.dealer === chosen.owner.dealer &&
          other === chosen.side &&
          contract === chosen.contract &&
          origin === chosen.origin,
      );
      const dealSeqs = alike.slice(0, 2 + (howMuch % 3)).map((one) => one.dealSeq);
      return { userId: byDeal, command: { kind: 'cumulateDeal', dealSeqs, averagePrice: whom % 4 > 0 } };
    }
    case 'correctDealPrinciple': {
      const to = accountOf(dealUsers[byDeal], howMuch);
      return { userId: byDeal, command: { kind: 'correctDealPrinciple', dealSeq, ...to } };
    }
    case 'subAccountChange': {
      const principal = chosen?.owner.principal;
      const pockets = principal === '9996S' ? [null, 'EAST', 'WEST', 'NORTH'] : [null, 'PROP', 'EAST'];
      const subAccount = pick(pockets, howMuch);
      return { userId: byDeal, command: { kind: 'subAccountChange', dealSeq, subAccount } };
    }
    case 'assignDealToMember':
      return {
        userId: byDeal,
        command: { kind: 'assignDealToMember', dealSeq, member: pick(members, howMuch) },
      };
    case 'tripartiteDeal': {
      const known = dealUsers[byDeal] === 'VELD' ? ['9104K', 'KAND'] : ['5044M', 'MIEL'];
      const [client = '', carryingMember = ''] = howMuch % 9 === 8 ? ['8001V', 'VELD'] : known;
      return { userId: byDeal, command: { kind: 'tripartiteDeal', dealSeq, client, carryingMember } };
    }
    case 'insertUnmatchedDeal': {
      const userId = pick(users, about);
      const own = accountOf(dealUsers[userId], whom);
      const isCross = dealUsers[userId] === 'KAND' && own.principal === '9996S' && howMuch % 3 === 0;
      const to = isCross
        ? { counterparty: 'KAND', counterpartyPrincipal: '9104K' }
        : { counterparty: pick(members, howMuch), counterpartyPrincipal: null };
      const terms = { contract: 'DEC26 WMAZ', side, lots: quantity, price, ...own, ...to, ref: '' };
      return { userId, command: { kind: 'insertUnmatchedDeal', ...terms } };
    }
    case 'editUnmatchedDeal': {
      const userId = userOf(item?.owner.member ?? 'KAND', whom);
      const change = {
        lots: howMuch % 3 === 0 ? null : quantity,
        price: howMuch % 2 === 0 ? null : price,
        account: whom % 3 === 0 ? accountOf(dealUsers[userId], whom) : null,
      };
      const unmatchedSeq = item?.ownSeq ?? 9_999;
      return { userId, command: { kind: 'editUnmatchedDeal', unmatchedSeq, ...change } };
    }
    case 'deleteUnmatchedDeal': {
      const userId = userOf(item?.owner.member ?? 'KAND', whom);
      return { userId, command: { kind: 'deleteUnmatchedDeal', unmatchedSeq: item?.ownSeq ?? 9_999 } };
    }
    case 'acceptUnmatchedDeal': {
      const userId = userOf(item?.counterparty ?? 'VELD', whom);
      const named = item?.counterpartyPrincipal ?? null;
      const to = named === null ? accountOf(dealUsers[userId], howMuch) : account(named);
      const version = (item?.version ?? 1) - (howMuch % 10 === 9 ? 1 : 0);
      const terms = { version, dealer: null, ref: '', ...to };
      return {
        userId,
        command: { kind: 'acceptUnmatchedDeal', unmatchedSeq: item?.theirSeq ?? 9_999, ...terms },
      };
    }
  }
}

/** A market with some deals of every member to begin with; then the moves, `seen` after each. */
export function playDeals(
  moves: readonly DealMove[],
  seen: (trial: Trial, made: MadeMove) => void = () => undefined,
): Trial {
  const trial = dealTrial();
  const stock = [
    { principal: '9996S', lots: 5 },
    { principal: 'KAND', lots: 4, price: 403_520 },
    { principal: 'KAND', lots: 3, price: 403_440 },
    { buyer: 'denise', seller: 'mpho', lots: 6 },
    { buyer: 'mpho', seller: 'bongi', sellerPrincipal: '9104K', lots: 7, price: 403_460 },
  ] as const;
  for (const terms of stock) deal(trial, terms);
  for (const move of moves) {
    const made = madeOf(trial, move);
    if (made.command.kind === 'endDay') trial.operate(made.command);
    else trial.by(made.userId, made.command, move.requestId);
    seen(trial, made);
  }
  return trial;
}
