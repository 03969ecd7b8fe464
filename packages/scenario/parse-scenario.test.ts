import { describe, expect, it } from 'vitest';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError } from './scenario.ts';

const parse = (...lines: string[]) => parseScenario(['# A story.', ...lines].join('\n'), 'a.scenario');
/** The words that a story is rejected with, or null. */
const faultOf = (...lines: string[]): string | null => {
  try {
    parse(...lines);
    return null;
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
};

describe('a story', () => {
  it('is read into what is given and what happens, with its lines', () => {
    const story = parse(
      'member MIEL inactive',
      '',
      'Thandi KAND sells 10 DEC26 WMAZ at 4035.20 for 9996S ref T1 # a comment',
      '  answered Active, dealt 4, left 6',
      '  not rejected orderNotFound',
      'book DEC26 WMAZ',
      '  | 4035.20    6 (T1)',
      'not deals',
      '  (none)',
    );
    expect(story.title).toBe('A story.');
    expect(story.given).toEqual([
      { line: 2, text: 'member MIEL inactive', phrase: 'member', said: { CODE: 'MIEL', inactive: true } },
    ]);
    expect(story.steps).toMatchObject([
      {
        line: 4,
        text: 'Thandi KAND sells 10 DEC26 WMAZ at 4035.20 for 9996S ref T1',
        deed: {
          by: { name: 'Thandi', member: 'KAND' },
          phrase: 'sells',
          said: { LOTS: 10, CONTRACT: 'DEC26 WMAZ', PRICE: 403_520, ACCOUNT: '9996S', REF: 'T1' },
        },
        expected: [
          { line: 5, isDenied: false, phrase: 'answered', said: { STATE: 'Active', DEALT: 4, LEFT: 6 } },
          { line: 6, isDenied: true, phrase: 'rejected', said: { REJECTION: 'orderNotFound' } },
        ],
      },
      {
        line: 7,
        deed: null,
        look: { phrase: 'book', said: { CONTRACT: 'DEC26 WMAZ' }, rows: ['| 4035.20 6 (T1)'] },
      },
      { line: 9, deed: null, look: { isDenied: true, phrase: 'deals', rows: ['(none)'] } },
    ]);
  });

  it.each([
    ['buys 10 MAR27 WMAZ at 4035 TOK', { phrase: 'buys', said: { PRICE: 403_500, TOK: true } }],
    [
      'buys 10 JUL26 WMAZ 4200 C D at 12.50 ref X',
      { phrase: 'buys', said: { CONTRACT: 'JUL26 WMAZ 4200 C D' } },
    ],
    [
      'buys and sells 5/6 DEC26 WMAZ at 1/2 OCO',
      { said: { BOTHLOTS: [5, 6], BOTHPRICES: [100, 200], OCO: true } },
    ],
    ['buys and sells 5 DEC26 WMAZ at 1/2', { said: { BOTHLOTS: [5, 5] } }],
    [
      'suspends all in DEC26 WMAZ by ZOD',
      { phrase: 'suspends all', said: { CONTRACT: 'DEC26 WMAZ', CODE: 'ZOD' } },
    ],
    ['suspends #12', { phrase: 'suspends', said: { ORDER: '#12' } }],
    [
      'may not splitDeal, cumulateDeal',
      { phrase: 'may not', said: { FLAGS: ['splitDeal', 'cumulateDeal'] } },
    ],
  ])('knows "Thandi KAND %s"', (line, deed) => {
    expect(parse(`Thandi KAND ${line}`).steps[0]?.deed).toMatchObject(deed);
  });

  it.each([
    ['after 30 s', { said: { DURATION: 30_000 } }],
    ['after 2 min', { said: { DURATION: 120_000 } }],
    ['at 09:15', { said: { TIMEOFDAY: 33_300_000 } }],
    ['at 23:59:59', { said: { TIMEOFDAY: 86_399_000 } }],
    ['KAND may hold at most 10', { by: { name: 'KAND', member: '' }, said: { LOTS: 10 } }],
    ['announcement Halt "Two "words" here"', { said: { ANNOUNCEMENT: 'Halt', WORDS: 'Two "words" here' } }],
  ])('knows "%s"', (line, deed) => {
    expect(parse(line).steps[0]?.deed).toMatchObject(deed);
  });
});

describe('a line that cannot be read is rejected with its line, its column and what belongs there', () => {
  it.each([
    ['Thandi KAND sells ten DEC26 WMAZ at 4035.20', '2:19: expected a whole number, found "ten"'],
    ['Thandi KAND sells 10 DEC26 WMAZ for 4035.20', '2:33: expected "at", found "for"'],
    [
      'Thandi KAND sells 10 DEC26 WMAZ at',
      '2:35: expected a price such as 4035.20, found the end of the line',
    ],
    ['Thandi KAND sells 10 DEC26 WMAZ at 4035.205', 'expected a price such as 4035.20, found "4035.205"'],
    [
      'Thandi KAND steals 10 DEC26 WMAZ',
      '2:13: expected buys from, sells to, accepts report, edits report, deletes report, amends deal, buys by volatility, sells by volatility, buys and sells, buys, sells, edits strikes, deletes',
    ],
    ['Thandi KAND sells 1 DEC26 WMAZ at 1 TOK TOK', '2:41: expected FOK, sub-account, ref, until, for'],
    ['Thandi KAND sells 1 DEC26 WMAZ at 1 gladly', '2:37: expected TOK, FOK,'],
    [
      'Thandi KAND deletes T1',
      '2:21: expected an order that an earlier line has named, or #NUMBER, found "T1"',
    ],
    ['Thandi KAND may enter now', '2:23: expected the end of the line, found "now"'],
    ['Thandi', '2:7: expected his member, found the end of the line'],
    ['at 24:00', 'expected a time such as 09:15'],
    ['after 5 days', '2:9: expected s, min, h, found "days"'],
    ['announcement Info hello', 'expected "words in quotation marks", found "hello"'],
    ['day 2026-02-30', 'expected a day such as 2026-11-18'],
    ['  rejected orderNotFound', 'expected something that happens, not indented'],
    ['not Thandi KAND may enter', '2:5: expected book, positions, deals, sides, reports, found "Thandi"'],
  ])('%s', (line, fault) => {
    expect(faultOf(line)).toContain(`a.scenario:${fault.startsWith('2:') ? '' : '2:'}`);
    expect(faultOf(line)).toContain(fault);
  });

  it('and an unknown rejection, a fact that comes too late, a ref of another dealer as well', () => {
    expect(faultOf('end of day', '  rejected orderLost')).toContain(
      '3:12: expected the code of a rejection, such as orderNotFound, found "orderLost"',
    );
    expect(faultOf('end of day', 'member MIEL')).toContain(
      '3:1: expected what is given above all that happens',
    );
    expect(
      faultOf('Thandi KAND buys 1 DEC26 WMAZ at 1 ref X', 'Pieter VELD buys 1 DEC26 WMAZ at 1 ref X'),
    ).toContain('3:40: expected a ref that no other dealer has, found "X"');
  });

  it('all of them at once, each with a mark under the place', () => {
    expect(faultOf('after', 'end of day', '  dealt 1 for')).toBe(
      [
        'a.scenario:2:6: expected a whole number, found the end of the line.',
        '  after',
        '       ^',
        'a.scenario:4:11: expected "at", found "for".',
        '    dealt 1 for',
        '            ^',
      ].join('\n'),
    );
  });

  it('and a file without a title', () => {
    expect(() => parseScenario('end of day', 'b.scenario')).toThrow(
      'b.scenario:1:1: a story begins with its title: # What happens.',
    );
  });
});
