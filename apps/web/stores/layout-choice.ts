// Chooses the layout to open (LAYOUT-6): the last used on this kind of device, otherwise the first that suits it, otherwise a
// default. A default is not stored until the user saves it.
import type { LayoutDocument } from '@openpit/wire';
import type { DeviceKind } from './device-kind.ts';
import { newColumnId } from './layout-columns.ts';

export interface SavedLayout {
  readonly _id: string;
  readonly userId: string;
  readonly document: LayoutDocument;
  /** The version of the stored layout, which a save compares; omitted if unknown. */
  readonly version?: string | undefined;
}

/** The sixteen layouts of a phone in the order of LAYOUT-11: one full-width panel each. */
export const mobileLayoutNames: readonly (readonly [name: string, component: string])[] = [
  ['Futures', 'Futures'],
  ['Options', 'Options'],
  ['Deltas', 'Deltas'],
  ['Splits', 'Splits'],
  ['Spreads', 'Spreads'],
  ['Active Orders', 'ActiveOrders'],
  ['Completed Orders', 'CompletedOrders'],
  ['Positions', 'Positions'],
  ['Consolidated Positions', 'ConsolidatedPositions'],
  ['Deals', 'Deals'],
  ['Unmatched Deals', 'unMatchedDeals'],
  ['MTM', 'MTM'],
  ['Option Calculator', 'OptionCalculator'],
  ['Clearing', 'Clearing'],
  ['Breakdown', 'Breakdown'],
  ['Chart', 'TVChartContainer'],
];

type LayoutChoice =
  | { readonly kind: 'saved'; readonly layout: SavedLayout }
  | { readonly kind: 'default'; readonly document: LayoutDocument };

export function chooseLayout({
  saved,
  device,
  lastUsedId,
  newId = newColumnId,
}: {
  saved: readonly SavedLayout[];
  device: DeviceKind;
  lastUsedId: string | null;
  newId?: (component: string) => string;
}): LayoutChoice {
  const fitting = saved.filter(({ document }) => document.isMobile === (device === 'mobile'));
  const [first] = fitting;
  if (first === undefined)
    return {
      kind: 'default',
      document: device === 'mobile' ? mobileLayout('Futures', 'Futures', newId) : blankLayout,
    };
  const layout =
    fitting.find(({ _id }) => _id === lastUsedId) ??
    (device === 'mobile' ? firstOfMobile(fitting) : first) ??
    first;
  return { kind: 'saved', layout };
}

export const blankLayout: LayoutDocument = { name: 'Blank Layout', isMobile: false, columns: [] };

/** One panel that fills the screen. It is named `title` if it is not one of the sixteen. */
export function mobileLayout(
  component: string,
  title = component,
  newId: (component: string) => string = newColumnId,
): LayoutDocument {
  const name = mobileLayoutNames.find(([, shown]) => shown === component)?.[0] ?? title;
  return {
    name,
    isMobile: true,
    columns: [{ id: newId(component), component, coordinates: { x: 0, y: 0, w: 100, h: 100, z: 150 } }],
  };
}

/**
 * The first layout whose name contains futures, otherwise the first of the sixteen by its full name: "Consolidated Positions" is
 * not "Positions".
 */
function firstOfMobile(fitting: readonly SavedLayout[]): SavedLayout | undefined {
  const nameOf = ({ document }: SavedLayout) => document.name.trim().toLowerCase();
  const futures = fitting.find((layout) => nameOf(layout).includes('futures'));
  if (futures) return futures;
  for (const [name] of mobileLayoutNames) {
    const named = fitting.find((layout) => nameOf(layout) === name.toLowerCase());
    if (named) return named;
  }
  return undefined;
}
