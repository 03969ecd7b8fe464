// The example clearing of the gallery: the accounts of its member on the business day before, with amounts that add up.
import type {
  BfProfileRow,
  BreakdownRow,
  ClearingInfoRow,
  ClearingRow,
  DealRow,
  EarlyValuationRow,
  MarginRow,
  MovementRow,
} from '@openpit/wire';
import { instruments, marketRows, marketTime } from './example-rows.ts';

const cleared = '2026-11-17';
const dueOn = '2026-11-18';
const endOfDay = Date.UTC(2026, 10, 17, 15, 0, 4);
const member = 'KAND';

const imrOf: Readonly<Record<string, number>> = {
  WMAZ: 21_000,
  YMAZ: 20_000,
  CORN: 18_000,
  WEAT: 15_000,
  SUNS: 24_000,
  SOYA: 21_000,
};
const tonsOf = (instrument: string) =>
  instruments.find((one) => one.instrument === instrument)?.tonsPerContract ?? 100;

/** Contract, opening lots, bought, sold, MTM before and now, price of the deals. */
type Held = readonly [string, number, number, number, number, number, number];
interface Account {
  readonly principal: string;
  readonly name: string;
  readonly opening: number;
  readonly interest: number;
  readonly payments: number;
  readonly held: readonly Held[];
  /** Before and now, by instrument. */
  readonly relief: Readonly<Record<string, readonly [number, number]>>;
}

const accounts: readonly Account[] = [
  {
    principal: member,
    name: 'Kandela Grain',
    opening: -184_230,
    interest: 83.42,
    payments: 184_230,
    held: [
      ['DEC26 WMAZ', 20, 12, 4, 4028.4, 4035, 4031.2],
      ['MAR27 WMAZ', 0, 0, 8, 4055, 4060, 4062.6],
      ['MAY27 YMAZ', -6, 0, 0, 3861.4, 3850, 0],
    ],
    relief: { WMAZ: [0, 168_000] },
  },
  {
    principal: 'FARM1',
    name: 'Rietfontein Farms',
    opening: 0,
    interest: 12.5,
    payments: 0,
    held: [['DEC26 WEAT', -3, 0, 0, 6172, 6150, 0]],
    relief: {},
  },
  {
    principal: 'MILL7',
    name: 'Highveld Mills',
    opening: -5_120.4,
    interest: 0,
    payments: 0,
    held: [['MAR27 SUNS', 2, 0, 0, 9081, 9050, 0]],
    relief: {},
  },
];

const round = (rand: number) => Math.round(rand * 100) / 100 + 0;
const amounts = [
  'amount',
  'variationMargin',
  'bookingFees',
  'initialMargin',
  'marginBefore',
  'margin',
  'dealtPremium',
] as const;
type Amounts = Pick<BreakdownRow, (typeof amounts)[number]>;
const none: Amounts = {
  amount: 0,
  variationMargin: 0,
  bookingFees: 0,
  initialMargin: 0,
  marginBefore: 0,
  margin: 0,
  dealtPremium: 0,
};

function sumOf(rows: readonly Amounts[]): Amounts {
  const sum = { ...none };
  for (const row of rows) for (const name of amounts) sum[name] = round(sum[name] + row[name]);
  return sum;
}

function withAmount(row: Partial<Amounts>): Amounts {
  const all = { ...none, ...row };
  const initialMargin = round(all.marginBefore - all.margin);
  return {
    ...all,
    initialMargin,
    amount: round(all.amount + all.variationMargin + all.bookingFees + initialMargin),
  };
}

let dealSeq = 70_300;
export const dealsOfLeaves: DealRow[] = [];

function leafOf(
  { principal }: Account,
  [contract, opening, bought, sold, before, mtm, price]: Held,
): BreakdownRow {
  const row = marketRows.find((one) => one.contract === contract);
  const instrument = row?.instrument ?? '';
  const tons = tonsOf(instrument);
  const sides = [
    ['B', bought],
    ['S', sold],
  ] as const;
  const deals = sides.flatMap(([side, qty]): DealRow[] => {
    if (qty === 0) return [];
    dealSeq += 2;
    return [
      {
        dealSeq,
        matchSeq: dealSeq / 2,
        time: endOfDay - 18_000_000 - (dealSeq % 100) * 41_000,
        contract,
        displaySeq: row?.displaySeq ?? 0,
        instrument,
        side,
        qty,
        price,
        value: round(price * qty * tons),
        activeOrderSeq: 900 + (dealSeq % 100),
        principal,
        subAccount: null,
        member,
        dealer: 'ABD',
        capacity: principal === member ? 'P' : 'A',
        counterparty: side === 'B' ? 'VELD' : 'RIET',
        origin: 'screen',
        ref: String(200 + (dealSeq % 100)),
        isAggressor: side === 'B',
        state: 'Open',
        linkedGroup: null,
        fee: round(qty * 23),
        changes: [],
      },
    ];
  });
  dealsOfLeaves.push(...deals);
  const net = opening + bought - sold;
  const imr = imrOf[instrument] ?? 0;
  const dealtPremium = round((sold - bought) * price * tons);
  return {
    uniqueKey: `${principal}/${instrument}/${contract}`,
    parent: `${principal}/${instrument}`,
    businessDay: cleared,
    member,
    principal,
    level: 'contract',
    instrument,
    contract,
    ...withAmount({
      variationMargin: round((net * mtm - opening * before) * tons + dealtPremium),
      bookingFees: -deals.reduce((sum, { fee }) => sum + (fee ?? 0), 0) + 0,
      marginBefore: Math.abs(opening) * imr,
      margin: Math.abs(net) * imr,
      dealtPremium,
    }),
    position: {
      ...{ opening, bought, sold, net, tons, mtmPrevious: before, mtm },
      deals: deals.map((deal) => deal.dealSeq),
    },
  };
}

function treeOf(account: Account): BreakdownRow[] {
  const { principal, opening, interest, payments, relief } = account;
  const shared = { businessDay: cleared, member, principal, instrument: null, contract: null };
  const contracts = account.held.map((held) => leafOf(account, held));
  const classes = [...new Set(contracts.map(({ instrument }) => instrument))].flatMap((instrument) => {
    const below = contracts.filter((one) => one.instrument === instrument);
    const [before, now] = relief[instrument ?? ''] ?? [0, 0];
    const imr = imrOf[instrument ?? ''] ?? 0;
    if (now !== 0)
      below.push({
        ...shared,
        uniqueKey: `${principal}/${instrument}/classRelief`,
        parent: `${principal}/${instrument}`,
        level: 'classRelief',
        instrument,
        ...withAmount({ marginBefore: -before + 0, margin: -now }),
      });
    const top: BreakdownRow = {
      ...shared,
      uniqueKey: `${principal}/${instrument}`,
      parent: principal,
      level: 'class',
      instrument,
      ...sumOf(below),
      parameters: { initialMargin: imr, classSpreadMargin: imr / 2, volatilityRange: 4 },
    };
    return [top, ...below];
  });
  const others = (
    [
      ['openingBalance', opening],
      ['interest', interest],
      ['payments', payments],
    ] as const
  ).flatMap(([level, amount]): BreakdownRow[] =>
    amount === 0
      ? []
      : [
          {
            ...shared,
            uniqueKey: `${principal}/${level}`,
            parent: principal,
            level,
            ...none,
            amount,
            ...(level === 'interest'
              ? { interestOn: { margin: round((interest * 365_00) / 7.25), rate: 7.25, days: 1 } }
              : {}),
          },
        ],
  );
  const below = [...classes.filter(({ level }) => level === 'class'), ...others];
  return [
    { ...shared, uniqueKey: principal, parent: null, level: 'account', ...sumOf(below) },
    ...classes,
    ...others,
  ];
}

export const breakdown: readonly BreakdownRow[] = accounts.flatMap(treeOf);

export const clearing: readonly ClearingRow[] = accounts.map((account): ClearingRow => {
  const { principal, opening, interest, payments } = account;
  const top = breakdown.find(({ uniqueKey }) => uniqueKey === principal);
  const { amount: balance, variationMargin, marginBefore, margin, initialMargin, bookingFees } = top ?? none;
  return {
    uniqueKey: `${cleared} ${principal}`,
    businessDay: cleared,
    member,
    principal,
    openingBalance: opening,
    variationMargin,
    marginBefore,
    margin,
    initialMargin,
    bookingFees,
    interest,
    deliveries: 0,
    payments,
    balance,
    status: balance === 0 ? 'settled' : balance > 0 ? 'receivable' : 'payable',
    clearingMember: member,
    dueOn,
    dueBy: '10:00',
    overdue: opening < 0 && payments === 0 ? Math.min(-opening, Math.max(-balance, 0)) : 0,
  };
});

export const movements: readonly MovementRow[] = clearing.flatMap((row, index): MovementRow[] => {
  let balance = row.openingBalance;
  const parts = (field: 'variationMargin' | 'bookingFees') =>
    breakdown.flatMap((leaf) =>
      leaf.level === 'contract' && leaf.principal === row.principal && leaf[field] !== 0
        ? [{ contract: leaf.contract ?? '', amount: leaf[field] }]
        : [],
    );
  return (
    [
      ['payment', row.payments, []],
      ['variationMargin', row.variationMargin, parts('variationMargin')],
      ['bookingFee', row.bookingFees, parts('bookingFees')],
      ['interest', row.interest, []],
      ['initialMargin', row.initialMargin, []],
    ] as const
  ).flatMap(([movement, amount, from], at): MovementRow[] => {
    if (amount === 0) return [];
    balance = round(balance + amount);
    const movementSeq = 101 + index * 5 + at;
    return [
      {
        uniqueKey: `${row.principal} ${movementSeq}`,
        movementSeq,
        businessDay: cleared,
        time: movement === 'payment' ? endOfDay - 27_000_000 : endOfDay,
        member,
        principal: row.principal,
        movement,
        amount,
        balance,
        parts: from,
      },
    ];
  });
});

export const clearingInfo: readonly ClearingInfoRow[] = accounts.map(({ principal, name }) => ({
  uniqueKey: principal,
  member,
  principal,
  name,
  agreement: principal === member ? 'own' : 'client',
  active: true,
  marginLimit: principal === 'FARM1' ? 250_000 : null,
  positionLimit: principal === 'MILL7' ? 40 : null,
  interestRate: 7.25,
  clearingMember: member,
  bank: 'Highveld Bank',
  paymentCutOff: '10:00',
}));

export const earlyValuations: readonly EarlyValuationRow[] = accounts.flatMap(({ principal, held }) => {
  const shared = {
    businessDay: dueOn,
    run: 1,
    time: marketTime - 1_866_000,
    isProvisional: true,
    member,
    principal,
  };
  const rows = held.map(([contract, opening, bought, sold, , mtm], index): EarlyValuationRow => {
    const move = index % 2 === 0 ? 3.4 : -2.2;
    return {
      ...shared,
      uniqueKey: `1 ${principal} ${contract}`,
      contract,
      spotPrice: round(mtm + move),
      mtmPrevious: mtm,
      method: index % 2 === 0 ? 'VWAP' : 'last deal',
      net: opening + bought - sold,
      variationMargin: null,
      initialMargin: null,
    };
  });
  const variationMargin = rows.reduce(
    (sum, { contract, net, spotPrice, mtmPrevious }) =>
      round(
        sum + (net ?? 0) * ((spotPrice ?? 0) - (mtmPrevious ?? 0)) * tonsOf(contract?.split(' ')[1] ?? ''),
      ),
    0,
  );
  const top = breakdown.find(({ uniqueKey }) => uniqueKey === principal);
  return [
    {
      ...shared,
      uniqueKey: `1 ${principal}`,
      ...{ contract: null, spotPrice: null, mtmPrevious: null, method: null, net: null },
      variationMargin,
      initialMargin: top?.margin ?? 0,
    },
    ...rows,
  ];
});

const wholeMarket = marketRows.filter(({ contractDisplay }) => contractDisplay.flag === 'F');

export const margins: readonly MarginRow[] = wholeMarket.flatMap(({ contract, displaySeq, instrument }) =>
  [dueOn, ...(instrument === 'SUNS' ? ['2026-11-19'] : [])].map((effectiveFrom): MarginRow => {
    const imr = (imrOf[instrument] ?? 0) * (effectiveFrom === dueOn ? 1 : 1.25);
    return {
      uniqueKey: `${contract} ${effectiveFrom}`,
      ...{ contract, displaySeq, instrument, effectiveFrom },
      initialMargin: imr,
      classSpreadMargin: imr / 2,
      volatilityRange: 4,
    };
  }),
);

export const bookingFees: readonly BfProfileRow[] = instruments.flatMap(({ instrument, tonsPerContract }) =>
  (['own', 'client'] as const).flatMap((profile) =>
    (['future', 'option'] as const).map((kind): BfProfileRow => {
      const feePerTon = (profile === 'own' ? 0.2 : 0.25) - (kind === 'option' ? 0.05 : 0);
      return {
        uniqueKey: `${profile} ${instrument} ${kind} ${dueOn}`,
        ...{ profile, instrument, kind, effectiveFrom: dueOn },
        feePerTon: round(feePerTon),
        vatPercent: 15,
        feePerContract: round(feePerTon * tonsPerContract * 1.15),
      };
    }),
  ),
);
