// The filter of the Active orders panel besides its tabs: the orders of one dealer, principal, instrument or
// contract. "Cancel all" and "Suspend all" act on the orders that it matches.
import type { ActiveOrderRow } from '@openpit/wire';
import type { OrderFilter } from '../../actions/all-orders.ts';
import type { DealerFilter } from '../../stores/chosen.ts';

const fields = ['dealer', 'principal', 'instrument', 'contract'] as const;
type FilterField = (typeof fields)[number];

const names: Readonly<Record<FilterField, string>> = {
  dealer: 'Dealer',
  principal: 'Principal',
  instrument: 'Instrument',
  contract: 'Contract',
};

export interface FilterChoice {
  readonly filter: OrderFilter;
  readonly label: string;
}

/**
 * The filters to choose from: one for each value of a field in which the orders differ. A field with a single
 * value would filter nothing and is left out, except the value that is chosen now.
 */
export function filterChoices(orders: readonly ActiveOrderRow[], now: OrderFilter): FilterChoice[] {
  return fields.flatMap((field) => {
    const values = new Set(orders.map((order) => order[field]));
    const chosen = now[field];
    if (chosen !== undefined) values.add(chosen);
    else if (values.size < 2) return [];
    return [...values]
      .sort()
      .map((value) => ({ filter: { [field]: value }, label: `${names[field]} ${value}` }));
  });
}

/** "Dealer ABD"; null when nothing is filtered. */
export function filterLabel(filter: OrderFilter): string | null {
  const parts = fields.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [`${names[field]} ${value}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

export function isSameFilter(a: OrderFilter, b: OrderFilter): boolean {
  return fields.every((field) => a[field] === b[field]);
}

/** The filter with the one of the preferences, unless the panel's own already chooses a dealer. */
export function withDealerFilter(filter: OrderFilter, byPreference: DealerFilter | null): OrderFilter {
  if (byPreference === null || filter.dealer !== undefined) return filter;
  const { dealers } = byPreference;
  const [dealer] = dealers;
  return {
    ...filter,
    ...(dealers.length === 1 && dealer !== undefined ? { dealer } : { dealers: [...dealers] }),
  };
}
