import { describe, expect, it } from 'vitest';
import { number, pricedRows, slowText, text, texts } from '../testing/schemas.ts';
import { parseArguments } from './arguments.ts';

describe('the arguments of a call', () => {
  it('are validated one by one, missing ones as undefined, surplus ones left out', () => {
    expect(parseArguments([text, number], ['a', 1, 'surplus'])).toEqual(['a', 1]);
    expect(() => parseArguments([text, number], ['a'])).toThrow('Argument 2: expected a number');
  });

  it('are refused with the path of the field', () => {
    expect(() => parseArguments([texts], [['a', 7]])).toThrow('Argument 1 at [1]: expected a text');
    const rows = { rows: [{ name: 'a', price: 1 }, { name: 'b' }] };
    expect(() => parseArguments([text, pricedRows], ['a', rows])).toThrow(
      'Argument 2 at rows[1].price: expected a number',
    );
  });

  it('name at most three problems', () => {
    expect(() => parseArguments([text, text, text, text, text], [])).toThrow(
      'Argument 1: expected a text; Argument 2: expected a text; Argument 3: expected a text; and 2 more.',
    );
  });

  it('may take a while to validate', async () => {
    await expect(parseArguments([number, slowText], [1, 'a'])).resolves.toEqual([1, 'A']);
    await expect(parseArguments([slowText], [1])).rejects.toThrow('Argument 1: expected a text');
  });
});
