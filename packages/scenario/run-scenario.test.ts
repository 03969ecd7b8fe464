import { type Outcome, type Submission, Venue } from '@openpit/venue';
import { smallMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { parseScenario } from './parse-scenario.ts';
import { explainDifferences, runScenario } from './run-scenario.ts';
import { StoryFloor } from './testing/story-floor.ts';

async function tell(...lines: string[]) {
  const scenario = parseScenario(['# A story.', ...lines].join('\n'), 'a.scenario');
  const floor = new StoryFloor();
  const differences = await runScenario(scenario, { floor, market: smallMarket, pass: floor.pass });
  return { floor, differences, page: explainDifferences(scenario.file, differences) };
}

const twoBids = [
  'Abdul KAND buys 10 DEC26 WMAZ at 4034.80 ref A1',
  'Abdul KAND buys 5 DEC26 WMAZ at 4034.60 ref A2',
];

describe('a story that comes otherwise than it is told', () => {
  it('says where, what is told and what happened, for every line that differs and no other', async () => {
    const { page } = await tell(
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
        '    told:     answered Active, left 6',
        '    happened: answered Active, dealt 0, left 5, ref A2',
        '',
        'a.scenario:7',
        '    told:     rejected priceOffTick',
        '    happened: answered Filled, dealt 4, left 0, ref D1',
        '    happened: dealt 4 at 4034.80 with A1',
        '',
        'a.scenario:8',
        '    told:     no deal',
        '    happened: answered Filled, dealt 4, left 0, ref D1',
        '    happened: dealt 4 at 4034.80 with A1',
        '',
        'a.scenario:9',
        '    told:     order A1 Active, left 10',
        '    happened: order A1 Active, left 6',
        '',
        'a.scenario:10',
        '    told:     Denise VELD deletes A1 (accepted)',
        '    happened: rejected orderNotFound saying "There is no open order 1 at your member: it may have dealt or been deleted meanwhile."',
      ].join('\n'),
    );
  });

  it('shows a book, positions or deals row by row', async () => {
    const { page } = await tell(
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
        '    told:     book DEC26 WMAZ',
        '    - 10 (A1) 4034.80 | 4035.00 1 (D1)',
        '    + 10 (A1) 4034.80 |',
        '      5 (A2) 4034.60 |',
        '',
        'a.scenario:7',
        '    told:     positions',
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
  ])('is found out when it says "%s" of an order that rests', async (expected) => {
    const { differences } = await tell(...twoBids, `  ${expected}`);
    expect(differences.map(({ line, told }) => [line, told])).toEqual([[4, expected]]);
  });

  it.each([
    ['rejected priceOffTick saying "Another sentence."'],
    ['not rejected priceOffTick'],
    ['rejected priceNotPositive'],
  ])('is found out when it says "%s" of a price off the tick', async (expected) => {
    const { differences } = await tell('Abdul KAND buys 1 DEC26 WMAZ at 4034.90', `  ${expected}`);
    expect(differences.map(({ told }) => told)).toContain(expected);
  });

  it('is found out when rows that must not be there are, and only then', async () => {
    const there = await tell(...twoBids, 'not book DEC26 WMAZ', '  5 (A2) 4034.60 |', '  (empty)');
    expect(there.differences).toEqual([
      { line: 4, told: 'not book DEC26 WMAZ', happened: ['+ 5 (A2) 4034.60 |'] },
    ]);
    expect((await tell(...twoBids, 'not book DEC26 WMAZ', '  (empty)')).differences).toEqual([]);
  });

  it('goes on after an order that was never taken', async () => {
    const { differences } = await tell(
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.90 ref A1',
      '  rejected priceOffTick',
      'Abdul KAND deletes A1',
      'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 ref A1',
      'Abdul KAND deletes A1',
    );
    expect(differences).toMatchObject([
      { line: 4, happened: [expect.stringContaining('there is no order A1')] },
    ]);
  });
});

describe('a story that its market cannot tell', () => {
  it.each([
    ['Zodwa KAND buys 1 DEC26 WMAZ at 4034.80', 'member KAND has no dealer Zodwa'],
    ['Denise KAND buys 1 DEC26 WMAZ at 4034.80', 'member KAND has no dealer Denise'],
    ['Abdul KAND buys 1 DEC27 WMAZ at 4034.80', 'there is no contract DEC27 WMAZ'],
    ['Abdul KAND buys 1 DEC26 WMAZ at 4034.80 for NOBODY', 'there is no member or client NOBODY'],
    ['Abdul KAND buys 1 DEC26 WMAZ at 4034.80 TOK FOK', 'an order is TOK or FOK, not both'],
    ['Abdul KAND cancels all by ZOD', 'member KAND has no dealer ZOD'],
    ['NOBODY may hold at most 1', 'there is no member or client NOBODY'],
    ['Abdul may enter', 'whose dealer is Abdul?'],
    ['book DEC27 WMAZ', 'there is no contract DEC27 WMAZ'],
  ])('is rejected with the line before anything is sent: %s', async (line, fault) => {
    const scenario = parseScenario(`# A story.\nend of day\n${line}`, 'a.scenario');
    const floor = new StoryFloor();
    const running = runScenario(scenario, { floor, market: smallMarket, pass: floor.pass });
    await expect(running).rejects.toThrow(`a.scenario:3: ${fault}`);
    expect(floor.outcomes).toEqual([]);
  });

  it('is rejected when it goes back in time, but not on the next day', async () => {
    await expect(tell('at 09:15', 'after 1 min', 'at 09:15:59')).rejects.toThrow(
      'a.scenario:4: a story does not go',
    );
    expect((await tell('at 09:15', 'end of day', 'at 09:00')).differences).toEqual([]);
  });

  it('is rejected when what is given contradicts itself', async () => {
    await expect(tell('contract DEC26 WMAZ at 4035.10')).rejects.toThrow('off its tick');
    await expect(tell('contract DEC26-MAR27 WMAZ at 4035.00')).rejects.toThrow(
      'a.scenario:2: DEC26-MAR27 WMAZ is no',
    );
  });
});

describe('what a story takes for given', () => {
  it('is in the market before it begins', async () => {
    const { differences } = await tell(
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

describe('the time of a story', () => {
  it('passes on the floor as it is told', async () => {
    const { floor } = await tell(
      'at 09:00',
      'announcement Info "a"',
      'after 90 s',
      'at 09:15',
      'announcement Info "b"',
    );
    const told = floor.outcomes.filter(({ command }) => command === 'announce').map(({ at }) => at);
    expect((told[1] ?? 0) - (told[0] ?? 0)).toBe(15 * 60_000);
  });
});

describe('the refs of a story', () => {
  it('name the order that had them first; a later one goes by the ref that it got; a new day begins anew', async () => {
    const { differences } = await tell(
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

/** A floor that forgets request ids. */
class ForgetfulFloor extends StoryFloor {
  readonly #venue = new Venue();
  override async submit(submission: Submission): Promise<Outcome> {
    const seq = this.#venue.lastSeq + 1;
    return this.#venue.handle({
      seq,
      at: (await super.submit(submission)).at,
      ...submission,
      requestId: null,
    });
  }
}

it('a story about a repeated request finds out a floor that carries it out twice', async () => {
  const lines = [
    'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 request R1',
    'Abdul KAND buys 1 DEC26 WMAZ at 4034.80 request R1',
  ];
  const scenario = parseScenario(['# Twice.', ...lines, '  answered again'].join('\n'), 'a.scenario');
  const floor = new ForgetfulFloor();
  const differences = await runScenario(scenario, { floor, market: smallMarket, pass: floor.pass });
  expect(differences).toMatchObject([{ line: 4, told: 'answered again' }]);
});
