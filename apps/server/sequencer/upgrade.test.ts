// Data folders that former versions have stopped cleanly (decision 21): this version takes their markets over, and keeps what they had.
// testing/data-folders has one for each version of the rules, of which each is the one before, taken over and used on.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openLibsqlJournal, openSnapshots } from '@openpit/storage';
import { epochMs, oldestRules, ruleVersion } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMarketIn } from '../data-folder.ts';
import { runExplainCli } from '../explain/explain-cli.ts';
import { runOperatorCli } from '../operator/cli.ts';
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
  /** The command that takes the folder over when this version opens it. */
  readonly takenOver: number;
}

/** What KAND has in a market of two business days. */
const twoDays: Omit<FolderMarket, 'takenOver'> = {
  businessDay: '2026-11-19',
  orders: [['waits', 'Active', 1]],
  positions: [['DEC26 WMAZ', null, 2, 0]],
  deals: ['Open'],
  unmatched: [],
  clearing: [[1_000_000, 0]],
};
/** The folders, each of which is the one before after it was taken over by the next version. */
const folderMarkets: Readonly<Record<number, FolderMarket>> = {
  7: { ...twoDays, takenOver: 44 },
  8: { ...twoDays, takenOver: 45 },
  // A third day, with all that can wait: orders, reported deals, an offer to assign, an abandonment; also limits and a stopped member.
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
};

const marketOf = (rules: number): FolderMarket => {
  const found = folderMarkets[rules];
  if (found === undefined) throw new Error(`no folder of rules ${rules}`);
  return found;
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

  it('is taken over by a journalled command, and is then one of today', async () => {
    const market = await open();
    expect(market.recovered).toMatchObject({ formerRules: rules, replayed: 1 });
    expectMarket(market, rules);
    const { seq } = await market.floor.submit({
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

  it('is taken over once, also when this version was killed before its first snapshot', async () => {
    const first = await open();
    await first.abandon();
    const second = await open();
    expect(second.recovered).toMatchObject({ formerRules: null, replayed: 1 });
    expectMarket(second, rules);
    await second.close();
    // The state of the former version stays, because nothing before it can be replayed.
    const { snapshot } = await (await openSnapshots(join(folder, 'snapshots'))).latest();
    expect(snapshot?.ruleVersion).toBe(ruleVersion);
    expect(await readdir(join(folder, 'snapshots'))).toHaveLength(2);
  });

  it('is rejected, unchanged, when the former version was not stopped cleanly', async () => {
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

  it('has commands that only the former version explains, and those of this version', async () => {
    await (await open()).close();
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const takenOver = String(marketOf(rules).takenOver);
    try {
      expect(await runExplainCli(['10', '--data', folder])).toBe(1);
      expect(errors.mock.calls).toEqual([
        [
          `Command 10 was handled under rules ${oldestRules}; this version of Openpit has rules ${ruleVersion}. Run npm run explain of the version that wrote it.`,
        ],
      ]);
      expect(await runExplainCli([takenOver, '--data', folder])).toBe(0);
      expect(printed.mock.calls[0]?.[0]).toContain('changeRules');
      for (const file of await readdir(join(folder, 'snapshots'))) await rm(join(folder, 'snapshots', file));
      expect(await runExplainCli([takenOver, '--data', folder])).toBe(1);
      expect(errors.mock.calls[1]?.[0]).toContain(
        `Command 1, which leads to command ${takenOver}, was handled under rules ${oldestRules};`,
      );
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
