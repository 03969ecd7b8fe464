// The Active orders panel in the registry, and its saved settings: the tab, the filter that "Cancel all" and "Suspend all" also use, and
// whether "Cancel all" asks first.
import * as z from 'zod/mini';
import { actionKeys } from '../../actions/action.ts';
import { openEditForm, openReduceForm, orderActions } from '../../actions/order-actions.ts';
import { OrdersIcon } from '../../ui/icons.tsx';
import { keyTable } from '../../ui/keys.ts';
import { loadedPanel, type PanelDefinition } from '../definition.ts';
import { contractKeys } from '../parts/market/keys.ts';
import { settingText } from '../parts/panel-settings.ts';

export const orderTabs = ['All', 'Active', 'Suspended'] as const;
export type OrderTab = (typeof orderTabs)[number];

export const activeOrdersSettings = z.object({
  tab: z.optional(z.enum(orderTabs)),
  /** True if “Cancel all” asks first, which is the default. */
  asksFirst: z.optional(z.boolean()),
  filter: z.optional(
    z.strictObject({
      instrument: z.optional(settingText(16)),
      contract: z.optional(settingText(64)),
      principal: z.optional(settingText(16)),
      dealer: z.optional(settingText(16)),
    }),
  ),
});

const orderKeys = keyTable('Active orders', actionKeys([...orderActions, openEditForm, openReduceForm]));

export const activeOrdersPanel = {
  component: 'ActiveOrders',
  title: 'Active orders',
  icon: <OrdersIcon />,
  Panel: loadedPanel('ActiveOrdersPanel', () => import('./panel.tsx')),
  phone: { tab: 'Orders' },
  settings: activeOrdersSettings,
  keys: [orderKeys, contractKeys],
} as const satisfies PanelDefinition;
