// The one list of all panels. A new panel is a folder with its definition, and a line here.
import { defaultPanelSize, type PanelSize } from '../stores/layout-columns.ts';
import { activeOrdersPanel } from './active-orders/definition.tsx';
import { breakdownPanel } from './breakdown/definition.tsx';
import { optionCalculatorPanel } from './calculator/definition.tsx';
import { calendarPanel } from './calendar/definition.tsx';
import { chartPanel } from './chart/definition.tsx';
import { clearingPanel } from './clearing/definition.tsx';
import { clockPanel } from './clock/definition.tsx';
import { completedOrdersPanel } from './completed-orders/definition.tsx';
import { consolidatedPositionsPanel } from './consolidated-positions/definition.tsx';
import { dealsPanel } from './deals/definition.tsx';
import type { PanelDefinition } from './definition.ts';
import { depthPanel } from './depth/definition.tsx';
import { futuresPanel } from './futures/definition.tsx';
import { ladderPanel } from './ladder/definition.tsx';
import { mtmPanel } from './mtm/definition.tsx';
import { deltasPanel, optionsPanel } from './options/definition.tsx';
import { splitsPanel, spreadsPanel } from './pairs/definition.tsx';
import { anySettings } from './parts/panel-settings.ts';
import { gridSettings } from './parts/saved-view.ts';
import { positionsPanel } from './positions/definition.tsx';
import { siloAuctionPanel } from './silo-auction/definition.tsx';
import { siloCertsPanel } from './silo-certs/definition.tsx';
import { unMatchedDealsPanel } from './unmatched-deals/definition.tsx';

/** In the order of the drawer. */
const definitions = [
  futuresPanel,
  optionsPanel,
  deltasPanel,
  splitsPanel,
  spreadsPanel,
  depthPanel,
  ladderPanel,
  activeOrdersPanel,
  completedOrdersPanel,
  positionsPanel,
  consolidatedPositionsPanel,
  dealsPanel,
  clearingPanel,
  breakdownPanel,
  unMatchedDealsPanel,
  mtmPanel,
  chartPanel,
  siloCertsPanel,
  siloAuctionPanel,
  optionCalculatorPanel,
  calendarPanel,
  clockPanel,
] as const satisfies readonly PanelDefinition[];

/** A panel that this version has. */
export type PanelComponent = (typeof definitions)[number]['component'];

interface PanelEntry extends PanelDefinition {
  readonly component: PanelComponent;
}

export const panels: readonly PanelEntry[] = definitions;

const byComponent = new Map<string, PanelEntry>(panels.map((entry) => [entry.component, entry]));

/** `undefined` for a component that this version does not have. */
export function panelEntry(component: string): PanelEntry | undefined {
  return byComponent.get(component);
}

/** The panels along the bottom of a phone. */
export const phoneTabs = panels.flatMap(({ component, icon, phone }) =>
  typeof phone === 'object' ? [{ component, icon, caption: phone.tab }] : [],
);

export const panelsUnderMore = panels.filter(({ phone }) => phone === 'more');

/** The size of a new panel (LAYOUT-4). */
export function newPanelSize(component: string): PanelSize {
  return panelEntry(component)?.size ?? defaultPanelSize;
}

/** The components that a layout file may name. */
export const layoutComponents: readonly string[] = panels.map(({ component }) => component);

/**
 * The fields that a panel of a layout file may have in its `props`: the settings of all panels together.
 */
export function layoutSettings() {
  const panelSettings = new Set(panels.flatMap(({ settings }) => (settings === undefined ? [] : [settings])));
  return anySettings([gridSettings, ...panelSettings]);
}
