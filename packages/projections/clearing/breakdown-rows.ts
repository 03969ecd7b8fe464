// The tree of an account's business day as rows. Every amount is an amount of the ledger, or a sum or difference of its amounts.
import type { ClassMargin, DayMark, InstrumentRates } from '@openpit/venue';
import { type BreakdownRow, toPercent, toRand } from '@openpit/wire';
import type { FactsOf } from '../reference/directory.ts';

/** A contract in an account's day. Amounts are cents, quantities lots. */
export interface ContractDay {
  readonly contract: string;
  opening: number;
  bought: number;
  sold: number;
  net: number;
  /** The receipts from the deals less the payments for them. */
  dealt: number;
  readonly deals: number[];
  variationMargin: number;
  bookingFees: number;
}

/** The movements of an account's day so far. Amounts are cents. */
export interface AccountDay {
  readonly member: string;
  readonly principal: string;
  readonly openingBalance: number;
  payments: number;
  /** Silo certificates received and delivered, and penalties. */
  deliveries: number;
  interest: number;
  /** The deposit that earned the interest; null without interest. */
  interestOn: InterestBasis | null;
  /** `null` until the account is cleared. */
  contracts: ContractDay[] | null;
  classesBefore: readonly ClassMargin[];
  classes: readonly ClassMargin[];
  /** The rates of the classes. */
  rates: readonly (readonly [string, InstrumentRates])[];
}

/** The deposit in cents, hundredths of a percent per year, and days. */
export interface InterestBasis {
  readonly margin: number;
  readonly rate: number;
  readonly days: number;
}

interface DayContext {
  readonly businessDay: string;
  readonly markOf: (contract: string) => DayMark | undefined;
  readonly facts: FactsOf;
}

/** A row with its amounts in cents. */
interface Node {
  readonly key: string;
  readonly parent: string | null;
  readonly level: BreakdownRow['level'];
  readonly instrument: string | null;
  readonly contract: string | null;
  /** The amounts that no other field contains: opening balance, interest, deliveries, payments. */
  other: number;
  variationMargin: number;
  bookingFees: number;
  marginBefore: number;
  margin: number;
  dealt: number;
  readonly position?: BreakdownRow['position'];
  readonly interestOn?: BreakdownRow['interestOn'];
  readonly parameters?: BreakdownRow['parameters'];
}

const amountNames = [
  'other',
  'variationMargin',
  'bookingFees',
  'marginBefore',
  'margin',
  'dealt',
] as const satisfies readonly (keyof Node)[];
type Amounts = Pick<Node, (typeof amountNames)[number]>;

const none: Amounts = {
  other: 0,
  variationMargin: 0,
  bookingFees: 0,
  marginBefore: 0,
  margin: 0,
  dealt: 0,
};

export const emptyContractDay = (contract: string): ContractDay => ({
  contract,
  opening: 0,
  bought: 0,
  sold: 0,
  net: 0,
  dealt: 0,
  deals: [],
  variationMargin: 0,
  bookingFees: 0,
});

/** The rows from the account downwards, each before its children. */
export function breakdownRows(account: AccountDay, context: DayContext): BreakdownRow[] {
  const { member, principal } = account;
  const byInstrument = heldByInstrument(account, context.facts);
  const classes = instrumentsOf(account, byInstrument).flatMap((instrument) =>
    classNodes(account, { instrument, contracts: byInstrument.get(instrument) ?? [] }, context),
  );
  const leaves = (['openingBalance', 'interest', 'deliveries', 'payments'] as const).flatMap(
    (level): Node[] => {
      const other = account[level];
      if (other === 0) return [];
      const key = `${principal}/${level}`;
      const leaf = { key, parent: principal, level, instrument: null, contract: null, ...none, other };
      return [level === 'interest' ? { ...leaf, ...basisOf(account) } : leaf];
    },
  );
  const below = [...classes.filter(({ level }) => level === 'class'), ...leaves];
  const top: Node = {
    key: principal,
    parent: null,
    level: 'account',
    instrument: null,
    contract: null,
    ...sumOf(below),
  };
  return [top, ...classes, ...leaves].map((node) =>
    rowOf(node, { member, principal, businessDay: context.businessDay }),
  );
}

function heldByInstrument({ contracts }: AccountDay, facts: FactsOf): Map<string, ContractDay[]> {
  const byInstrument = new Map<string, ContractDay[]>();
  for (const day of contracts ?? []) {
    const { instrument } = facts(day.contract);
    const contractsOfInstrument = byInstrument.get(instrument);
    if (contractsOfInstrument === undefined) byInstrument.set(instrument, [day]);
    else contractsOfInstrument.push(day);
  }
  return byInstrument;
}

const instrumentsOf = (
  { classes, classesBefore }: AccountDay,
  byInstrument: ReadonlyMap<string, readonly ContractDay[]>,
): string[] => {
  const all = new Set(byInstrument.keys());
  for (const { instrument } of classesBefore) all.add(instrument);
  for (const { instrument } of classes) all.add(instrument);
  return [...all].sort();
};

function classNodes(
  account: AccountDay,
  { instrument, contracts }: { readonly instrument: string; readonly contracts: readonly ContractDay[] },
  { facts, markOf }: DayContext,
): Node[] {
  const key = `${account.principal}/${instrument}`;
  const before = account.classesBefore.find((classMargin) => classMargin.instrument === instrument);
  const now = account.classes.find((classMargin) => classMargin.instrument === instrument);
  const scanned = [before, now].flatMap(
    (classMargin) => classMargin?.expiries.map(({ contract }) => contract) ?? [],
  );
  const names = [...new Set([...contracts.map(({ contract }) => contract), ...scanned])];
  const order = (name: string) => facts(name).displaySeq;
  const scanOf = (margins: ClassMargin | undefined, name: string): number =>
    margins?.expiries.find(({ contract }) => contract === name)?.scanLoss ?? 0;
  const leaves = names
    .sort((a, b) => order(a) - order(b))
    .map((name): Node => {
      const day = contracts.find(({ contract }) => contract === name);
      const { tons, mtm } = facts(name);
      // A future in its notice period is no longer marked, and keeps its MTM.
      const mark = markOf(name) ?? { mtm, previous: mtm };
      return {
        key: `${key}/${name}`,
        parent: key,
        level: 'contract',
        instrument,
        contract: name,
        other: 0,
        variationMargin: day?.variationMargin ?? 0,
        bookingFees: day?.bookingFees ?? 0,
        marginBefore: scanOf(before, name),
        margin: scanOf(now, name),
        dealt: day?.dealt ?? 0,
        ...(day === undefined ? {} : { position: positionOf(day, mark, tons) }),
      };
    });
  for (const level of ['classRelief', 'seriesRelief'] as const) {
    const [marginBefore, margin] = [0 - (before?.[level] ?? 0), 0 - (now?.[level] ?? 0)];
    if (marginBefore !== 0 || margin !== 0)
      leaves.push({
        key: `${key}/${level}`,
        parent: key,
        level,
        instrument,
        contract: null,
        ...none,
        marginBefore,
        margin,
      });
  }
  const rates = account.rates.find(([code]) => code === instrument)?.[1];
  const top: Node = {
    key,
    parent: account.principal,
    level: 'class',
    instrument,
    contract: null,
    ...sumOf(leaves),
    ...(rates === undefined ? {} : { parameters: parametersOf(rates) }),
  };
  return [top, ...leaves];
}

const basisOf = ({ interestOn }: AccountDay): Pick<Node, 'interestOn'> =>
  interestOn === null
    ? {}
    : {
        interestOn: {
          margin: toRand(interestOn.margin),
          rate: toPercent(interestOn.rate),
          days: interestOn.days,
        },
      };

function sumOf(nodes: readonly Node[]): Amounts {
  const sum = { ...none };
  for (const node of nodes) for (const name of amountNames) sum[name] += node[name];
  return sum;
}

const positionOf = (
  { opening, bought, sold, net, deals }: ContractDay,
  { mtm, previous, volatility }: Pick<DayMark, 'mtm' | 'previous' | 'volatility'>,
  tons: number,
): NonNullable<BreakdownRow['position']> => ({
  opening,
  bought,
  sold,
  net,
  tons,
  mtmPrevious: toRand(previous),
  mtm: toRand(mtm),
  ...(volatility === undefined ? {} : { volatility: toPercent(volatility) }),
  deals,
});

const parametersOf = ({
  initialMargin,
  classSpreadMargin,
  volatilityRange,
}: InstrumentRates): NonNullable<BreakdownRow['parameters']> => ({
  initialMargin: toRand(initialMargin),
  classSpreadMargin: toRand(classSpreadMargin),
  volatilityRange: toPercent(volatilityRange),
});

function rowOf(node: Node, owner: Pick<BreakdownRow, 'member' | 'principal' | 'businessDay'>): BreakdownRow {
  const { key, parent, level, instrument, contract, position, interestOn, parameters } = node;
  const { other, variationMargin, bookingFees, marginBefore, margin, dealt } = node;
  const initialMargin = marginBefore - margin;
  const row = {
    uniqueKey: key,
    parent,
    businessDay: owner.businessDay,
    member: owner.member,
    principal: owner.principal,
    level,
    instrument,
    contract,
    amount: toRand(other + variationMargin + bookingFees + initialMargin),
    variationMargin: toRand(variationMargin),
    bookingFees: toRand(bookingFees),
    initialMargin: toRand(initialMargin),
    marginBefore: toRand(marginBefore),
    margin: toRand(margin),
    dealtPremium: toRand(dealt),
  };
  // Most rows are contracts with only a position, so this case avoids the slow spread of an object.
  if (interestOn === undefined && parameters === undefined)
    return position === undefined ? row : Object.assign(row, { position });
  return {
    ...row,
    ...(position === undefined ? {} : { position }),
    ...(interestOn === undefined ? {} : { interestOn }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}
