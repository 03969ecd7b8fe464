import { describe, expect, it } from 'vitest';
import {
  dealsInOthers,
  futureName,
  kindOfContractName,
  optionName,
  parseContractDate,
  parseContractName,
  splitName,
  spreadName,
} from './contract-names.ts';

const december = { year: 2026, month: 12 };
const future = futureName('WMAZ', december);
const option = { strike: 420_000, type: 'call', isDelta: false } as const;

describe('the name of a contract', () => {
  it.each([
    ['future', 'DEC26 WMAZ', future],
    ['option', 'DEC26 WMAZ 4200 C', optionName(future, option)],
    ['option', 'DEC26 WMAZ 4200.50 P', optionName(future, { ...option, strike: 420_050, type: 'put' })],
    ['delta', 'DEC26 WMAZ 4200 C D', optionName(future, { ...option, isDelta: true })],
    ['split', 'DEC26-MAR27 WMAZ', splitName('WMAZ', december, { year: 2027, month: 3 })],
    ['spread', 'DEC26 WMAZ-YMAZ', spreadName({ first: 'WMAZ', second: 'YMAZ', ...december })],
  ] as const)('of a %s is %s, and is read again', (kind, name, written) => {
    expect(written).toBe(name);
    expect(kindOfContractName(name)).toBe(kind);
    expect(dealsInOthers(name)).toBe(kind !== 'future' && kind !== 'option');
    expect(parseContractName(name)).toEqual({
      contractDate: 'DEC26',
      farDate: kind === 'split' ? 'MAR27' : undefined,
      instrument: 'WMAZ',
      secondInstrument: kind === 'spread' ? 'YMAZ' : undefined,
      future,
    });
  });

  it.each(['C', 'P', 'D'])('of a contract on an instrument %s does not depend on its code', (code) => {
    const name = futureName(code, december);
    const optionOn = optionName(name, option);
    const deltaOn = optionName(name, { ...option, isDelta: true });
    expect([name, optionOn, deltaOn].map(kindOfContractName)).toEqual(['future', 'option', 'delta']);
    expect(dealsInOthers(name)).toBe(false);
    expect(kindOfContractName(spreadName({ first: code, second: 'D', ...december }))).toBe('spread');
  });

  it('[MODEL-3] has a date of a three-letter month and a year', () => {
    expect(parseContractDate('DEC26')).toEqual(december);
    for (const text of ['', 'DEC', 'XXX26', 'dec26', 'DEC2026', 'DEC-6'])
      expect(parseContractDate(text)).toBeNull();
  });
});
