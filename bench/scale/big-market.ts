// Reference data with ten thousand contracts of all kinds and a thousand dealers, and the commands that register the dealers
// and send their orders.
import {
  asMoney,
  asPrice,
  type ContractKind,
  lots,
  type OpenMarket,
  type PermissionFlag,
  type Submission,
  volatility,
} from '@openpit/venue';

const instruments = 20;
const monthsEach = 25;
const members = 50;
export const users = 1_000;

/** The names of contracts. */
export type Contracts = Record<ContractKind, string[]>;
export const noContracts = (): Contracts => ({ future: [], option: [], spread: [], split: [], delta: [] });

export const code = (prefix: string, at: number) => `${prefix}${String(at).padStart(3, '0')}`;
const month = (at: number) => ({ year: 2027 + Math.floor(at / 12), month: (at % 12) + 1 });

/** 500 futures, 2,250 strikes of four contracts, 480 splits and 20 spreads. Options begin with this month from January 2027. */
function bigMarket(firstOptionMonth = 6): OpenMarket['referenceData'] {
  const futures = [];
  const options = [];
  const splits = [];
  let displaySeq = 1;
  for (let at = 0; at < instruments; at += 1)
    for (let later = 0; later < monthsEach; later += 1) {
      futures.push({
        instrument: code('IN', at),
        ...month(later),
        displaySeq,
        mtm: asPrice(400_000),
        openInterest: 0,
      });
      displaySeq += 1;
    }
  for (let at = 0; at < 90; at += 1) {
    const strikes = Array.from({ length: 25 }, (_, step) => asPrice(370_000 + step * 2_000));
    const curve = {
      atTheMoney: volatility(2_500),
      skewBelow: volatility(50),
      skewAbove: volatility(30),
    };
    options.push({
      instrument: code('IN', at % instruments),
      ...month(firstOptionMonth + Math.floor(at / instruments)),
      displaySeq,
      strikes,
      curve,
    });
    displaySeq += strikes.length * 4;
  }
  for (let at = 0; at < instruments; at += 1)
    for (let near = 0; near + 1 < monthsEach; near += 1) {
      splits.push({ instrument: code('IN', at), near: month(near), far: month(near + 1), displaySeq });
      displaySeq += 1;
    }
  const spreads = Array.from({ length: 20 }, (_, at) => ({
    first: code('IN', at),
    second: code('IN', (at + 1) % instruments),
    ...month(at),
    displaySeq: displaySeq + at,
  }));
  return {
    market: { name: 'Scale', disclosesMembers: true, selfMatch: 'reject' },
    holidays: [],
    instruments: Array.from({ length: instruments }, (_, at) => ({
      code: code('IN', at),
      name: `Instrument ${at}`,
      tonsPerContract: 100,
      tick: asPrice(20),
      settlement: 'physical',
      dailyLimit: asPrice(40_000),
      initialMargin: asMoney(2_000_000),
      strikes: { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 20 },
    })),
    futures,
    options,
    splits,
    spreads,
    members: Array.from({ length: members }, (_, at) => ({
      code: code('M', at),
      name: `Member ${at}`,
      active: true,
      branches: ['A'],
    })),
    dealers: Array.from({ length: users }, (_, at) => ({
      code: code('D', at),
      member: code('M', at % members),
      branch: 'A',
      name: `Dealer ${at}`,
    })),
    clients: Array.from({ length: users }, (_, at) => ({
      code: code('C', at),
      member: code('M', at % members),
      name: '',
      active: true,
    })),
  };
}

export const operate = (command: Submission['command']): Submission => ({
  by: { kind: 'operator', operatorId: 'bench' },
  requestId: null,
  command,
});

export function openingSubmissions(
  flags: readonly PermissionFlag[],
  {
    businessDay = '2026-11-18',
    firstOptionMonth,
  }: { readonly businessDay?: string; readonly firstOptionMonth?: number } = {},
): Submission[] {
  const data = bigMarket(firstOptionMonth);
  const opening = operate({ kind: 'openMarket', businessDay, referenceData: data });
  return [
    opening,
    ...data.dealers.flatMap(({ member, code: dealer }, at): Submission[] => [
      operate({ kind: 'registerUser', userId: `u${at}`, member, dealer }),
      operate({ kind: 'grantPermissions', userId: `u${at}`, flags }),
      {
        by: { kind: 'user', userId: `u${at}` },
        requestId: null,
        command: { kind: 'setOwnMaxOrderQuantity', maxLots: lots(1000) },
      },
    ]),
  ];
}

/** The order with this number: most rest in one of the 500 futures, some deal; every tenth is on an option or a split. */
export function orderSubmission(number: number, contracts: Contracts): Submission {
  const mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const user = mixed % users;
  const kind = number % 20 === 0 ? 'split' : number % 10 === 5 ? 'option' : 'future';
  const list = contracts[kind];
  const contract = list[(mixed >>> 8) % list.length] ?? '';
  const side = mixed & 1 ? 'B' : 'S';
  const away = ((mixed >>> 3) % 44) - 4;
  const middle = kind === 'future' ? 400_000 : kind === 'option' ? 20_000 : 0;
  const isClient = mixed % 3 === 0;
  return {
    by: { kind: 'user', userId: `u${user}` },
    requestId: `o${number}`,
    command: {
      kind: 'insertOrder',
      contract,
      side,
      type: 'Normal',
      lots: lots(1 + (mixed % 20)),
      price: asPrice(middle + (side === 'B' ? -away : away) * 20),
      capacity: isClient ? 'A' : 'P',
      principal: isClient ? code('C', user) : code('M', user % members),
      subAccount: null,
      ref: '',
    },
  };
}
