// The one place that says which panels there are: for each its name in layouts, its title and icon, how it is
// loaded, where a phone offers it, its size when it is new, the settings that it saves, and its keys. A
// new panel is a folder and an entry here.
import { type ComponentType, lazy, type ReactNode } from 'react';
import { defaultPanelSize, type PanelSize } from '../stores/layout-columns.ts';
import {
  AuctionIcon,
  BreakdownIcon,
  CalculatorIcon,
  CalendarIcon,
  ChartIcon,
  ClearingIcon,
  ClockIcon,
  CompletedIcon,
  ConsolidatedIcon,
  DealsIcon,
  DepthIcon,
  MarketsIcon,
  MtmIcon,
  OptionsIcon,
  OrdersIcon,
  PositionsIcon,
  SiloIcon,
  SplitsIcon,
  UnmatchedIcon,
} from '../ui/icons.tsx';
import type { KeyTable } from '../ui/keys.ts';
import { activeOrdersSettings } from './active-orders/active-orders-settings.ts';
import { orderKeys } from './active-orders/order-keys.ts';
import { breakdownSettings } from './breakdown/breakdown-settings.ts';
import { calculatorSettings } from './calculator/calculator-settings.ts';
import { calendarSettings } from './calendar/calendar-settings.ts';
import { chartKeys, chartPanelKeys } from './chart/chart-keys.ts';
import { chartSettings } from './chart/chart-settings.ts';
import { clearingSettings } from './clearing/clearing-settings.ts';
import { dealKeys } from './deals/deal-keys.ts';
import { dealsSettings } from './deals/deals-settings.ts';
import { depthKeys } from './depth/depth-keys.ts';
import { depthSettings } from './depth/depth-settings.ts';
import { ladderKeys } from './depth/ladder/ladder-keys.ts';
import { futuresSettings } from './futures/futures-settings.ts';
import { contractKeys } from './market/contract-keys.ts';
import { marketKeys } from './market/market-keys.ts';
import { mtmSettings } from './mtm/mtm-settings.ts';
import { addStrikeKeys } from './options/add-strike-keys.ts';
import { chainSettings } from './options/chain-settings.ts';
import { positionKeys } from './positions/position-keys.ts';
import type { PanelProps } from './settings/panel-props.ts';
import { anySettings, type SettingsSchema } from './settings/panel-settings.ts';
import { gridSettings } from './settings/saved-view.ts';
import { lotKeys } from './silo-auction/lot-keys.ts';
import { siloAuctionSettings } from './silo-auction/silo-auction-settings.ts';
import { certKeys } from './silo-certs/cert-keys.ts';
import { siloCertsSettings } from './silo-certs/silo-certs-settings.ts';
import { unmatchedKeys } from './unmatched-deals/unmatched-keys.ts';
import { unmatchedSettings } from './unmatched-deals/unmatched-settings.ts';

/** `preload` fetches its code. A fetch that fails is made again when the panel is shown, and reported then. */
type LoadedPanel = ComponentType<PanelProps> & { readonly preload: () => void };

interface PanelDefinition {
  /** Its name in layouts. */
  readonly component: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly Panel: LoadedPanel;
  /**
   * Where a phone offers it: as a tab with this caption, in the list under “More”, or only as a sheet over
   * another panel.
   */
  readonly phone: { readonly tab: string } | 'more' | 'sheet';
  /** The size of a new panel; 48 by 40 where it is left out (LAYOUT-4). */
  readonly size?: PanelSize;
  /** What it saves in its column of the layout, besides the view of its grid. */
  readonly settings?: SettingsSchema;
  /** The keys of its rows and tools, for the sheet of keys. */
  readonly keys?: readonly KeyTable[];
}

/** A panel that is loaded when it is first shown, or before that by `preloadPanel`. */
const loaded = <Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<PanelProps>>>>,
) =>
  Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { preload: () => void load().catch(() => undefined) },
  );

const definitions = [
  {
    component: 'Futures',
    title: 'Futures',
    icon: <MarketsIcon />,
    Panel: loaded('FuturesPanel', () => import('./futures/futures-panel.tsx')),
    phone: { tab: 'Markets' },
    settings: futuresSettings,
    keys: [marketKeys, contractKeys],
  },
  {
    component: 'Options',
    title: 'Options',
    icon: <OptionsIcon />,
    Panel: loaded('OptionsPanel', () => import('./options/chain-panel.tsx')),
    phone: 'more',
    settings: chainSettings,
    keys: [marketKeys, contractKeys, addStrikeKeys],
  },
  {
    component: 'Deltas',
    title: 'Deltas',
    icon: <OptionsIcon />,
    Panel: loaded('DeltasPanel', () => import('./options/chain-panel.tsx')),
    phone: 'more',
    settings: chainSettings,
    keys: [marketKeys, contractKeys, addStrikeKeys],
  },
  {
    component: 'Splits',
    title: 'Splits',
    icon: <SplitsIcon />,
    Panel: loaded('SplitsPanel', () => import('./pairs/pairs-panel.tsx')),
    phone: 'more',
    keys: [marketKeys, contractKeys],
  },
  {
    component: 'Spreads',
    title: 'Spreads',
    icon: <SplitsIcon />,
    Panel: loaded('SpreadsPanel', () => import('./pairs/pairs-panel.tsx')),
    phone: 'more',
    keys: [marketKeys, contractKeys],
  },
  {
    component: 'Depth',
    title: 'Depth',
    icon: <DepthIcon />,
    Panel: loaded('DepthPanel', () => import('./depth/depth-panel.tsx')),
    phone: 'sheet',
    size: { w: 20, h: 40 },
    settings: depthSettings,
    keys: [depthKeys, ladderKeys],
  },
  {
    component: 'ActiveOrders',
    title: 'Active orders',
    icon: <OrdersIcon />,
    Panel: loaded('ActiveOrdersPanel', () => import('./active-orders/active-orders-panel.tsx')),
    phone: { tab: 'Orders' },
    settings: activeOrdersSettings,
    keys: [orderKeys, contractKeys],
  },
  {
    component: 'CompletedOrders',
    title: 'Completed orders',
    icon: <CompletedIcon />,
    Panel: loaded('CompletedOrdersPanel', () => import('./completed-orders/completed-orders-panel.tsx')),
    phone: 'more',
    keys: [contractKeys],
  },
  {
    component: 'Positions',
    title: 'Positions',
    icon: <PositionsIcon />,
    Panel: loaded('PositionsPanel', () => import('./positions/positions-panel.tsx')),
    phone: { tab: 'Positions' },
    keys: [positionKeys, contractKeys],
  },
  {
    component: 'ConsolidatedPositions',
    title: 'Consolidated positions',
    icon: <ConsolidatedIcon />,
    Panel: loaded(
      'ConsolidatedPositionsPanel',
      () => import('./consolidated-positions/consolidated-positions-panel.tsx'),
    ),
    phone: 'more',
    keys: [contractKeys],
  },
  {
    component: 'Deals',
    title: 'Deals',
    icon: <DealsIcon />,
    Panel: loaded('DealsPanel', () => import('./deals/deals-panel.tsx')),
    phone: { tab: 'Deals' },
    settings: dealsSettings,
    keys: [dealKeys, contractKeys],
  },
  {
    component: 'Clearing',
    title: 'Clearing',
    icon: <ClearingIcon />,
    Panel: loaded('ClearingPanel', () => import('./clearing/clearing-panel.tsx')),
    phone: 'more',
    settings: clearingSettings,
  },
  {
    component: 'Breakdown',
    title: 'Breakdown',
    icon: <BreakdownIcon />,
    Panel: loaded('BreakdownPanel', () => import('./breakdown/breakdown-panel.tsx')),
    phone: 'more',
    settings: breakdownSettings,
    keys: [contractKeys],
  },
  {
    component: 'unMatchedDeals',
    title: 'Unmatched deals',
    icon: <UnmatchedIcon />,
    Panel: loaded('UnmatchedDealsPanel', () => import('./unmatched-deals/unmatched-deals-panel.tsx')),
    phone: 'more',
    settings: unmatchedSettings,
    keys: [unmatchedKeys, contractKeys],
  },
  {
    component: 'MTM',
    title: 'MTM',
    icon: <MtmIcon />,
    Panel: loaded('MtmPanel', () => import('./mtm/mtm-panel.tsx')),
    phone: 'more',
    settings: mtmSettings,
    keys: [contractKeys],
  },
  {
    component: 'TVChartContainer',
    title: 'Chart',
    icon: <ChartIcon />,
    Panel: loaded('ChartPanel', () => import('./chart/chart-panel.tsx')),
    phone: 'more',
    size: { w: 40, h: 40 },
    settings: chartSettings,
    keys: [chartPanelKeys, chartKeys],
  },
  {
    component: 'SiloCerts',
    title: 'Silo certificates',
    icon: <SiloIcon />,
    Panel: loaded('SiloCertsPanel', () => import('./silo-certs/silo-certs-panel.tsx')),
    phone: 'more',
    settings: siloCertsSettings,
    keys: [certKeys],
  },
  {
    component: 'SiloAuction',
    title: 'Silo auction',
    icon: <AuctionIcon />,
    Panel: loaded('SiloAuctionPanel', () => import('./silo-auction/silo-auction-panel.tsx')),
    phone: 'more',
    settings: siloAuctionSettings,
    keys: [lotKeys, contractKeys],
  },
  {
    component: 'OptionCalculator',
    title: 'Option calculator',
    icon: <CalculatorIcon />,
    Panel: loaded('OptionCalculatorPanel', () => import('./calculator/calculator-panel.tsx')),
    phone: 'more',
    size: { w: 30, h: 50 },
    settings: calculatorSettings,
  },
  {
    component: 'Calendar',
    title: 'Calendar',
    icon: <CalendarIcon />,
    Panel: loaded('CalendarPanel', () => import('./calendar/calendar-panel.tsx')),
    phone: 'more',
    settings: calendarSettings,
  },
  {
    component: 'Clock',
    title: 'Clock',
    icon: <ClockIcon />,
    Panel: loaded('ClockPanel', () => import('./clock/clock-panel.tsx')),
    phone: 'more',
    size: { w: 19, h: 23 },
  },
] as const satisfies readonly PanelDefinition[];

/** A panel that this version has. */
export type PanelComponent = (typeof definitions)[number]['component'];

export interface PanelEntry extends PanelDefinition {
  readonly component: PanelComponent;
}

export const panels: readonly PanelEntry[] = definitions;

const byComponent = new Map<string, PanelEntry>(panels.map((entry) => [entry.component, entry]));

/** Undefined for a component that this version does not have. */
export function panelEntry(component: string): PanelEntry | undefined {
  return byComponent.get(component);
}

/** The panels along the bottom of a phone. */
export const phoneTabs = panels.flatMap(({ component, icon, phone }) =>
  typeof phone === 'object' ? [{ component, icon, caption: phone.tab }] : [],
);

/** The panels that a phone lists under “More”. */
export const panelsUnderMore = panels.filter(({ phone }) => phone === 'more');

/** The size of a new panel (LAYOUT-4). */
export function newPanelSize(component: string): PanelSize {
  return panelEntry(component)?.size ?? defaultPanelSize;
}

/** The components that a layout file may name. */
export const layoutComponents: readonly string[] = panels.map(({ component }) => component);

/**
 * What a panel of a layout file may hold in its `props`: the settings of all panels, whichever the panel is.
 */
export function layoutSettings() {
  const own = new Set(panels.flatMap(({ settings }) => (settings === undefined ? [] : [settings])));
  return anySettings([gridSettings, ...own]);
}
