// Example rows for tests: complete and plain, with the fields that a test names.
import {
  type ActiveOrderRow,
  type BreakdownRow,
  type ClearingRow,
  type ConsPositionRow,
  type DealRow,
  type HqAccess,
  type MarketRow,
  type PositionRow,
  parseContractName,
  type UnmatchedDealRow,
} from '@openpit/wire';

/** A future without orders or deals, apart from `change`. */
export function marketRow(contract: string, change: Partial<MarketRow> = {}): MarketRow {
  const { contractDate, instrument } = parseContractName(contract);
  return {
    contract,
    displaySeq: 1,
    instrument,
    contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
    contractDate,
    systemCode: contract,
    version: 1,
    buyer: null,
    bidQty: 0,
    bid: null,
    offer: null,
    offerQty: 0,
    seller: null,
    last: null,
    lastQty: 0,
    change: null,
    high: null,
    low: null,
    open: null,
    volume: 0,
    deals: 0,
    openInterest: 0,
    mtm: null,
    vwap: null,
    limitLow: null,
    limitHigh: null,
    time: null,
    ...change,
  };
}

/** An order of ten lots that rests in DEC26 WMAZ. */
/** The prices of the contracts that a panel declares, all of them received. */
export const pricesAre = (of: (contract: string) => MarketRow | undefined) => ({
  get: of,
  isLive: (_contract: string) => true,
});

export function activeOrder(change: Partial<ActiveOrderRow> = {}): ActiveOrderRow {
  return {
    activeOrderSeq: 1,
    time: 0,
    contract: 'DEC26 WMAZ',
    displaySeq: 1,
    instrument: 'WMAZ',
    side: 'B',
    qty: 10,
    remaining: 10,
    price: 4034.8,
    orderType: 0,
    state: 'Active',
    principal: 'KAND',
    subAccount: null,
    member: 'KAND',
    dealer: 'ABD',
    capacity: 'P',
    ref: '1',
    ...change,
  };
}

/** Two lots of DEC26 WMAZ that KAND bought from VELD. */
export function dealRow(change: Partial<DealRow> = {}): DealRow {
  return {
    dealSeq: 1,
    matchSeq: 1,
    time: 0,
    contract: 'DEC26 WMAZ',
    displaySeq: 1,
    instrument: 'WMAZ',
    side: 'B',
    qty: 2,
    price: 4035.2,
    value: 807_040,
    activeOrderSeq: 1,
    principal: 'KAND',
    subAccount: null,
    member: 'KAND',
    dealer: 'ABD',
    capacity: 'P',
    counterparty: 'VELD',
    origin: 'screen',
    ref: '1',
    isAggressor: false,
    state: 'Open',
    linkedGroup: null,
    fee: null,
    changes: [],
    ...change,
  };
}

/** Five lots of DEC26 WMAZ that were bought today at 4035.2. */
export function positionRow(change: Partial<PositionRow> = {}): PositionRow {
  return {
    positionSeq: 1,
    principal: 'KAND',
    subAccount: null,
    member: 'KAND',
    contract: 'DEC26 WMAZ',
    displaySeq: 1,
    instrument: 'WMAZ',
    tons: 100,
    opening: 0,
    bought: 5,
    sold: 0,
    net: 5,
    cost: 20_176,
    averagePrice: 4035.2,
    realised: 0,
    margin: 90_000,
    ...change,
  };
}

/** KAND owes R 210,230.00 after the first day, when it bought ten lots of DEC26 WMAZ. */
export function clearingRow(change: Partial<ClearingRow> = {}): ClearingRow {
  const { businessDay = '2026-11-18', principal = 'KAND', balance = -210_230 } = change;
  return {
    uniqueKey: `${businessDay} ${principal}`,
    businessDay,
    member: 'KAND',
    principal,
    openingBalance: 0,
    variationMargin: 0,
    marginBefore: 0,
    margin: 210_000,
    initialMargin: -210_000,
    bookingFees: -230,
    interest: 0,
    deliveries: 0,
    payments: 0,
    balance,
    status: 'payable',
    clearingMember: 'KAND',
    dueOn: '2026-11-19',
    dueBy: null,
    due: balance,
    restDueOn: null,
    overdue: 0,
    ...change,
  };
}

/** Eight lots long and three short of DEC26 WMAZ, the net bought at 4035.2. */
export function consPositionRow(change: Partial<ConsPositionRow> = {}): ConsPositionRow {
  return {
    uniqueKey: 'KAND DEC26 WMAZ',
    member: 'KAND',
    contract: 'DEC26 WMAZ',
    displaySeq: 1,
    instrument: 'WMAZ',
    tons: 100,
    opening: 0,
    bought: 5,
    sold: 0,
    long: 8,
    short: 3,
    net: 5,
    netTons: 500,
    cost: 20_176,
    accounts: 2,
    realised: 0,
    ...change,
  };
}

/** A row of KAND's breakdown that has no amount, apart from `change`. */
export function breakdownRow(
  change: Partial<BreakdownRow> & Pick<BreakdownRow, 'uniqueKey' | 'level'>,
): BreakdownRow {
  const [principal = '', ...path] = change.uniqueKey.split('/');
  const instrument = path.length > 0 && ['class', 'contract', 'classRelief'].includes(change.level);
  return {
    parent: path.length === 0 ? null : [principal, ...path.slice(0, -1)].join('/'),
    businessDay: '2026-11-18',
    member: 'KAND',
    principal,
    instrument: instrument ? (path[0] ?? null) : null,
    contract: change.level === 'contract' ? (path[1] ?? null) : null,
    amount: 0,
    variationMargin: 0,
    bookingFees: 0,
    initialMargin: 0,
    marginBefore: 0,
    margin: 0,
    dealtPremium: 0,
    ...change,
  };
}

/** Five lots of MAR27 WMAZ that VELD reports to have bought from KAND, which must accept. */
export function unmatchedRow(change: Partial<UnmatchedDealRow> = {}): UnmatchedDealRow {
  return {
    unmatchedSeq: 12,
    time: 0,
    contract: 'MAR27 WMAZ',
    displaySeq: 2,
    instrument: 'WMAZ',
    side: 'S',
    qty: 5,
    price: 4060,
    value: 2_030_000,
    role: 'addressed',
    type: 'reported',
    state: 'Waiting',
    version: 1,
    member: 'KAND',
    principal: null,
    subAccount: null,
    capacity: null,
    dealer: null,
    ref: '',
    counterparty: 'VELD',
    theirPrincipal: null,
    dealSeq: null,
    expires: '2026-11-18',
    ...change,
  };
}

/** The account of a dealer of KAND who sees everything of the member. */
export function accountOfUser(change: Partial<HqAccess> = {}): HqAccess {
  return {
    userId: 'u7',
    userName: 'Thandi Nkosi',
    email: 'thandi@kand.example',
    memberCode: 'KAND',
    memberName: 'Kandela Grain',
    branch: '',
    dealerCode: 'ABD',
    dealers: [],
    clients: [],
    subAccounts: [],
    twoFactorEnabled: false,
    ...change,
  };
}
