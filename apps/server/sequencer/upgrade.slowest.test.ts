// Markets that earlier versions have stopped cleanly (decision 21). This version upgrades them, keeps their contents, and later opens them
// from their journal alone, in files and in PostgreSQL. testing/data-folders has one for each version of the rules; each is the previous
// folder, upgraded and used again.
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type MarketPlace, openLibsql, openLibsqlJournal, openSnapshots } from '@openpit/storage';
import { sharedPostgres } from '@openpit/storage/testing';
import { asPrice, type Command, epochMs, lots, oldestRules, ruleVersion, volatility } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabaseIn, openJournalIn, openMarketIn } from '../data-folder.ts';
import { runExplainCli } from '../explain/explain-cli.ts';
import { runOperatorCli } from '../operator/cli.ts';
import { runMarket } from '../running-market.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { encodeCommand } from './command-codec.ts';

const folders = fileURLToPath(new URL('../testing/data-folders', import.meta.url));
const versions = Array.from({ length: ruleVersion - oldestRules }, (_, at) => oldestRules + at);
const clock = new VirtualClock(epochMs(1_795_300_000_000));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-upgrade-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  openMarketIn({ dataFolder: folder }, { clock, onStopped: (cause) => expect.fail(cause.message) });
type OpenMarket = Awaited<ReturnType<typeof open>>;

async function copyOf(rules: number): Promise<void> {
  const from = join(folders, `rules-${rules}`);
  for (const file of await readdir(from, { recursive: true })) {
    if (!file.endsWith('.gz')) continue;
    const target = join(folder, file.slice(0, -'.gz'.length));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, gunzipSync(await readFile(join(from, file))));
  }
}

interface FolderMarket {
  readonly businessDay: string;
  /** Ref, state and remaining lots. */
  readonly orders: readonly (readonly [ref: string, state: string, remaining: number])[];
  /** Contract, sub-account, net lots, and the lots that are abandoned. */
  readonly positions: readonly (readonly [
    contract: string,
    subAccount: string | null,
    net: number,
    number,
  ])[];
  readonly deals: readonly string[];
  /** Type, role and state of the unmatched deals. */
  readonly unmatched: readonly (readonly [type: string, role: string, state: string])[];
  /** Payments and deliveries of each business day. */
  readonly clearing: readonly (readonly [payments: number, deliveries: number])[];
  /** The command that upgrades the folder when this version opens it. */
  readonly takenOver: number;
}

/** The rows of KAND in a market of two business days. */
const twoDays: Omit<FolderMarket, 'takenOver'> = {
  businessDay: '2026-11-19',
  orders: [['waits', 'Active', 1]],
  positions: [['DEC26 WMAZ', null, 2, 0]],
  deals: ['Open'],
  unmatched: [],
  clearing: [[1_000_000, 0]],
};
/** The folders. Each is the previous folder after its upgrade by the next version. */
const folderMarkets: Readonly<Record<number, FolderMarket>> = {
  7: { ...twoDays, takenOver: 44 },
  8: { ...twoDays, takenOver: 45 },
  // A third day, with every kind of pending item: orders, reported deals, an offer to assign, an abandonment. Also limits and a stopped
  // member.
  9: {
    businessDay: '2026-11-20',
    orders: [
      ['heldOver', 'Active', 3],
      ['waits2', 'Active', 4],
      ['suspended', 'Suspended', 2],
    ],
    positions: [
      ['DEC26 WMAZ', null, 4, 0],
      ['DEC26 WMAZ 4000 C', null, 10, 4],
      ['DEC26 WMAZ', 'HEDGE', 4, 0],
    ],
    deals: ['Split', 'Assigning', 'Open'],
    unmatched: [
      ['reported', 'captured', 'Waiting'],
      ['reported', 'addressed', 'Waiting'],
      ['assign', 'captured', 'Waiting'],
    ],
    clearing: [
      [1_000_000, 0],
      [0, 0],
    ],
    takenOver: 65,
  },
  // The same day, with what rules 11 change: a limited principal with lots in sub-accounts, a cumulated deal, a suspended delta, and an
  // abandonment that a sale has lowered.
  10: {
    businessDay: '2026-11-20',
    orders: [
      ['heldOver', 'Active', 3],
      ['waits2', 'Active', 4],
      ['suspended', 'Suspended', 2],
      ['delta', 'Suspended', 3],
    ],
    positions: [
      ['DEC26 WMAZ', null, 4, 0],
      ['DEC26 WMAZ 4000 C', null, 2, 2],
      ['DEC26 WMAZ', 'HEDGE', 4, 0],
      ['DEC26 WMAZ', null, 5, 0],
      ['DEC26 WMAZ', 'EAST', 5, 0],
      ['DEC26 WMAZ', 'WEST', 5, 0],
    ],
    deals: ['Split', 'Assigning', 'Open', 'Open', 'Cumulated', 'Cumulated', 'Open', 'Open', 'Open'],
    unmatched: [
      ['reported', 'captured', 'Waiting'],
      ['reported', 'addressed', 'Waiting'],
      ['assign', 'captured', 'Waiting'],
    ],
    clearing: [
      [1_000_000, 0],
      [0, 0],
    ],
    takenOver: 77,
  },
  // Two days later, with what rules 12 change: options whose expiry a file has moved, two limit days, a delta that has dealt in part, an
  // abandonment before a sale and a purchase, a report at the price of a cancelled deal, an order deleted during a halt.
  11: {
    businessDay: '2026-11-24',
    orders: [
      ['heldOver', 'Suspended', 3],
      ['cut', 'Active', 7],
      ['waits3', 'Active', 3],
    ],
    positions: [
      ['DEC26 WMAZ', null, 6, 0],
      ['DEC26 WMAZ', 'HEDGE', 4, 0],
      ['DEC26 WMAZ', null, 5, 0],
      ['DEC26 WMAZ', 'EAST', 5, 0],
      ['DEC26 WMAZ', 'WEST', 5, 0],
      ['DEC26 WMAZ', null, 1, 0],
      ['MAR27 WMAZ 4060 C', null, 9, 4],
      ['MAR27 WMAZ 4080 P', null, 3, 0],
      ['MAR27 WMAZ', null, 3, 0],
    ],
    deals: [...Array.from({ length: 10 }, () => 'Open'), 'Cancelled'],
    unmatched: [['reported', 'captured', 'Waiting']],
    clearing: [[1_000_000, 0], ...Array.from({ length: 7 }, (): [number, number] => [0, 0])],
    takenOver: 111,
  },
  // Three days later, with what rules 13 change: a future in its notice period, a bid at the upper limit in a book that is closed since, an
  // assigned part of an averaged deal, options that margins count from the new day, a cut-off and a VAT that a file has planned.
  12: {
    businessDay: '2026-11-27',
    orders: [['limit', 'Active', 1]],
    positions: [
      ['DEC26 WMAZ', null, 6, 0],
      ['DEC26 WMAZ', 'HEDGE', 4, 0],
      ['DEC26 WMAZ', null, 5, 0],
      ['DEC26 WMAZ', 'EAST', 5, 0],
      ['DEC26 WMAZ', 'WEST', 5, 0],
      ['DEC26 WMAZ', null, 1, 0],
      ['MAR27 WMAZ 4100 C', null, 10, 0],
      ['MAR27 WMAZ', null, 11, 0],
    ],
    deals: ['Cumulated', 'Cumulated', 'Split', 'Assigning', 'Open'],
    unmatched: [['assign', 'captured', 'Waiting']],
    clearing: [[1_000_000, 0], ...Array.from({ length: 16 }, (): [number, number] => [0, 0])],
    takenOver: 129,
  },
};

const marketOf = (rules: number): FolderMarket => {
  const folder = folderMarkets[rules];
  if (folder === undefined) throw new Error(`no folder of rules ${rules}`);
  return folder;
};

function expectMarket({ view }: OpenMarket, rules: number): void {
  const expected = marketOf(rules);
  const kand = { userId: 'anna', member: 'KAND' };
  expect(view.directory.businessDay).toBe(expected.businessDay);
  expect(
    view.rowsFor('activeOrders', kand).rows.map(({ ref, state, remaining }) => [ref, state, remaining]),
  ).toEqual(expected.orders);
  expect(
    view
      .rowsFor('positions', kand)
      .rows.map(({ contract, subAccount, net, abandoned = 0 }) => [contract, subAccount, net, abandoned]),
  ).toEqual(expected.positions);
  expect(view.rowsFor('deals', kand).rows.map(({ state }) => state)).toEqual(expected.deals);
  expect(
    view.rowsFor('unmatchedDeal', kand).rows.map(({ type, role, state }) => [type, role, state]),
  ).toEqual(expected.unmatched);
  expect(
    view.rowsFor('clearing', kand).rows.map(({ payments, deliveries }) => [payments, deliveries]),
  ).toEqual(expected.clearing);
}

describe.each(versions)('a data folder of rules %i', (rules) => {
  beforeEach(() => copyOf(rules));

  it('is upgraded by a journalled command, and is then a current market', async () => {
    const market = await open();
    expect(market.recovered).toMatchObject({ formerRules: rules, replayed: 1 });
    expectMarket(market, rules);
    const { seq } = await market.gateway.submit({
      by: testOperator,
      requestId: null,
      command: { kind: 'announce', announcement: 'Info', message: 'Taken over' },
    });
    expect(seq).toBe(market.recovered.snapshotSeq + 2);
    await market.close();

    const again = await open();
    expect(again.recovered).toMatchObject({ formerRules: null, replayed: 0, snapshotSeq: seq });
    expectMarket(again, rules);
    await again.close();
  });

  it('is upgraded with a notice if a command of the operator opens it without a server', async () => {
    const { text } = await said('users', '--data', folder);
    expect(text).toContain(
      `The market was run under rules ${rules} and now runs under rules ${ruleVersion}. The previous version can no longer open it.`,
    );
    expect((await said('users', '--data', folder)).text).not.toContain('now runs under rules');
  });

  it('is taken over once, even when this version was killed before its first snapshot', async () => {
    const first = await open();
    await first.abandon();
    const second = await open();
    expect(second.recovered).toMatchObject({ formerRules: null, replayed: 1 });
    expectMarket(second, rules);
    await second.close();
    const { snapshot } = await (await openSnapshots(join(folder, 'snapshots'))).latest();
    expect(snapshot?.ruleVersion).toBe(ruleVersion);
  });

  it('is rejected, unchanged, if the previous version was not stopped cleanly', async () => {
    const journal = await openLibsqlJournal({ folder });
    const seq = (await journal.lastSeq()) + 1;
    const written = JSON.parse(
      new TextDecoder().decode(
        encodeCommand({
          seq,
          at: clock.now(),
          by: testOperator,
          requestId: null,
          command: { kind: 'setSelfMatch', selfMatch: 'allow' },
        }),
      ),
    ) as object;
    const bytes = new TextEncoder().encode(JSON.stringify({ ...written, rules }));
    await journal.append({ firstSeq: seq, commands: [bytes] });
    await journal.close();
    await expect(open()).rejects.toThrow(
      `The data was written under rules ${rules}; this version of Openpit has rules ${ruleVersion}. It can take the market over, but the version that wrote the data was not stopped cleanly. Start that version once more and stop it with Ctrl+C, then start this one.`,
    );
  });

  it('contains commands that only the previous version can explain, and commands of this version', async () => {
    await (await open()).close();
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const takenOver = String(marketOf(rules).takenOver);
    try {
      expect(await runExplainCli(['10', '--data', folder])).toBe(1);
      expect(errors.mock.calls).toEqual([
        [
          `Command 10 was handled under rules ${oldestRules}; this version of Openpit has rules ${ruleVersion}. Run the same command of the version that wrote it.`,
        ],
      ]);
      expect(await runExplainCli([takenOver, '--data', folder])).toBe(0);
      expect(printed.mock.calls[0]?.[0]).toContain('changeRules');
      // The journal keeps everything needed for it.
      await rm(join(folder, 'snapshots'), { recursive: true });
      expect(await runExplainCli([takenOver, '--data', folder])).toBe(0);
    } finally {
      printed.mockRestore();
      errors.mockRestore();
    }
  });

  it('has a history that can be rebuilt from the outcomes of both versions', async () => {
    await (await open()).close();
    expect(await runOperatorCli(['history', 'rebuild', '--data', folder])).toBe(0);
  });
});

it('a data folder of rules 10 continues under the rules of this version', async () => {
  await copyOf(10);
  const market = await open();
  const kand = { userId: 'anna', member: 'KAND' };
  const mistake = market.view.rowsFor('deals', kand).rows.find(({ ref }) => ref === 'mistake');
  const cancelled = await market.gateway.submit({
    by: testOperator,
    requestId: null,
    command: { kind: 'cancelDeal', matchSeq: mistake?.matchSeq ?? 0, reason: 'typed wrong' },
  });
  expect(cancelled.verdict.kind).toBe('accepted');
  // The rules before have lost the instruction of 4 lots.
  const position = market.view
    .rowsFor('positions', kand)
    .rows.find(({ contract }) => contract === 'DEC26 WMAZ 4000 C');
  expect(position).toMatchObject({ net: 10, abandoned: 2 });
  const bought = await market.gateway.submit({
    by: { kind: 'user', userId: 'anna' },
    requestId: null,
    command: {
      kind: 'insertOrder',
      contract: 'DEC26 WMAZ',
      side: 'B',
      type: 'Normal',
      lots: lots(1),
      price: asPrice(402_000),
      capacity: 'A',
      principal: '9996S',
      subAccount: 'EAST',
    },
  });
  expect(bought.verdict).toMatchObject({ rejection: { code: 'positionAboveLimit', details: { reach: 16 } } });
  const delta = market.view.rowsFor('activeOrders', kand).rows.find(({ ref }) => ref === 'delta');
  const resubmitted = await market.gateway.submit({
    by: { kind: 'user', userId: 'anna' },
    requestId: null,
    command: { kind: 'resubmitActiveOrder', activeOrderSeq: delta?.activeOrderSeq ?? 0 },
  });
  expect(resubmitted.verdict).toMatchObject({ kind: 'accepted', answer: { state: 'Active' } });
  await market.close();
});

it('a data folder of rules 11 continues under the rules of this version', async () => {
  await copyOf(11);
  const market = await open();
  const operate = (command: Command) => market.gateway.submit({ by: testOperator, requestId: null, command });
  const { verdict } = await market.gateway.submit({
    by: { kind: 'user', userId: 'ben' },
    requestId: null,
    command: { kind: 'acceptUnmatchedDeal', unmatchedSeq: 9, version: 1, principal: 'VELD' },
  });
  expect(verdict).toMatchObject({ rejection: { code: 'reportedPriceOutside' } });
  const listing = (contract: string) =>
    market.view.directory.referenceData.contracts.find((listed) => listed.contract === contract);
  // A file has moved all options on MAR27 to this day. It is the last one of the strike that a dealer has added, too.
  for (const strike of [4000, 4060, 4080])
    expect(listing(`MAR27 WMAZ ${strike} C`)?.optionExpiry).toBe('2026-11-24');
  await operate({ kind: 'endDay' });
  expect(listing('MAR27 WMAZ')?.lastTradingDay).toBe('2027-03-18');

  // Each new series on the same future has its own expiry.
  const { market: rules, holidays, instruments } = market.view.directory.referenceData;
  if (rules === null) throw new Error('the market is open');
  const march = { instrument: 'WMAZ', year: 2027, month: 3 };
  const curve = { atTheMoney: volatility(3000), skewBelow: volatility(0), skewAbove: volatility(0) };
  const applied = await operate({
    kind: 'applyReferenceData',
    effectiveFrom: null,
    referenceData: {
      market: rules,
      holidays,
      instruments,
      futures: [{ ...march, displaySeq: 990_001, mtm: asPrice(406_000), openInterest: 0 }],
      options: [
        { ...march, displaySeq: 990_101, strikes: [asPrice(410_000)], curve },
        { ...march, displaySeq: 990_201, strikes: [asPrice(412_000)], curve, expires: '2026-12-18' },
      ],
      members: [],
      dealers: [],
      clients: [],
    },
  });
  expect(applied.verdict.kind).toBe('accepted');
  await operate({ kind: 'endDay' });
  expect(['4100 C', '4120 C'].map((option) => listing(`MAR27 WMAZ ${option}`)?.optionExpiry)).toEqual([
    '2027-02-19',
    '2026-12-18',
  ]);
  await market.close();
  const again = await open();
  expect(again.view.directory.businessDay).toBe('2026-11-26');
  await again.close();
});

it('a data folder of rules 12 continues under the rules of this version', async () => {
  await copyOf(12);
  const market = await open();
  const operate = (command: Command) => market.gateway.submit({ by: testOperator, requestId: null, command });
  const ofKand = <Name extends 'bfProfiles' | 'clearing' | 'unmatchedDeal' | 'breakDownAnalysis'>(
    name: Name,
  ) => market.view.rowsFor(name, { userId: 'anna', member: 'KAND' }).rows;
  // The upgrade has published the VAT that a file has planned.
  const fees = ofKand('bfProfiles').filter(({ profile, kind }) => profile === 'own' && kind === 'future');
  expect(fees.map(({ effectiveFrom, vatPercent }) => [effectiveFrom, vatPercent])).toEqual([
    [expect.any(String), 15],
    ['2026-11-30', 20],
  ]);
  expect(ofKand('unmatchedDeal')).toMatchObject([{ price: 4060.0727 }]);
  const clearers = new Set(ofKand('clearing').map(({ clearingMember }) => clearingMember));
  expect(clearers).toEqual(new Set(['KAND']));

  // The bid at the limit rests since before the administration, and trading resumes for a moment only.
  const begin = (phase: 'continuous' | 'closed') =>
    operate({
      kind: 'beginPhase',
      ...{ groups: ['deliveryMonth', 'other', 'world'], phase, dueAt: null, next: null, opensAt: null },
    });
  await begin('continuous');
  const ended = await operate({ kind: 'endDay' });
  const marks = ended.events.flatMap((event) => (event.kind === 'dayEnded' ? event.marks : []));
  expect(marks.find(({ contract }) => contract === 'MAR27 WMAZ')?.method).not.toBe('limit');
  const due = ended.events.flatMap((event) => (event.kind === 'paymentDue' ? [event] : []));
  expect(new Set(due.map(({ dueOn, dueBy }) => `${dueOn} ${dueBy}`))).toEqual(new Set(['2026-11-30 09:00']));
  const inNotice = ofKand('breakDownAnalysis').find(({ uniqueKey }) => uniqueKey === 'KAND/WMAZ/DEC26 WMAZ');
  expect(inNotice?.position).toMatchObject({ opening: 10, net: 10, mtm: 4435, mtmPrevious: 4435 });
  await market.close();
  const again = await open();
  expect(again.view.directory.businessDay).toBe('2026-11-30');
  await again.close();
});

interface Engine {
  readonly name: string;
  /** Puts the market of the folder there, as a version that kept no states in journals would have it. */
  take(): Promise<Place>;
}

interface Place extends Required<MarketPlace> {
  /** Removes all but the journal. */
  keepJournalOnly(): Promise<void>;
  /** Runs SQL on the states in the journal; `#` stands for their table. */
  alterBaseStates(sql: string): Promise<void>;
}

const engines: readonly Engine[] = [
  {
    name: 'files',
    take: async () => ({
      dataFolder: folder,
      database: null,
      keepJournalOnly: async () => {
        // SQLite removes the additional files of a database when the last statement of a reader is collected, perhaps only now.
        for (const name of await readdir(folder))
          if (!/^journal\./.test(name)) await rm(join(folder, name), { recursive: true, force: true });
      },
      alterBaseStates: async (sql) => {
        const database = openLibsql(join(folder, 'journal.db'));
        database.run(sql.replace('#', 'base_state'));
        database.close();
      },
    }),
  },
  {
    name: 'PostgreSQL',
    take: async () => {
      const server = await sharedPostgres();
      const database = await server.createDatabase(onTestFinished);
      await admin('data', 'move', 'to-postgres', '--data', folder, '--database', database);
      await server.run(database, 'drop table openpit.journal_base_state');
      return {
        dataFolder: folder,
        database,
        keepJournalOnly: () => rm(folder, { recursive: true }),
        alterBaseStates: async (sql) => {
          await server.run(database, sql.replace('#', 'openpit.journal_base_state'));
        },
      };
    },
  },
];

/** The options that name a market to the operator's command line. */
const named = ({ dataFolder, database }: Required<MarketPlace>): readonly string[] => [
  '--data',
  dataFolder,
  ...(database === null ? [] : ['--database', database]),
];

/** Runs the operator's command, which prints nothing on the terminal of the tests. */
async function said(...argv: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  );
  const code = await runOperatorCli(argv);
  const text = spies.flatMap(({ mock }) => mock.calls.map(([line]) => String(line))).join('\n');
  for (const spy of spies) spy.mockRestore();
  return { code, text };
}

async function admin(...argv: string[]): Promise<void> {
  const { code, text } = await said(...argv);
  expect(code, text).toBe(0);
}

const openIn = (place: MarketPlace) =>
  openMarketIn(place, { clock, onStopped: (cause) => expect.fail(cause.message) });

/** Opens the market, expects its contents, and stops it. Resolves with the actions of its start. */
async function expectOpens(
  place: MarketPlace,
  rules: number,
): Promise<{ readonly recovered: OpenMarket['recovered']; readonly lastSeq: number }> {
  const market = await openIn(place);
  expectMarket(market, rules);
  const { recovered } = market;
  const { lastSeq } = market.view;
  await market.close();
  return { recovered, lastSeq };
}

describe.each(engines)('an upgraded market in $name', ({ take }) => {
  async function placeOf(rules: number): Promise<Place> {
    await copyOf(rules);
    return await take();
  }

  it.each(versions)('opens from its journal alone if it is of rules %i, also later', async (rules) => {
    const place = await placeOf(rules);
    const market = await openIn(place);
    const { snapshotSeq } = market.recovered;
    await market.gateway.submit({
      by: testOperator,
      requestId: null,
      command: { kind: 'announce', announcement: 'Info', message: 'Taken over' },
    });
    await market.close();
    for (const round of ['once', 'again']) {
      await place.keepJournalOnly();
      const { recovered, lastSeq } = await expectOpens(place, rules);
      expect(recovered, round).toMatchObject({ snapshotSeq, replayed: 2, formerRules: null });
      expect(lastSeq, round).toBe(snapshotSeq + 2);
    }
  });

  // The tests below are the same for each older version, so they use only the newest of these.
  const newest = ruleVersion - 1;

  it.each([
    ['with its snapshots', false],
    ['from its journal alone as soon as that has the state', true],
  ])('opens after kill -9 between any two steps of the upgrade, %s', async (_, isAlone) => {
    const place = await placeOf(newest);
    const steps = (['putBaseState', 'append', 'appendOutcomes'] as const).flatMap((call) =>
      (['before', 'after'] as const).map((when) => ({ call, when })),
    );
    for (const [at, { call, when }] of steps.entries()) {
      const journal = await openJournalIn(place);
      const killed = new Error(`killed ${when} ${call}`);
      const write = async (work: () => Promise<void>) => {
        if (when === 'after') await work();
        throw killed;
      };
      const opening = runMarket({
        journal: new Proxy(journal, {
          get: (target, name) => {
            const value: unknown = Reflect.get(target, name, target);
            if (typeof value !== 'function') return value;
            const bound = (...given: unknown[]) => Reflect.apply(value, target, given);
            return name === call ? (...given: unknown[]) => write(() => bound(...given)) : bound;
          },
        }),
        snapshotFolder: join(place.dataFolder, 'snapshots'),
        clock,
        onStopped: () => undefined,
      });
      await expect(opening).rejects.toThrow(killed.message);
      if (isAlone && at > 0) await place.keepJournalOnly();
    }
    const { lastSeq } = await expectOpens(place, newest);
    expect(lastSeq).toBe(marketOf(newest).takenOver);
  });

  it('reports the missing state if an earlier version kept the state only in snapshots, and is complete again with them', async () => {
    const place = await placeOf(newest);
    await (await openIn(place)).close();
    await place.alterBaseStates('delete from #');
    const snapshots = join(folder, 'snapshots');
    await rename(snapshots, `${folder}-aside`);
    for (const round of ['once', 'again'])
      await expect(openIn(place), round).rejects.toThrow(
        `The market has rules ${ruleVersion} since an upgrade, and the state with which they began is neither in its journal nor, undamaged, in its folder snapshots. Without it no version can replay the commands. Put back the folder snapshots, or restore a backup that has it.`,
      );
    // Without users, whom a market outside of a server does not have; the backup needs their database.
    await (await openDatabaseIn(place, { lastSeq: 0 })).close();
    const backup = await said('data', 'backup', join(folder, 'backup'), ...named(place));
    expect(backup).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /The copy of the market in .* cannot be opened, so it is no backup: The market has/,
      ),
    });
    await rm(snapshots, { recursive: true, force: true });
    await rename(`${folder}-aside`, snapshots);
    await expectOpens(place, newest);
    await place.keepJournalOnly();
    await expectOpens(place, newest);
  });

  it('rewrites a damaged state from a snapshot and reports it, or reports the damage in one sentence', async () => {
    const place = await placeOf(newest);
    await (await openIn(place)).close();
    const damage = 'update # set checksum = checksum + 1';
    await place.alterBaseStates(damage);
    const { recovered } = await expectOpens(place, newest);
    const described = 'part 1 of it is missing or does not match its checksum';
    expect(recovered.repairedState).toEqual({ seq: marketOf(newest).takenOver - 1, damage: described });
    expect((await expectOpens(place, newest)).recovered.repairedState).toBeNull();
    await place.alterBaseStates(damage);
    await place.keepJournalOnly();
    await expect(openIn(place)).rejects.toThrow(
      `is damaged (${described}): start the market with its folder snapshots, from which the state is written again, or restore the whole market from a backup`,
    );
  });

  it('opens from its journal alone after a backup and a move', async () => {
    const place = await placeOf(newest);
    await (await openIn(place)).close();
    const database = place.database ?? (await (await sharedPostgres()).createDatabase(onTestFinished));
    const backup = join(folder, 'backup');
    await admin('data', 'backup', backup, ...named(place));
    const copy = `${folder}-copy`;
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await mkdir(copy);
    for (const name of ['journal.db', 'journal.tail']) await rename(join(backup, name), join(copy, name));
    await expectOpens({ dataFolder: copy, database: null }, newest);

    const isInFiles = place.database === null;
    await admin(
      'data',
      'move',
      isInFiles ? 'to-postgres' : 'to-files',
      ...named({ dataFolder: folder, database }),
    );
    await rm(join(folder, 'snapshots'), { recursive: true });
    await expectOpens({ dataFolder: folder, database: isInFiles ? database : null }, newest);
  });
});
