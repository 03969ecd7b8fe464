// Commands on deals from random numbers: each number picks among the items that exist by then. Most of the commands are valid,
// some are wrong on purpose.
import type { Side } from '@openpit/terms';
import type { DealAccount } from '../deal-actions/deal-commands.ts';
import { asPrice, lots } from '../kernel/units.ts';
import type { Command } from '../modules.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import {
  account,
  type DealUser,
  deal,
  type dealFlags,
  dealMarket,
  dealUsers,
  openDealMarket,
  part,
} from './deal-market.ts';
import { anOrder, type TestMarket } from './test-market.ts';

/** The kind of a command, and the numbers that determine its fields in the current market. */
export interface DealCommandSeed {
  readonly kind: (typeof dealFlags)[number] | 'insertOrder' | 'endDay';
  /** Picks the deal or the item. */
  readonly subject: number;
  /** Picks user and account. */
  readonly party: number;
  readonly quantity: number;
  readonly price: number;
  readonly requestId: string | null;
}

const accounts: Readonly<Record<string, readonly Required<DealAccount>[]>> = {
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

/** One element of a list that is not empty. */
const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** Sometimes an account that the member cannot use. */
const accountOf = (member: string, number: number): Required<DealAccount> =>
  number % 13 === 12
    ? pick(wrongAccounts, Math.floor(number / 13))
    : pick(accounts[member] ?? wrongAccounts, Math.floor(number / 13));

/** A dealer of the member. */
const userOf = (member: string, number: number): DealUser =>
  pick(
    users.filter((user) => dealUsers[user] === member),
    number,
  );

interface DealSubmission {
  readonly userId: DealUser;
  readonly command: Command;
}

/** The command of the seed in the current market, and a user who can send it. */
function dealSubmissionOf(market: TestMarket, seed: DealCommandSeed): DealSubmission {
  const { subject, party } = seed;
  const { deals } = market;
  const { unmatched } = market.venue.snapshot().deals;
  const open = deals.filter(({ state }) => state === 'Open');
  const waiting = unmatched.filter(({ state }) => state === 'Waiting');
  // One in ten may be a deal that nobody can act on any longer.
  const chosen = pick(
    subject % 10 < 9 && open.length > 0 ? open : [...deals, undefined],
    Math.floor(subject / 10),
  );
  const item = pick(
    subject % 10 < 9 && waiting.length > 0 ? waiting : [...unmatched, undefined],
    Math.floor(subject / 10),
  );
  const dealSeq = chosen?.dealSeq ?? 9_999;
  const byDeal = userOf(chosen?.owner.member ?? 'KAND', party);
  const side: Side = seed.quantity % 2 === 0 ? 'B' : 'S';
  const quantity = lots(1 + (seed.quantity % 12));
  const price = asPrice((20_170 + (seed.price % 11)) * 20);
  switch (seed.kind) {
    case 'endDay':
      return { userId: 'abdul', command: { kind: 'endDay' } };
    case 'insertOrder': {
      const userId = pick(users, party);
      const { principal, subAccount } = pick(accounts[dealUsers[userId]] ?? [], Math.floor(subject / 10));
      const capacity = principal === dealUsers[userId] ? 'P' : 'A';
      const owner = { principal, subAccount, capacity } as const;
      return { userId, command: { ...anOrder, ...owner, side, lots: quantity, price } };
    }
    case 'splitDeal': {
      const whole = chosen?.lots ?? 2;
      const first = 1 + (seed.quantity % Math.max(whole - 1, 1));
      const odd = seed.quantity % 11 === 10 ? 1 : 0;
      const parts = [first, whole - first + odd].map((each, at) => {
        const { principal, subAccount } = accountOf(dealUsers[byDeal], party * (at + 1));
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
      const dealSeqs = alike.slice(0, 2 + (seed.quantity % 3)).map((deal) => deal.dealSeq);
      return { userId: byDeal, command: { kind: 'cumulateDeal', dealSeqs, averagePrice: party % 4 > 0 } };
    }
    case 'correctDealPrinciple': {
      const to = accountOf(dealUsers[byDeal], seed.quantity);
      return { userId: byDeal, command: { kind: 'correctDealPrinciple', dealSeq, ...to } };
    }
    case 'subAccountChange': {
      const principal = chosen?.owner.principal;
      const subAccounts = principal === '9996S' ? [null, 'EAST', 'WEST', 'NORTH'] : [null, 'PROP', 'EAST'];
      const subAccount = pick(subAccounts, seed.quantity);
      return { userId: byDeal, command: { kind: 'subAccountChange', dealSeq, subAccount } };
    }
    case 'assignDealToMember':
      return {
        userId: byDeal,
        command: { kind: 'assignDealToMember', dealSeq, member: pick(members, seed.quantity) },
      };
    case 'tripartiteDeal': {
      const known = dealUsers[byDeal] === 'VELD' ? ['9104K', 'KAND'] : ['5044M', 'MIEL'];
      const [client = '', carryingMember = ''] = seed.quantity % 9 === 8 ? ['8001V', 'VELD'] : known;
      return { userId: byDeal, command: { kind: 'tripartiteDeal', dealSeq, client, carryingMember } };
    }
    case 'insertUnmatchedDeal': {
      const userId = pick(users, subject);
      const own = accountOf(dealUsers[userId], party);
      const isCross = dealUsers[userId] === 'KAND' && own.principal === '9996S' && seed.quantity % 3 === 0;
      const to = isCross
        ? { counterparty: 'KAND', counterpartyPrincipal: '9104K' }
        : { counterparty: pick(members, seed.quantity), counterpartyPrincipal: null };
      const terms = { contract: 'DEC26 WMAZ', side, lots: quantity, price, ...own, ...to, ref: '' };
      return { userId, command: { kind: 'insertUnmatchedDeal', ...terms } };
    }
    case 'editUnmatchedDeal': {
      const userId = userOf(item?.owner.member ?? 'KAND', party);
      const change = {
        lots: seed.quantity % 3 === 0 ? null : quantity,
        price: seed.quantity % 2 === 0 ? null : price,
        account: party % 3 === 0 ? accountOf(dealUsers[userId], party) : null,
      };
      const unmatchedSeq = item?.unmatchedSeq ?? 9_999;
      return { userId, command: { kind: 'editUnmatchedDeal', unmatchedSeq, ...change } };
    }
    case 'deleteUnmatchedDeal': {
      const userId = userOf(item?.owner.member ?? 'KAND', party);
      return { userId, command: { kind: 'deleteUnmatchedDeal', unmatchedSeq: item?.unmatchedSeq ?? 9_999 } };
    }
    case 'acceptUnmatchedDeal': {
      const userId = userOf(item?.counterparty ?? 'VELD', party);
      const named = item?.counterpartyPrincipal ?? null;
      const to = named === null ? accountOf(dealUsers[userId], seed.quantity) : account(named);
      const version = (item?.version ?? 1) - (seed.quantity % 10 === 9 ? 1 : 0);
      const terms = { version, dealer: null, ref: '', ...to };
      return {
        userId,
        command: { kind: 'acceptUnmatchedDeal', unmatchedSeq: item?.unmatchedSeq ?? 9_999, ...terms },
      };
    }
  }
}

/**
 * Runs the commands of these seeds in a market where each member has some deals. `onCommand` is called after each.
 */
export function runDealCommands(
  seeds: readonly DealCommandSeed[],
  onCommand: (market: TestMarket, submission: DealSubmission) => void = () => undefined,
  data: ReferenceData = dealMarket,
): TestMarket {
  const market = openDealMarket(data);
  const firstDeals = [
    { principal: '9996S', lots: 5 },
    { principal: 'KAND', lots: 4, price: 403_520 },
    { principal: 'KAND', lots: 3, price: 403_440 },
    { buyer: 'denise', seller: 'mpho', lots: 6 },
    { buyer: 'mpho', seller: 'bongi', sellerPrincipal: '9104K', lots: 7, price: 403_460 },
  ] as const;
  for (const terms of firstDeals) deal(market, terms);
  for (const seed of seeds) {
    const submission = dealSubmissionOf(market, seed);
    const { userId, command } = submission;
    if (command.kind === 'endDay') market.operate(command);
    else market.by(userId, command, seed.requestId);
    onCommand(market, submission);
  }
  return market;
}
