import { readFile } from 'node:fs/promises';
import { type ContractListing, epochMs, Venue } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { demoMarketFile } from '../server-folder.ts';
import { demoUsers, simulatedUsers } from './demo-users.ts';
import { parseMarketFile, readMarketFile } from './reference-data-file.ts';

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
  it.each([
    ['not JSON', () => '{', /is not JSON/],
    [
      'a price with three decimals',
      (text: string) => text.replace('"mtm": 4035,', '"mtm": 4035.123,'),
      /futures\.0\.mtm: must have at most two decimals/,
    ],
    [
      'a price off its tick',
      (text: string) => text.replace('"mtm": 4035,', '"mtm": 4035.1,'),
      /DEC26 WMAZ has an MTM of 403510 cents, off its tick of 20/,
    ],
    ['an unknown field', (text: string) => text.replace('"anchorDate"', '"anchor"'), /anchor/],
    [
      'a month 13',
      (text: string) => text.replace('"2026-12"', '"2026-13"'),
      /futures\.0\.month: must be a month/,
    ],
  ])('is rejected for %s, with its path', async (_what, change, why) => {
    const text = await readFile(demoMarketFile, 'utf8');
    expect(() => parseMarketFile(change(text), 'market.json')).toThrow(why);
  });

  it('is rejected when the file does not exist', async () => {
    await expect(readMarketFile('nowhere.json')).rejects.toThrow(
      'The reference data nowhere.json cannot be read (ENOENT).',
    );
  });
});
