import { describe, expect, it } from 'vitest';
import { asyncText, number, pricedRows, text, texts } from '../testing/schemas.ts';
import { validateArguments } from './validation.ts';

describe('the arguments of an invocation', () => {
  it('are validated one by one: missing ones as undefined, surplus ones ignored', () => {
    expect(validateArguments([text, number], ['a', 1, 'surplus'])).toEqual(['a', 1]);
    expect(() => validateArguments([text, number], ['a'])).toThrow('Argument 2: expected a number');
  });

  it('are rejected with the path of the invalid field', () => {
    expect(() => validateArguments([texts], [['a', 7]])).toThrow('Argument 1 at [1]: expected a string');
    const rows = { rows: [{ name: 'a', price: 1 }, { name: 'b' }] };
    expect(() => validateArguments([text, pricedRows], ['a', rows])).toThrow(
      'Argument 2 at rows[1].price: expected a number',
    );
  });

  it('are rejected with at most three problems', () => {
    expect(() => validateArguments([text, text, text, text, text], [])).toThrow(
      'Argument 1: expected a string; Argument 2: expected a string; Argument 3: expected a string; and 2 more.',
    );
  });

  it('can be validated asynchronously', async () => {
    await expect(validateArguments([number, asyncText], [1, 'a'])).resolves.toEqual([1, 'A']);
    await expect(validateArguments([asyncText], [1])).rejects.toThrow('Argument 1: expected a string');
  });
});
