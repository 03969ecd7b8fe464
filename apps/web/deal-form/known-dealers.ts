// The dealers that a form can suggest: those whom today's deals name.
import { dataSetStores } from '../stores/stores.ts';

export function knownDealers(): readonly string[] {
  const names = dataSetStores.deals.keys().map((key) => dataSetStores.deals.get(key)?.dealer ?? '');
  return [...new Set(names)].filter((name) => name !== '').sort();
}
