// The panels that exist, by the component names that layouts use: a title, an icon for the list, and the panel itself,
// loaded when it is first shown. A component that is not here keeps its place in the layout (design §4.17).
import type { PanelComponent } from '@openpit/wire';
import { type ComponentType, lazy, type ReactNode } from 'react';
import {
  ChartIcon,
  ClockIcon,
  CompletedIcon,
  DealsIcon,
  DepthIcon,
  MarketsIcon,
  OptionsIcon,
  OrdersIcon,
  PositionsIcon,
  SplitsIcon,
} from '../ui/icons.tsx';
import type { PanelProps } from './settings/panel-props.ts';

export interface PanelEntry {
  readonly component: PanelComponent;
  readonly title: string;
  readonly icon: ReactNode;
  readonly Panel: ComponentType<PanelProps>;
  /** Its tab on the phone; none for what opens as a sheet. */
  readonly phoneTab?: string;
  /** On the phone it stands in the list under “More”. */
  readonly isUnderMore?: boolean;
}

export const panels: readonly PanelEntry[] = [
  {
    component: 'Futures',
    title: 'Futures',
    icon: <MarketsIcon />,
    Panel: lazy(() =>
      import('./futures/futures-panel.tsx').then((module) => ({ default: module.FuturesPanel })),
    ),
    phoneTab: 'Markets',
  },
  {
    component: 'Options',
    title: 'Options',
    icon: <OptionsIcon />,
    Panel: lazy(() =>
      import('./options/chain-panel.tsx').then((module) => ({ default: module.OptionsPanel })),
    ),
    isUnderMore: true,
  },
  {
    component: 'Deltas',
    title: 'Deltas',
    icon: <OptionsIcon />,
    Panel: lazy(() =>
      import('./options/chain-panel.tsx').then((module) => ({ default: module.DeltasPanel })),
    ),
    isUnderMore: true,
  },
  {
    component: 'Splits',
    title: 'Splits',
    icon: <SplitsIcon />,
    Panel: lazy(() => import('./pairs/pairs-panel.tsx').then((module) => ({ default: module.SplitsPanel }))),
    isUnderMore: true,
  },
  {
    component: 'Spreads',
    title: 'Spreads',
    icon: <SplitsIcon />,
    Panel: lazy(() => import('./pairs/pairs-panel.tsx').then((module) => ({ default: module.SpreadsPanel }))),
    isUnderMore: true,
  },
  {
    component: 'Depth',
    title: 'Depth',
    icon: <DepthIcon />,
    Panel: lazy(() => import('./depth/depth-panel.tsx').then((module) => ({ default: module.DepthPanel }))),
  },
  {
    component: 'ActiveOrders',
    title: 'Active orders',
    icon: <OrdersIcon />,
    Panel: lazy(() =>
      import('./active-orders/active-orders-panel.tsx').then((module) => ({
        default: module.ActiveOrdersPanel,
      })),
    ),
    phoneTab: 'Orders',
  },
  {
    component: 'CompletedOrders',
    title: 'Completed orders',
    icon: <CompletedIcon />,
    Panel: lazy(() =>
      import('./completed-orders/completed-orders-panel.tsx').then((module) => ({
        default: module.CompletedOrdersPanel,
      })),
    ),
    isUnderMore: true,
  },
  {
    component: 'Positions',
    title: 'Positions',
    icon: <PositionsIcon />,
    Panel: lazy(() =>
      import('./positions/positions-panel.tsx').then((module) => ({ default: module.PositionsPanel })),
    ),
    phoneTab: 'Positions',
  },
  {
    component: 'Deals',
    title: 'Deals',
    icon: <DealsIcon />,
    Panel: lazy(() => import('./deals/deals-panel.tsx').then((module) => ({ default: module.DealsPanel }))),
    phoneTab: 'Deals',
  },
  {
    component: 'TVChartContainer',
    title: 'Chart',
    icon: <ChartIcon />,
    Panel: lazy(() => import('./chart/chart-panel.tsx').then((module) => ({ default: module.ChartPanel }))),
    isUnderMore: true,
  },
  {
    component: 'Clock',
    title: 'Clock',
    icon: <ClockIcon />,
    Panel: lazy(() => import('./clock/clock-panel.tsx').then((module) => ({ default: module.ClockPanel }))),
    isUnderMore: true,
  },
];

const byComponent = new Map<string, PanelEntry>(panels.map((entry) => [entry.component, entry]));

export function panelEntry(component: string): PanelEntry | undefined {
  return byComponent.get(component);
}

/** What the phone lists under “More”. */
export const panelsUnderMore = panels.filter((panel) => panel.isUnderMore === true);
