import { describe, expect, it } from 'vitest';
import { shownText } from './shown-text.ts';

const dealers = [
  { code: 'THN', name: 'Thandi Nkosi', branch: 'Johannesburg' },
  { code: 'JVM', name: 'Johan van der Merwe', branch: 'Bothaville' },
];

describe('the sentence below branch and dealer', () => {
  it.each([
    ['', '', 'The panels show the orders and deals of all dealers.'],
    ['', 'Johannesburg', 'The panels show the orders and deals of THN Thandi Nkosi.'],
    ['OLD', '', 'The panels show the orders and deals of OLD, whom your member does not list.'],
    ['JVM', 'Johannesburg', 'No dealer of your member matches: the panels would hide all orders and deals.'],
  ])('[PREF-7] names who is shown for dealer "%s" and branch "%s"', (dealer, branch, sentence) => {
    expect(shownText({ dealer, branch }, dealers)).toBe(sentence);
  });
});
