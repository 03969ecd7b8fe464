import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../scenario.ts';
import { parseScenario } from './parse-scenario.ts';

const parse = (...lines: string[]) => parseScenario(['# A scenario.', ...lines].join('\n'), 'a.scenario');
/** The message of the ScenarioError, or null. */
const faultOf = (...lines: string[]): string | null => {
  try {
    parse(...lines);
    return null;
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
};

describe('parseScenario', () => {
  it('reads given lines and steps with their line numbers', () => {
    const scenario = parse(
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
    expect(scenario.title).toBe('A scenario.');
    expect(scenario.given).toEqual([
      { line: 2, text: 'member MIEL inactive', phrase: 'member', values: { CODE: 'MIEL', inactive: true } },
    ]);
    expect(scenario.steps).toMatchObject([
      {
        line: 4,
        text: 'Thandi KAND sells 10 DEC26 WMAZ at 4035.20 for 9996S ref T1',
        action: {
          by: { name: 'Thandi', member: 'KAND' },
          phrase: 'sells',
          values: { LOTS: 10, CONTRACT: 'DEC26 WMAZ', PRICE: 403_520, ACCOUNT: '9996S', REF: 'T1' },
        },
        expected: [
          { line: 5, isNegated: false, phrase: 'answered', values: { STATE: 'Active', DEALT: 4, LEFT: 6 } },
          { line: 6, isNegated: true, phrase: 'rejected', values: { REJECTION: 'orderNotFound' } },
        ],
      },
      {
        line: 7,
        action: null,
        view: { phrase: 'book', values: { CONTRACT: 'DEC26 WMAZ' }, rows: ['| 4035.20 6 (T1)'] },
      },
      { line: 9, action: null, view: { isNegated: true, phrase: 'deals', rows: ['(none)'] } },
    ]);
  });

  it.each([
    ['buys 10 MAR27 WMAZ at 4035 TOK', { phrase: 'buys', values: { PRICE: 403_500, TOK: true } }],
    [
      'buys 10 JUL26 WMAZ 4200 C D at 12.50 ref X',
      { phrase: 'buys', values: { CONTRACT: 'JUL26 WMAZ 4200 C D' } },
    ],
    [
      'buys and sells 5/6 DEC26 WMAZ at 1/2 OCO',
      { values: { BOTHLOTS: [5, 6], BOTHPRICES: [100, 200], OCO: true } },
    ],
    ['buys and sells 5 DEC26 WMAZ at 1/2', { values: { BOTHLOTS: [5, 5] } }],
    [
      'suspends all in DEC26 WMAZ by ZOD',
      { phrase: 'suspends all', values: { CONTRACT: 'DEC26 WMAZ', CODE: 'ZOD' } },
    ],
    ['suspends #12', { phrase: 'suspends', values: { ORDER: '#12' } }],
    [
      'may not splitDeal, cumulateDeal',
      { phrase: 'may not', values: { FLAGS: ['splitDeal', 'cumulateDeal'] } },
    ],
  ])('reads "Thandi KAND %s"', (line, action) => {
    expect(parse(`Thandi KAND ${line}`).steps[0]?.action).toMatchObject(action);
  });

  it.each([
    ['after 30 s', { values: { DURATION: 30_000 } }],
    ['after 2 min', { values: { DURATION: 120_000 } }],
    ['at 09:15', { values: { TIMEOFDAY: 33_300_000 } }],
    ['at 23:59:59', { values: { TIMEOFDAY: 86_399_000 } }],
    ['KAND may hold at most 10', { by: { name: 'KAND', member: '' }, values: { LOTS: 10 } }],
    ['announcement Halt "Two "words" here"', { values: { ANNOUNCEMENT: 'Halt', WORDS: 'Two "words" here' } }],
  ])('reads "%s"', (line, action) => {
    expect(parse(line).steps[0]?.action).toMatchObject(action);
  });
});

describe('parseScenario on a line that it cannot read', () => {
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
    ['command makeTea', '2:9: expected the kind of a command, such as insertOrder, found "makeTea"'],
    ['command announce with message', '2:30: expected the value of the field, found the end of the line'],
    ['Thandi KAND sells 1 DEC26 WMAZ at 1 TOK TOK', '2:41: expected FOK, sub-account, ref, until, for'],
    ['Thandi KAND sells 1 DEC26 WMAZ at 1 gladly', '2:37: expected TOK, FOK,'],
    [
      'Thandi KAND deletes T1',
      '2:21: expected an order that an earlier line has named, or #NUMBER, found "T1"',
    ],
    ['Thandi KAND may enter now', '2:23: expected the end of the line, found "now"'],
    ['Thandi', "2:7: expected the dealer's member, found the end of the line"],
    ['at 24:00', 'expected a time such as 09:15'],
    ['after 5 days', '2:9: expected s, min, h, found "days"'],
    ['announcement Info hello', 'expected "words in quotation marks", found "hello"'],
    ['day 2026-02-30', 'expected a day such as 2026-11-18'],
    ['  rejected orderNotFound', 'expected a step, not indented'],
    [
      'not Thandi KAND may enter',
      '2:5: expected book, positions, deals, sides, reports, movements, certificates, found "Thandi"',
    ],
  ])('reports line, column and the expected word: %s', (line, fault) => {
    expect(faultOf(line)).toContain(`a.scenario:${fault.startsWith('2:') ? '' : '2:'}`);
    expect(faultOf(line)).toContain(fault);
  });

  it('reports an unknown rejection, a given line below a step, and the ref of another dealer', () => {
    expect(faultOf('end of day', '  rejected orderLost')).toContain(
      '3:12: expected the code of a rejection, such as orderNotFound, found "orderLost"',
    );
    expect(faultOf('end of day', 'member MIEL')).toContain(
      '3:1: expected what is given above the first step',
    );
    expect(
      faultOf('Thandi KAND buys 1 DEC26 WMAZ at 1 ref X', 'Pieter VELD buys 1 DEC26 WMAZ at 1 ref X'),
    ).toContain('3:40: expected a ref that no other dealer has, found "X"');
  });

  it('reports all faults together, each with a mark below its place', () => {
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

  it('reports a missing title', () => {
    expect(() => parseScenario('end of day', 'b.scenario')).toThrow(
      'b.scenario:1:1: a scenario begins with its title: # What happens.',
    );
  });
});
