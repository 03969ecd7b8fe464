// Values that fit the fuzzed market, by the name of the field: without them hardly a body would get past the first check of the
// market. Ids and cursors are learned from replies, the numbers of orders and deals are read from the market.

import { demoPassword, demoUsers } from '@openpit/market';
import { isRecord, type LayoutDocument, newPreferenceDocument } from '@openpit/wire';
import fc, { type Arbitrary } from 'fast-check';
import type { MarketServer } from '../../../market-server.ts';
import { withValueAt } from '../json-values.ts';
import type { KnownValues } from '../schema-values.ts';
import { hostileValues } from './hostile-values.ts';

/** The number of last learned values that are used. */
const remembered = 40;

/** Most valid bodies and queries are without these. */
const rare = [
  ...['volatility', 'bidVolatility', 'offerVolatility', 'reference', 'holdOverUntil', 'subAccount', 'dealer'],
  ...['instrument', 'counterpartyPrincipal', 'from', 'to', 'cursor', 'totalQty', 'mine'],
];

interface FittingValues {
  readonly known: KnownValues;
  /** Takes ids and cursors out of the body of a reply. */
  learn(body: unknown): void;
  /** Takes the numbers of the orders and deals that exist now. */
  refresh(): void;
}

export function fittingValues({ view }: MarketServer): FittingValues {
  const { directory } = view;
  const rows = view.market.rows();
  const contracts = rows.map(({ contract }) => contract);
  const future = 'DEC26 WMAZ';
  const mtm = rows.find(({ contract }) => contract === future)?.mtm ?? 0;
  const members = directory.memberRows().map(({ code }) => code);
  const clients = members.flatMap((member) => directory.clientsOf(member).map(({ code }) => code));
  const subAccounts = members.flatMap((member) => directory.subAccountsOf(member).map(({ code }) => code));
  const tripartites = members.flatMap((member) => directory.tripartiteRows(member));

  const learned = new Map<string, unknown[]>();
  /** Draws one of the learned values; `first` before there is any. */
  const learnedOf = (name: string, first: unknown) =>
    fc.nat(remembered).map((at) => {
      const values = learned.get(name) ?? [];
      return values[at % values.length] ?? first;
    });

  const oneOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
  const mostly = (value: unknown, others: Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: fc.constant(value), weight: 3 }, others);
  const price = fc.integer({ min: -20, max: 20 }).map((ticks) => Math.round((mtm + ticks * 0.2) * 100) / 100);
  const qty = fc.integer({ min: 1, max: 30 });
  const contract = mostly(future, oneOf(...contracts));
  const account = {
    principal: fc.oneof({ arbitrary: oneOf('KAND', 'VELD'), weight: 6 }, oneOf(...clients)),
    subAccount: oneOf(null, ...subAccounts),
  };
  const day = oneOf('2026-11-18', directory.businessDay, '1795000000000');
  const documents = fc.oneof(jsonTexts(layout), jsonTexts(preferences));

  return {
    known: {
      rare,
      values: {
        requestId: fc.oneof(
          { arbitrary: fc.uuid(), weight: 5 },
          fc.nat(30).map((at) => `r-${at}`),
        ),
        contract,
        contractName: contract,
        instrument: oneOf('WMAZ', 'YMAZ', 'WEAT'),
        ...account,
        dealer: oneOf('THN', 'PBO', 'LMO'),
        client: oneOf(...tripartites.map(({ client }) => client)),
        carryingMember: oneOf(...tripartites.map(({ carryingMember }) => carryingMember)),
        member: oneOf(...members),
        counterparty: fc.oneof({ arbitrary: oneOf('KAND', 'VELD'), weight: 6 }, oneOf(...members)),
        counterpartyPrincipal: oneOf(...clients),
        price,
        bidPrice: price,
        offerPrice: price,
        reference: price,
        qty,
        totalQty: qty,
        bidQty: qty,
        offerQty: qty,
        volatility: oneOf(20, 27.5, 30),
        contractDate: oneOf('DEC26', 'MAR27', 'JUL27'),
        strike: oneOf(3_900, 4_000, 4_060, 4_100),
        holdOverUntil: oneOf(null, '2026-12-01', '2026-12-15'),
        expectedCount: fc.nat(3),
        activeOrderSeq: learnedOf('activeOrderSeq', 1),
        dealSeq: learnedOf('dealSeq', 1),
        dealSeqs: fc.array(learnedOf('dealSeq', 1), { minLength: 2, maxLength: 4 }),
        unmatchedSeq: learnedOf('unmatchedSeq', 1),
        version: oneOf(1, 1, 2),
        from: day,
        to: day,
        date: day,
        limit: mostly('1', oneOf('20', '500')),
        cursor: learnedOf('next', ''),
        userId: oneOf(...demoUsers.map(({ userId }) => userId)),
        id: learnedOf('_id', 'none'),
        Id: learnedOf('_id', 'none'),
        userLayoutJson: jsonTexts(layout),
        userPreferenceJson: jsonTexts(preferences),
        jsonString: documents,
        email: oneOf(...demoUsers.map(({ email }) => email)),
        // Another one, and a changed password, would end sessions.
        sessionId: fc.constant('none'),
        newPassword: fc.constant('too short'),
        password: mostly(demoPassword, fc.constant('wrong')),
      },
    },
    learn: (body) => {
      if (!isRecord(body)) return;
      for (const name of ['_id', 'next'])
        if (typeof body[name] === 'string')
          learned.set(name, [...(learned.get(name) ?? []), body[name]].slice(-remembered));
    },
    refresh: () => {
      const last = (numbers: readonly number[]) => numbers.slice(-remembered);
      learned.set('activeOrderSeq', last([...view.allRows('activeOrders')].map((row) => row.activeOrderSeq)));
      learned.set('dealSeq', last([...view.allRows('deals')].map((row) => row.dealSeq)));
      learned.set('unmatchedSeq', last([...view.allRows('unmatchedDeal')].map((row) => row.unmatchedSeq)));
    },
  };
}

const layout: LayoutDocument = {
  name: 'Mine',
  isMobile: false,
  columns: [
    {
      id: 1,
      component: 'FuturesPanel',
      coordinates: { x: 0, y: 0, w: 50, h: 50, z: 1 },
      props: { deep: [1] },
      content: null,
    },
  ],
};

const { defaults, ...more } = newPreferenceDocument();
/** The market keeps the largest quantity of an order. */
const preferences = { ...more, defaults: { ...defaults, maxOrderQuantity: 1_000_000 } };

/** The text of the document, whole or with a hostile value anywhere in it. */
function jsonTexts(document: Readonly<Record<string, unknown>>): Arbitrary<string> {
  const places = placesIn(document);
  return fc.oneof(
    fc.constant(JSON.stringify(document)),
    fc
      .tuple(fc.constantFrom(...places), hostileValues)
      .map(([place, value]) => JSON.stringify(withValueAt(document, place, value)) ?? ''),
  );
}

function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const inside =
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, property]) =>
          placesIn(property, [...path, Array.isArray(value) ? Number(key) : key]),
        );
  return [path, ...inside];
}
