// Data folders whose record was written under other rules, or contradicts the rules of this program.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openLibsqlJournal, openSnapshots } from '@openpit/storage';
import { asPrice, epochMs, ruleVersion, Venue, volatility } from '@openpit/venue';
import { smallMarket, testOperator } from '@openpit/venue/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import { runOperatorCli } from '../operator/cli.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { seedSmallMarket } from '../testing/seed-small-market.ts';
import { decodeOutcome, encodeCommand, encodeOutcome } from './command-codec.ts';
import { RecoveryError } from './recovery-error.ts';

let folder: string;
const clock = new VirtualClock(epochMs(1_795_000_000_000));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openpit-recovery-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  openMarketIn({ dataFolder: folder }, { clock, onStopped: (cause) => expect.fail(cause.message) });
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const openMarket = {
  seq: 1,
  at: clock.now(),
  by: testOperator,
  requestId: null,
  command: { kind: 'openMarket', businessDay: '2026-11-18', referenceData: smallMarket },
} as const;
const sentence = (written: string | number) =>
  `The data was written under rules ${written}; this version of Openpit has rules ${ruleVersion}. Run the version that wrote it, or begin with a new folder (--data).`;

/** Writes the first command of a journal as other versions wrote it. */
async function writeFirstCommand(bytes: Uint8Array): Promise<void> {
  const journal = await openLibsqlJournal({ folder });
  await journal.append({ firstSeq: 1, commands: [bytes] });
  await journal.close();
}

describe('a data folder of other rules', () => {
  it.each([
    ['2 or older', openMarket],
    [2, { rules: 2, command: openMarket }],
    [ruleVersion + 1, { rules: ruleVersion + 1, command: openMarket }],
  ])('is rejected with both versions when its journal is of rules %s', async (written, command) => {
    await writeFirstCommand(bytesOf(command));
    await expect(open()).rejects.toThrow(sentence(written));
  });

  it('is rejected with both versions when its snapshot is of other rules', async () => {
    const market = await open();
    await seedSmallMarket(market);
    await market.close();
    const snapshots = await openSnapshots(join(folder, 'snapshots'));
    const { snapshot } = await snapshots.latest();
    if (snapshot === undefined) throw new Error('The clean stop has left no snapshot.');
    await snapshots.put({ ...snapshot, ruleVersion: 2 });
    await expect(open()).rejects.toThrow(sentence(2));
  });

  it('is rejected with both versions when its outcomes are of other rules', async () => {
    await writeFirstCommand(encodeCommand(openMarket));
    const journal = await openLibsqlJournal({ folder });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: [bytesOf({ rules: 2, outcome: {} })] });
    await journal.close();
    await expect(open()).rejects.toThrow(sentence(2));
  });

  it('is rejected by the operator’s command line with the same sentence, and so is a rebuild of history', async () => {
    await writeFirstCommand(bytesOf(openMarket));
    await (await openDatabase(databaseFile(folder))).close();
    const journal = await openLibsqlJournal({ folder });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: [bytesOf({ seq: 1, events: [] })] });
    await journal.close();
    const printed: string[] = [];
    const error = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)));
    const codes = [
      await runOperatorCli(['users', '--data', folder]),
      await runOperatorCli(['history', 'rebuild', '--data', folder]),
    ];
    error.mockRestore();
    expect(codes).toEqual([1, 1]);
    expect(printed).toHaveLength(2);
    for (const line of printed) expect(line).toContain(sentence('2 or older'));
  });
});

describe('a journal whose replay differs from its outcome log', () => {
  it('is rejected with the command and the rules of both versions', async () => {
    await writeFirstCommand(encodeCommand(openMarket));
    const outcome = new Venue().handle(openMarket);
    const journal = await openLibsqlJournal({ folder });
    await journal.appendOutcomes({ firstSeq: 1, outcomes: [encodeOutcome({ ...outcome, events: [] })] });
    await journal.close();
    await expect(open()).rejects.toThrow(
      new RecoveryError(
        `Command 1 has a different outcome now than when it was handled, although both versions of Openpit have rules ${ruleVersion}. Start the version that wrote the data.`,
      ),
    );
  });
});

describe('a market that was killed in the middle of the end of a day', () => {
  it('completes it at the start', async () => {
    // Enough contracts for the end of the day to need several slices.
    const strikes = Array.from({ length: 500 }, (_, at) => asPrice(300_000 + at * 2_000));
    const curve = { atTheMoney: volatility(2_500), skewBelow: volatility(0), skewAbove: volatility(0) };
    const series = { instrument: 'WMAZ', year: 2026, month: 12, displaySeq: 1_000, strikes, curve };
    const grid = { near: asPrice(2_000), far: asPrice(2_000), nearSteps: 10 };
    const instruments = smallMarket.instruments.map((instrument) => ({ ...instrument, strikes: grid }));
    const referenceData = { ...smallMarket, instruments, options: [series] };
    const command = { ...openMarket.command, referenceData };
    const endDay = {
      ...openMarket,
      seq: 2,
      by: { kind: 'schedule' },
      command: { kind: 'endDay' },
      seed: 1,
    } as const;
    const journal = await openLibsqlJournal({ folder });
    await journal.append({
      firstSeq: 1,
      commands: [encodeCommand({ ...openMarket, command }), encodeCommand(endDay)],
    });
    await journal.close();
    const whole = new Venue(Number.POSITIVE_INFINITY);
    expect(whole.handle({ ...openMarket, command }).verdict).toMatchObject({ kind: 'accepted' });
    const { events } = whole.handle(endDay);

    const market = await open();
    expect(market.view.lastSeq).toBeGreaterThan(2);
    expect(market.view.directory.businessDay).toBe('2026-11-19');
    expect(market.recovered.venue.continuation).toBeNull();
    await market.close();
    const again = await openLibsqlJournal({ folder });
    const outcomes = [];
    for await (const rows of again.readOutcomes(2))
      for (const { seq, bytes } of rows) outcomes.push(decodeOutcome(seq, bytes));
    await again.close();
    expect(outcomes.at(-1)?.events).toEqual(JSON.parse(JSON.stringify(events)));
    expect(outcomes.slice(0, -1).flatMap((outcome) => outcome.events)).toEqual([]);
  });
});
