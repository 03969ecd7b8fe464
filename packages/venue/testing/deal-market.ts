// The small market, extended for actions on deals: a third member, a second dealer of the first member, more clients, sub-accounts and
// tripartite arrangements.
import type { DealsAnswer, UnmatchedAnswer } from '../deal-actions/deal-answers.ts';
import type { DealAccount, InsertUnmatchedDeal } from '../deal-actions/deal-commands.ts';
import type { Deal } from '../deals/deal.ts';
import { asPrice, lots } from '../kernel/units.ts';
import type { Outcome } from '../outcome.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { smallMarket } from './small-market.ts';
import { TestMarket } from './test-market.ts';

export const dealMarket: ReferenceData = {
  ...smallMarket,
  members: [
    { code: 'KAND', name: 'Kandelaar', active: true, branches: ['JHB'], subAccounts: ['PROP'] },
    ...smallMarket.members.filter(({ code }) => code !== 'KAND'),
    { code: 'MIEL', name: 'Mielieland', active: true, branches: ['KLD'] },
  ],
  dealers: [
    ...smallMarket.dealers,
    { code: 'BON', member: 'KAND', branch: 'JHB', name: 'Bongi' },
    { code: 'MPH', member: 'MIEL', branch: 'KLD', name: 'Mpho' },
  ],
  clients: [
    ...smallMarket.clients.map((client) =>
      client.code === '9996S' ? { ...client, subAccounts: ['EAST', 'WEST'] } : client,
    ),
    { code: '9104K', member: 'KAND', name: 'Boerdery Twee', active: true },
    { code: '5044M', member: 'MIEL', name: 'Growers', active: true },
    { code: '5999M', member: 'MIEL', name: 'Closed growers', active: false },
  ],
  tripartites: [
    { client: '5044M', executingMember: 'KAND', carryingMember: 'MIEL' },
    { client: '5999M', executingMember: 'KAND', carryingMember: 'MIEL' },
    { client: '9104K', executingMember: 'VELD', carryingMember: 'KAND' },
  ],
};

export const dealFlags = [
  'splitDeal',
  'cumulateDeal',
  'correctDealPrinciple',
  'subAccountChange',
  'assignDealToMember',
  'tripartiteDeal',
  'insertUnmatchedDeal',
  'editUnmatchedDeal',
  'deleteUnmatchedDeal',
  'acceptUnmatchedDeal',
] as const;

/** The users of this market, with their members. */
export const dealUsers = { abdul: 'KAND', bongi: 'KAND', denise: 'VELD', mpho: 'MIEL' } as const;
export type DealUser = keyof typeof dealUsers;

/** Opens the market and grants its dealers all actions on orders and deals. */
export function openDealMarket(data: ReferenceData = dealMarket): TestMarket {
  const market = TestMarket.opened(data);
  for (const [userId, member, dealer] of [
    ['bongi', 'KAND', 'BON'],
    ['mpho', 'MIEL', 'MPH'],
  ] as const) {
    market.operate({ kind: 'registerUser', userId, member, dealer });
    market.operate({ kind: 'grantPermissions', userId, flags: ['insertOrderOrDouble'] });
    market.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) });
  }
  for (const userId of Object.keys(dealUsers))
    market.operate({ kind: 'grantPermissions', userId, flags: [...dealFlags] });
  return market;
}

/** Two users deal on screen; returns the numbers of the two sides. */
export function deal(
  market: TestMarket,
  terms: {
    readonly buyer?: DealUser;
    readonly seller?: DealUser;
    readonly principal?: string;
    readonly sellerPrincipal?: string;
    readonly subAccount?: string;
    readonly lots?: number;
    readonly price?: number;
    readonly contract?: string;
  } = {},
): { buy: number; sell: number } {
  const { buyer = 'abdul', seller = 'denise', price = 403_500, contract = 'DEC26 WMAZ' } = terms;
  const principal = terms.principal ?? dealUsers[buyer];
  const sellerPrincipal = terms.sellerPrincipal ?? dealUsers[seller];
  const quantity = lots(terms.lots ?? 10);
  const owner = (account: string, user: DealUser) => ({
    principal: account,
    capacity: account === dealUsers[user] ? ('P' as const) : ('A' as const),
  });
  const order = { contract, price: asPrice(price), lots: quantity };
  market.order(seller, { ...order, side: 'S', ...owner(sellerPrincipal, seller) });
  market.order(buyer, {
    ...order,
    side: 'B',
    ...owner(principal, buyer),
    subAccount: terms.subAccount ?? null,
  });
  const made = market.outcomes.at(-1)?.events.find((event) => event.kind === 'dealMade');
  if (made === undefined) throw new Error('the orders did not deal');
  return { buy: made.buy.dealSeq, sell: made.sell.dealSeq };
}

export const account = (principal: string, subAccount: string | null = null): Required<DealAccount> => ({
  principal,
  subAccount,
  capacity: null,
});

/** A part of a split deal. */
export const part = (quantity: number, principal: string, subAccount: string | null = null) => ({
  lots: lots(quantity),
  ...account(principal, subAccount),
  dealer: null,
  ref: null,
});

export function dealsOf(outcome: Outcome): DealsAnswer['deals'] {
  if (outcome.verdict.kind === 'rejected') throw new Error(`rejected: ${outcome.verdict.rejection.code}`);
  const { answer } = outcome.verdict;
  if (answer?.kind !== 'deals' && answer?.kind !== 'unmatched') throw new Error('no answer of deals');
  return answer.deals;
}

export function unmatchedOf(outcome: Outcome): UnmatchedAnswer {
  if (outcome.verdict.kind === 'rejected') throw new Error(`rejected: ${outcome.verdict.rejection.code}`);
  const { answer } = outcome.verdict;
  if (answer?.kind !== 'unmatched') throw new Error('no answer of an unmatched deal');
  return answer;
}

export function dealIn(market: TestMarket, dealSeq: number): Deal {
  const deal = market.deals.find((deal) => deal.dealSeq === dealSeq);
  if (deal === undefined) throw new Error(`no deal ${dealSeq}`);
  return deal;
}

/** Net lots by account, `9996S/EAST`, without the accounts that are flat. */
export function nets(market: TestMarket, contract = 'DEC26 WMAZ'): Record<string, number> {
  return Object.fromEntries(
    market.positions
      .filter((position) => position.contract === contract && position.net !== 0)
      .map(({ principal, subAccount, net }) => [
        subAccount === null ? principal : `${principal}/${subAccount}`,
        net,
      ]),
  );
}

/** A deal that KAND reports with VELD on the other side. */
export const report = (fields: Partial<InsertUnmatchedDeal> = {}): InsertUnmatchedDeal => ({
  kind: 'insertUnmatchedDeal',
  contract: 'DEC26 WMAZ',
  side: 'B',
  lots: lots(10),
  price: asPrice(403_500),
  ...account('KAND'),
  counterparty: 'VELD',
  counterpartyPrincipal: null,
  ref: '',
  ...fields,
});
