// What a line about deals of the day sends to the floor. Deals and reports go by their numbers, accounts as `9996S/EAST`.
import { type DealAccount, type DealCommand, lots } from '@openpit/venue';
import type { Act } from './scenario.ts';

export type DealAct = Extract<
  Act,
  { phrase: 'buys from' | 'sells to' | 'amends deal' | 'accepts report' | 'edits report' | 'deletes report' }
>;

const phrases: ReadonlySet<string> = new Set([
  'buys from',
  'sells to',
  'amends deal',
  'accepts report',
  'edits report',
  'deletes report',
] satisfies DealAct['phrase'][]);

export const isDealAct = (act: Act): act is DealAct => phrases.has(act.phrase);

export function dealCommandOf(act: DealAct): DealCommand {
  const { by } = act;
  switch (act.phrase) {
    case 'buys from':
    case 'sells to': {
      const {
        MEMBER,
        LOTS,
        CONTRACT: contract,
        PRICE: price,
        CLIENT,
        REF,
        CODE,
        ACCOUNT,
        CAPACITY,
      } = act.said;
      return {
        kind: 'insertUnmatchedDeal',
        contract,
        side: act.phrase === 'buys from' ? 'B' : 'S',
        lots: LOTS,
        price,
        principal: ACCOUNT ?? by.member,
        subAccount: CODE ?? null,
        capacity: CAPACITY ?? null,
        counterparty: MEMBER,
        counterpartyPrincipal: CLIENT ?? null,
        ref: REF ?? '',
      };
    }
    case 'accepts report': {
      const { DEAL: unmatchedSeq, VERSION: version = 1, CODE: dealer = null } = act.said;
      const terms = { version, dealer, ref: '', ...accountOf(act.said, by.member) };
      return { kind: 'acceptUnmatchedDeal', unmatchedSeq, ...terms };
    }
    case 'edits report': {
      const { DEAL: unmatchedSeq, LOTS = null, PRICE: price = null, ACCOUNT } = act.said;
      const account = ACCOUNT === undefined ? null : accountOf(act.said, ACCOUNT);
      return { kind: 'editUnmatchedDeal', unmatchedSeq, lots: LOTS, price, account };
    }
    case 'deletes report':
      return { kind: 'deleteUnmatchedDeal', unmatchedSeq: act.said.DEAL };
    case 'amends deal':
      return amendmentOf(act);
  }
}

/** What is said of the deal tells which of the actions it is. */
function amendmentOf({ by, said }: Extract<DealAct, { phrase: 'amends deal' }>): DealCommand {
  const { DEAL: dealSeq, PARTS, DEALS, MEMBER, CLIENT, ACCOUNT, POCKET } = said;
  if (PARTS !== undefined)
    return {
      kind: 'splitDeal',
      dealSeq,
      parts: PARTS.map(({ lots: quantity, account, dealer }) => ({
        lots: lots(quantity),
        ...accountNamed(account === '' ? by.member : account),
        capacity: said.CAPACITY ?? null,
        dealer,
        ref: null,
      })),
    };
  if (DEALS !== undefined)
    return { kind: 'cumulateDeal', dealSeqs: [dealSeq, ...DEALS], averagePrice: said.average === true };
  if (MEMBER !== undefined && CLIENT !== undefined)
    return { kind: 'tripartiteDeal', dealSeq, client: CLIENT, carryingMember: MEMBER };
  if (MEMBER !== undefined) return { kind: 'assignDealToMember', dealSeq, member: MEMBER };
  if (ACCOUNT !== undefined) return { kind: 'correctDealPrinciple', dealSeq, ...accountOf(said, ACCOUNT) };
  return { kind: 'subAccountChange', dealSeq, subAccount: POCKET === 'none' ? null : (POCKET ?? null) };
}

function accountOf(
  said: { readonly ACCOUNT?: string; readonly POCKET?: string; readonly CAPACITY?: 'P' | 'A' },
  otherwise: string,
): DealAccount {
  const principal = said.ACCOUNT ?? otherwise;
  return { principal, subAccount: said.POCKET ?? null, capacity: said.CAPACITY ?? null };
}

function accountNamed(name: string): Omit<DealAccount, 'capacity'> {
  const [principal = '', subAccount = null] = name.split('/');
  return { principal, subAccount };
}
