// The rows that the panels show with the branch and the dealer of the preferences, in a sentence (PREF-7).
import type { HqAccess } from '@openpit/wire';
import { dealerFilterOf } from '../stores/chosen.ts';

type Typed = Parameters<typeof dealerFilterOf>[0];

export function shownText(text: Typed, dealers: HqAccess['dealers']): string {
  const filter = dealerFilterOf(text, dealers);
  if (filter === null) return 'The panels show the orders and deals of all dealers.';
  const shown = filter.dealers.map((code) => {
    const name = dealers.find((dealer) => dealer.code === code)?.name;
    return name === undefined ? `${code}, whom your member does not list` : `${code} ${name}`;
  });
  return shown.length === 0
    ? 'No dealer of your member matches: the panels would hide all orders and deals.'
    : `The panels show the orders and deals of ${shown.join(', ')}.`;
}
