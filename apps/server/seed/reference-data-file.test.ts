import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { demoUsers, parseMarketFile, ReferenceDataError, simulatedUsers } from '@openpit/market';
import { type ContractListing, epochMs, Venue } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { readMarketFile } from '../read-files.ts';
import { demoMarketFile } from '../server-folder.ts';

async function listings(): Promise<readonly ContractListing[]> {
  const { anchorDate, referenceData } = await readMarketFile(demoMarketFile);
  const command = { kind: 'openMarket', businessDay: anchorDate, referenceData } as const;
  const { events } = new Venue().handle({
    seq: 1,
    at: epochMs(0),
    by: testOperator,
    requestId: null,
    command,
  });
  const opened = events.find((event) => event.kind === 'marketOpened');
  return opened?.contracts ?? [];
}

describe('the demonstration market', () => {
  it('opens with the contracts of the anchor date, in cents, with their limits', async () => {
    const contracts = await listings();
    const wmaz = contracts.find(({ contract }) => contract === 'DEC26 WMAZ');
    expect(wmaz).toMatchObject({
      mtm: 403_500,
      limits: { low: 383_500, high: 423_500 },
      lastTradingDay: '2026-12-23',
      systemCode: 'FZQ23 WMAZ',
    });
    expect(contracts.find(({ contract }) => contract === 'JUL27 CORN')).toMatchObject({
      mtm: 322_000,
      limits: null,
    });
    expect(contracts.find(({ contract }) => contract === 'MAY27 SOYA')).toMatchObject({
      mtm: 765_000,
      limits: { low: 730_000, high: 800_000 },
    });
    expect(new Set(contracts.map(({ instrument }) => instrument)).size).toBe(13);
  });

  it('has its demonstration users and simulated participants as dealers', async () => {
    const { referenceData } = await readMarketFile(demoMarketFile);
    for (const { member, dealer } of [...demoUsers, ...Object.values(simulatedUsers)])
      expect(referenceData.dealers).toContainEqual(expect.objectContaining({ member, code: dealer }));
  });

  it('marks every invented value as illustrative', async () => {
    const file = JSON.parse(await readFile(demoMarketFile, 'utf8'));
    for (const instrument of file.instruments) expect(instrument.illustrative).toContain('initialMargin');
    for (const future of file.futures) expect(future.illustrative).toContain('openInterest');
  });
});

describe('reference data that cannot be used', () => {
  const page = readFileSync(new URL('../../../docs/own-market.md', import.meta.url), 'utf8');
  const rain = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

  function faultsOf(text: string): readonly string[] {
    try {
      parseMarketFile(text, 'market.json', true);
    } catch (error) {
      if (error instanceof ReferenceDataError) return error.message.split('\n');
      throw error;
    }
    return [];
  }
  type Json = Record<string, Record<string, unknown>[]>;
  /** The faults of the file of own-market.md after a change. */
  function changed(change: (file: Json) => void): readonly string[] {
    const file = JSON.parse(rain) as Json;
    change(file);
    return faultsOf(JSON.stringify(file)).slice(1);
  }
  const first = (file: Json, list: string) => file[list]?.[0] ?? {};

  it('reports all faults together with their places, amounts as in the file', () => {
    const lines = changed((file) => {
      first(file, 'instruments').strikes = { near: 10, far: 20, nearSteps: 2 };
      file.futures?.push(
        { ...first(file, 'futures'), month: '2027-09', mtm: 20.25 },
        { ...first(file, 'futures'), instrument: 'SNOW', displaySeq: 9 },
      );
      const series = { instrument: 'RAIN', volatility: 20, skewBelow: 0, skewAbove: 0 };
      const strikes = { first: 15, last: 25, step: 5 };
      file.options = [
        { ...series, month: '2027-03', displaySeq: 100, strikes },
        { ...series, month: '2028-03', displaySeq: 200, strikes: { ...strikes, first: 20, step: 10 } },
      ];
      file.clients = [{ code: '1001K', member: 'KARO', name: 'Farmers', active: true, subAccounts: [] }];
      first(file, 'dealers').branch = 'Sutherland';
    });
    expect(lines).toEqual([
      '  futures.2.displaySeq: displaySeq 1 is listed twice',
      '  futures.2.mtm: contract SEP27 RAIN has an MTM of R20.25, off its tick of R0.5',
      '  futures.3.instrument: contract MAR27 SNOW is on an instrument that is not listed',
      '  options.0.strikes: the options on MAR27 RAIN have a strike of R15, off the grid of R10',
      '  options.1.month: options are on MAR28 RAIN, which is not listed',
      '  dealers.0.branch: dealer THB is in branch Sutherland, which member CAPE does not have',
      '  clients.0.member: client 1001K belongs to member KARO, which is not listed',
    ]);
  });

  it('reports faults of the shape together with other faults, but not their consequences', () => {
    const lines = changed((file) => {
      first(file, 'members').active = 'yes';
      first(file, 'instruments').initialMargin = -2500;
      first(file, 'futures').month = '2027-13';
      file.futures?.push({ ...file.futures[1], month: '2027-09' });
      file.holidays?.push({ date: '2026-02-30', name: 'No day' });
    });
    expect(lines).toEqual([
      '  instruments.0.initialMargin: must not be negative',
      '  futures.0.month: must be a month YYYY-MM',
      '  members.0.active: must be true or false',
    ]);
    const others = changed((file) => {
      first(file, 'futures').month = '2027-13';
      file.futures?.push({ ...file.futures[1], month: '2027-09' });
      file.holidays?.push({ date: '2026-02-30', name: 'No day' });
    });
    expect(others).toEqual([
      '  futures.0.month: must be a month YYYY-MM',
      '  futures.2.displaySeq: displaySeq 2 is listed twice',
      '  holidays.1.date: holiday "2026-02-30" is not a date',
    ]);
  });

  it('reports the dates with which no market can open, which do not matter in a running market', () => {
    const change = (file: Json) => {
      first(file, 'futures').lastTradingDay = '2026-12-25';
      first(file, 'futures').optionExpiry = '2027-02-30';
      Object.assign(file.futures?.[1] ?? {}, {
        firstDeliveryDay: '2027-06-05',
        lastTradingDay: '2027-12-25',
      });
      file.futures?.push({
        ...first(file, 'futures'),
        month: '2027-09',
        displaySeq: 3,
        lastTradingDay: '2027-08-31',
      });
      delete file.futures?.[2]?.optionExpiry;
    };
    expect(changed(change)).toEqual([
      '  futures.0.optionExpiry: contract MAR27 RAIN has "2027-02-30" as optionExpiry, which is not a date',
      '  futures.1.firstDeliveryDay: contract JUN27 RAIN has "2027-06-05" as firstDeliveryDay, which is no business day',
      '  futures.1.lastTradingDay: contract JUN27 RAIN has "2027-12-25" as lastTradingDay, which is no business day',
      '  futures.2.lastTradingDay: contract SEP27 RAIN has its first delivery day after its last trading day: 2027-09-01',
    ]);
    const file = JSON.parse(rain) as Json;
    first(file, 'futures').lastTradingDay = '2026-12-25';
    expect(() => parseMarketFile(JSON.stringify(file), 'market.json')).not.toThrow();
    expect(changed((other) => Object.assign(other, { anchorDate: '2026-02-30' }))).toEqual([
      '  anchorDate: is not a date of the calendar',
    ]);
  });

  it('reports amounts that the market could not compute exactly', () => {
    const lines = changed((file) => {
      Object.assign(first(file, 'instruments'), {
        tonsPerContract: 1_000_000,
        initialMargin: 50_000_001,
        dailyLimit: 60,
        bookingFee: { own: { future: 0.02, option: 0 }, client: { future: 0, option: 0 } },
        strikes: { near: 10, far: 20, nearSteps: 2000 },
      });
      first(file, 'futures').openInterest = 100_000_001;
      const series = { instrument: 'RAIN', volatility: 20, skewBelow: 0, skewAbove: 0 };
      file.options = [
        { ...series, month: '2027-03', displaySeq: 100, strikes: { first: 40, last: 60, step: 20 } },
      ];
    });
    expect(lines).toEqual([
      '  instruments.0.dailyLimit: instrument RAIN has a daily limit of R60, above the R50 of a contract of this size',
      '  instruments.0.initialMargin: instrument RAIN has a margin of R50000001, above R50000000',
      '  instruments.0.bookingFee: instrument RAIN has a booking fee, above the R0.01 of a contract of this size',
      '  futures.0.openInterest: contract MAR27 RAIN has no usable open interest: it is a whole number up to 100000000',
      '  futures.1.mtm: contract JUN27 RAIN has an MTM of R85, above the R50 of a contract of this size and tick',
      '  instruments.0.strikes: instrument RAIN has no usable number of strikes',
      '  options.0.strikes: the options on MAR27 RAIN have a strike of R60, above the R50 of a contract of this size and tick',
    ]);
    expect(changed((file) => (first(file, 'instruments').tonsPerContract = 1_000_007))).toEqual([
      '  instruments.0.tonsPerContract: instrument RAIN has 1000007 tons per contract, above 1000000',
      expect.stringContaining('futures.1.mtm'),
    ]);
  });

  it.each<[string, (file: Json) => void, string]>([
    ['a missing field', (file) => delete first(file, 'members').branches, 'members.0.branches: is missing'],
    [
      'text in the place of a number',
      (file) => (first(file, 'futures').mtm = '20'),
      'futures.0.mtm: must be a number',
    ],
    [
      'an unknown field',
      (file) => (first(file, 'members').bnak = 'x'),
      'members.0.bnak: is not a field of this file',
    ],
    ['an unknown part', (file) => (file.memebrs = []), 'memebrs: is not a field of this file'],
    ['an empty name', (file) => (first(file, 'members').name = ''), 'members.0.name: must not be empty'],
    ['an empty list', (file) => (file.futures = []), 'futures: must have at least 1 entry'],
    [
      'a word that is none of the allowed ones',
      (file) => (first(file, 'instruments').settlement = 'gold'),
      'instruments.0.settlement: must be "physical" or "cash"',
    ],
    [
      'a tick of zero',
      (file) => (first(file, 'instruments').tick = 0),
      'instruments.0.tick: must be above zero',
    ],
    [
      'a price with three decimals',
      (file) => (first(file, 'futures').mtm = 20.123),
      'futures.0.mtm: must have at most two decimals',
    ],
  ])('explains with its own sentence what is wrong with %s', (_what, change, line) => {
    expect(changed(change)).toEqual([`  ${line}`]);
  });

  it.each([
    ['{', 'line 1, column 2: the file ends here, where there should be a name in quotation marks'],
    ['', 'line 1, column 1: the file ends here, where there should be a value'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: there should be a name in quotation marks'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: there should be a comma or }'],
    ['{ "a": [1, 2 }', 'line 1, column 14: there should be a comma or ]'],
    ['{ "a" 1 }', 'line 1, column 7: there should be a colon'],
    ['{ "a": \'x\' }', 'line 1, column 8: there should be a value'],
    ['{ "a": "x\n" }', 'line 1, column 8: there should be a text that is closed with a quotation mark'],
    ['{ "a": 01 }', 'line 1, column 9: there should be a comma or }'],
    ['{} {}', 'line 1, column 4: there should be nothing more'],
    ['{ "a": "\u0001" }', 'line 1, column 9: there should be no control character'],
  ])('says where %j stops being JSON', (text, place) => {
    expect(faultsOf(text).join('\n')).toContain(`The reference data market.json is not JSON: ${place}`);
  });

  it('may begin with a byte order mark, as some editors write it', () => {
    expect(parseMarketFile(`\uFEFF${rain}`, 'market.json').anchorDate).toBe('2026-12-01');
  });

  it('is rejected when the file does not exist', async () => {
    await expect(readMarketFile('nowhere.json')).rejects.toThrow(
      'The reference data nowhere.json cannot be read (ENOENT).',
    );
  });
});
