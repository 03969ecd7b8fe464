import type { OrderGateway } from '@openpit/venue';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../parse/parse-scenario.ts';
import { testGround } from '../testing/test-ground.ts';
import { explainDifferences } from './difference.ts';
import { runScenario } from './run-scenario.ts';

async function run(...lines: string[]) {
  const scenario = parseScenario(['# A scenario.', ...lines].join('\n'), 'a.scenario');
  const ground = testGround();
  const differences = await runScenario(scenario, ground);
  return { gateway: ground.gateway, differences, page: explainDifferences(scenario.file, differences) };
}

const twoBids = [
  'Abdul KAND buys 10 DEC26 WMAZ at 4034.80 ref A1',
  'Abdul KAND buys 5 DEC26 WMAZ at 4034.60 ref A2',
];

describe('a run that differs from its scenario', () => {
  it('reports the line, the expected and the actual result, of differing lines only', async () => {
    const { page } = await run(
      ...twoBids,
      '  answered Active, left 6',
      '  answered Active, left 5',
      'Denise VELD sells 4 DEC26 WMAZ at 4034.80 ref D1',
      '  rejected priceOffTick',
      '  no deal',
      '  order A1 Active, left 10',
      'Denise VELD deletes A1',
    );
    expect(page).toBe(
      [
        'a.scenario:4',
        '    expected: answered Active, left 6',
        '    actual:   answered Active, dealt 0, left 5, ref A2',
        '',
        'a.scenario:7',
        '    expected: rejected priceOffTick',
        '    actual:   answered Filled, dealt 4, left 0, ref D1',
        '    actual:   dealt 4 at 4034.80 with A1',
        '',
        'a.scenario:8',
        '    expected: no deal',
        '    actual:   answered Filled, dealt 4, left 0, ref D1',
        '    actual:   dealt 4 at 4034.80 with A1',
        '',
        'a.scenario:9',
        '    expected: order A1 Active, left 10',
        '    actual:   order A1 Active, left 6',
        '',
        'a.scenario:10',
        '    expected: Denise VELD deletes A1 (accepted)',
        '    actual:   rejected orderNotFound saying "There is no open order 1 at your member: it may have dealt or been cancelled meanwhile."',
      ].join('\n'),
    );
  });

  it('reports book and positions row by row', async () => {
    const { page } = await run(
      ...twoBids,
      'book DEC26 WMAZ',
      '  10 (A1) 4034.80 | 4035.00 1 (D1)',
      '  5 (A2)  4034.60 |',
      'positions',
      '  KAND DEC26 WMAZ 10 at 4034.80',
    );
    expect(page).toBe(
      [
        'a.scenario:4',
        '    expected: book DEC26 WMAZ',
        '    - 10 (A1) 4034.80 | 4035.00 1 (D1)',
        '    + 10 (A1) 4034.80 |',
        '      5 (A2) 4034.60 |',
        '',
        'a.scenario:7',
        '    expected: positions',
        '    - KAND DEC26 WMAZ 10 at 4034.80',
        '    + (none)',
      ].join('\n'),
    );
  });

  it.each([
    ['not answered Active, left 5'],
    ['not answered Active'],
    ['not no deal'],
    ['answered Active, ref A3'],
    ['answered Active, dealt 1'],
    ['answered Suspended'],
    ['answered again'],
    ['answered for A2'],
    ['answered Active of bid'],
    ['dealt 5 at 4034.60 with A1'],
    ['order A1 Suspended'],
    ['announced Info'],
    ['marked DEC26 WMAZ at 4035.00'],
    ['rejected orderNotFound'],
  ])('reports "%s" of a resting order as a difference', async (expected) => {
    const { differences } = await run(...twoBids, `  ${expected}`);
    expect(differences.map(({ line, expected: text }) => [line, text])).toEqual([[4, expected]]);
  });

  it.each([
    ['rejected priceOffTick saying "Another sentence."'],
    ['not rejected priceOffTick'],
    ['rejected priceNotPositive'],
  ])('reports "%s" of a price off the tick as a difference', async (expected) => {
    const { differences } = await run('Abdul KAND buys 1 DEC26 WMAZ at 4034.90', `  ${expected}`);
    expect(differences.map(({ expected: text }) => text)).toContain(expected);
  });

  it('reports rows that a negated view must not have, and only these', async () => {
    const there = await run(...twoBids, 'not book DEC26 WMAZ', '  5 (A2) 4034.60 |', '  (empty)');
    expect(there.differences).toEqual([
      { line: 4, expected: 'not book DEC26 WMAZ', actual: ['+ 5 (A2) 4034.60 |'] },
    ]);
    expect((await run(...twoBids, 'not book DEC26 WMAZ', '  (empty)')).differences).toEqual([]);
  });

  it('continues after a step that names an order which was never accepted', async () => {
    const { differences } = await run(
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.90 ref A1',
      '  rejected priceOffTick',
      'Abdul KAND deletes A1',
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref A1',
      'Abdul KAND deletes A1',
    );
    expect(differences).toMatchObject([
      { line: 4, actual: [expect.stringContaining('there is no order A1')] },
    ]);
  });
});

describe('a scenario that cannot run in its market', () => {
  it.each([
    ['Zodwa KAND buys 1 DEC26 WMAZ at 4034.80', 'member KAND has no dealer Zodwa'],
    ['Denise KAND buys 1 DEC26 WMAZ at 4034.80', 'member KAND has no dealer Denise'],
    ['Abdul KAND buys 1 DEC27 WMAZ at 4034.80', 'there is no contract DEC27 WMAZ'],
    ['Abdul KAND buys 1 DEC26 WMAZ at 4034.80 for NOBODY', 'there is no member or client NOBODY'],
    ['Abdul KAND buys 1 DEC26 WMAZ at 4034.80 TOK FOK', 'an order is TOK or FOK, not both'],
    ['Abdul KAND cancels all by ZOD', 'member KAND has no dealer ZOD'],
    ['NOBODY may hold at most 1', 'there is no member or client NOBODY'],
    ['Abdul may enter', 'the member of dealer Abdul is missing'],
    ['book DEC27 WMAZ', 'there is no contract DEC27 WMAZ'],
  ])('is rejected with its line before anything is submitted: %s', async (line, fault) => {
    const scenario = parseScenario(`# A scenario.\nend of day\n${line}`, 'a.scenario');
    const ground = testGround();
    await expect(runScenario(scenario, ground)).rejects.toThrow(`a.scenario:3: ${fault}`);
    expect(ground.gateway.outcomes).toEqual([]);
  });

  it('is rejected when a time is before an earlier one, unless a new day has begun', async () => {
    await expect(run('at 09:15', 'after 1 min', 'at 09:15:59')).rejects.toThrow(
      'a.scenario:4: the time is before',
    );
    expect((await run('at 09:15', 'end of day', 'at 09:00')).differences).toEqual([]);
  });

  it('is rejected when its given lines contradict each other', async () => {
    await expect(run('contract DEC26 WMAZ at 4035.10')).rejects.toThrow('off its tick');
    await expect(run('contract DEC26-MAR27 WMAZ at 4035.00')).rejects.toThrow(
      'a.scenario:2: DEC26-MAR27 WMAZ is not',
    );
  });
});

describe('the given lines of a scenario', () => {
  it('are in the market before the first step', async () => {
    const { differences } = await run(
      'day 2012-07-18',
      'instrument YMAZ tons 100 tick 1.00 limit 80.00',
      'contract SEP12 YMAZ at 2551.00',
      'member MIEL',
      'dealer Mpho MIEL as MTS',
      'client 5044M MIEL',
      'Mpho MIEL buys 100 SEP12 YMAZ at 2631.00 for 5044M ref M1',
      '  answered Active',
      'MTS MIEL buys 1 SEP12 YMAZ at 2632.00',
      '  rejected priceOutsideLimits saying "Price outside daily limits (2471.00-2631.00)."',
      'end of day',
      '  announced EndOfDay saying "Business day 2012-07-18 has ended. The next is 2012-07-19. Please sign in again."',
    );
    expect(differences).toEqual([]);
  });
});

describe('the time of a scenario', () => {
  it('passes on the order gateway', async () => {
    const { gateway } = await run(
      'at 09:00',
      'announcement Info "a"',
      'after 90 s',
      'at 09:15',
      'announcement Info "b"',
    );
    const times = gateway.outcomes.filter(({ command }) => command === 'announce').map(({ at }) => at);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(15 * 60_000);
  });
});

describe('the refs of a scenario', () => {
  it('name the first order of the day, and a later order is named by the ref that the market gave it', async () => {
    const { differences } = await run(
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref 17',
      'Abdul KAND buys 2 DEC26 WMAZ at 4034.80 ref 17',
      '  answered Active, ref 18',
      'Abdul KAND deletes 17',
      'book DEC26 WMAZ',
      '  2 (18) 4034.80 |',
      'end of day',
      'Abdul KAND buys 3 DEC26 WMAZ at 4034.80 ref 17',
      'Abdul KAND buys 4 DEC26 WMAZ at 4034.80',
      'book DEC26 WMAZ',
      '  7 (17 #4) 4034.80 |',
    );
    expect(differences).toEqual([]);
  });
});

describe('a scenario with a repeated request', () => {
  it('detects an order gateway that handles the request twice', async () => {
    const line = 'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 request R1';
    const scenario = parseScenario(['# Twice.', line, line, '  answered again'].join('\n'), 'a.scenario');
    const { gateway, ...ground } = testGround();
    const withoutRequestIds: OrderGateway = {
      onOutcome: (listener) => gateway.onOutcome(listener),
      submit: (submission) => gateway.submit({ ...submission, requestId: null }),
    };
    const differences = await runScenario(scenario, { ...ground, gateway: withoutRequestIds });
    expect(differences).toMatchObject([{ line: 4, expected: 'answered again' }]);
  });
});
