// Which orders the blotter shows besides its tabs: those of one dealer, principal, instrument or contract. "Cancel all" and
// "Suspend all" act on what this filter names.
import type { ActiveOrderRow, LayoutColumn } from '@openpit/wire';
import type { OrderFilter } from '../../actions/all-orders.ts';

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

/** What there is to filter by among these orders; a field with one value only filters nothing, so it is left out. */
export function filterChoices(orders: readonly ActiveOrderRow[], kept: OrderFilter): FilterChoice[] {
  return fields.flatMap((field) => {
    const values = new Set(orders.map((order) => order[field]));
    const chosen = kept[field];
    if (chosen !== undefined) values.add(chosen);
    else if (values.size < 2) return [];
    return [...values]
      .sort()
      .map((value) => ({ filter: { [field]: value }, label: `${names[field]} ${value}` }));
  });
}

/** "Dealer ABD"; null when nothing is filtered. */
export function filterLabel(filter: OrderFilter): string | null {
  const words = fields.flatMap((field) => {
    const value = filter[field];
    return value === undefined ? [] : [`${names[field]} ${value}`];
  });
  return words.length === 0 ? null : words.join(', ');
}

export function isSameFilter(a: OrderFilter, b: OrderFilter): boolean {
  return fields.every((field) => a[field] === b[field]);
}

/** What the panel kept in the layout; what cannot be read counts as no filter. */
export function keptFilter(column: LayoutColumn): OrderFilter {
  const kept = column.props?.filter;
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([field, value]) => (fields as readonly string[]).includes(field) && typeof value === 'string',
    ),
  );
}
