// Converts a dealer's line about deals of the day to a command. Deals and reports are named by number, accounts as `9996S/EAST`.
import type { DealAccount, DealCommand } from '@openpit/venue';
import type { DealAction, Values } from '../scenario.ts';

export function dealCommandOf(action: DealAction): DealCommand {
  const { by } = action;
  switch (action.phrase) {
    case 'buys from':
    case 'sells to': {
      const { MEMBER, LOTS, CONTRACT, PRICE, CLIENT, REF, CODE, ACCOUNT, CAPACITY } = action.values;
      return {
        kind: 'insertUnmatchedDeal',
        contract: CONTRACT,
        side: action.phrase === 'buys from' ? 'B' : 'S',
        lots: LOTS,
        price: PRICE,
        principal: ACCOUNT ?? by.member,
        subAccount: CODE ?? null,
        capacity: CAPACITY ?? null,
        counterparty: MEMBER,
        counterpartyPrincipal: CLIENT ?? null,
        ref: REF ?? '',
      };
    }
    case 'accepts report': {
      const { DEAL: unmatchedSeq, VERSION: version = 1, CODE: dealer = null } = action.values;
      const terms = { version, dealer, ref: '', ...accountOf(action.values, by.member) };
      return { kind: 'acceptUnmatchedDeal', unmatchedSeq, ...terms };
    }
    case 'edits report': {
      const { DEAL: unmatchedSeq, LOTS = null, PRICE: price = null, ACCOUNT } = action.values;
      const account = ACCOUNT === undefined ? null : accountOf(action.values, ACCOUNT);
      return { kind: 'editUnmatchedDeal', unmatchedSeq, lots: LOTS, price, account };
    }
    case 'deletes report':
      return { kind: 'deleteUnmatchedDeal', unmatchedSeq: action.values.DEAL };
    case 'amends deal':
      return amendmentOf(action);
  }
}

/** The values of the line determine the kind of command. */
function amendmentOf({ by, values }: Extract<DealAction, { phrase: 'amends deal' }>): DealCommand {
  const { DEAL: dealSeq, PARTS, DEALS, MEMBER, CLIENT, ACCOUNT, SUBACCOUNT } = values;
  if (PARTS !== undefined)
    return {
      kind: 'splitDeal',
      dealSeq,
      parts: PARTS.map(({ lots, account, dealer }) => ({
        lots,
        ...accountNamed(account === '' ? by.member : account),
        capacity: values.CAPACITY ?? null,
        dealer,
        ref: null,
      })),
    };
  if (DEALS !== undefined)
    return { kind: 'cumulateDeal', dealSeqs: [dealSeq, ...DEALS], averagePrice: values.average === true };
  if (MEMBER !== undefined && CLIENT !== undefined)
    return { kind: 'tripartiteDeal', dealSeq, client: CLIENT, carryingMember: MEMBER };
  if (MEMBER !== undefined) return { kind: 'assignDealToMember', dealSeq, member: MEMBER };
  if (ACCOUNT !== undefined) return { kind: 'correctDealPrinciple', dealSeq, ...accountOf(values, ACCOUNT) };
  return {
    kind: 'subAccountChange',
    dealSeq,
    subAccount: SUBACCOUNT === 'none' ? null : (SUBACCOUNT ?? null),
  };
}

function accountOf(
  values: Partial<Pick<Values, 'ACCOUNT' | 'SUBACCOUNT' | 'CAPACITY'>>,
  defaultPrincipal: string,
): DealAccount {
  const principal = values.ACCOUNT ?? defaultPrincipal;
  return { principal, subAccount: values.SUBACCOUNT ?? null, capacity: values.CAPACITY ?? null };
}

function accountNamed(name: string): Omit<DealAccount, 'capacity'> {
  const [principal = '', subAccount = null] = name.split('/');
  return { principal, subAccount };
}
