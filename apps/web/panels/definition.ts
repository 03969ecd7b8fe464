// The type of a panel's definition, and the loading of its code.
import { type ComponentType, lazy, type ReactNode } from 'react';
import type { PanelSize } from '../stores/layout-columns.ts';
import type { KeyTable } from '../ui/keys.ts';
import type { PanelProps, SettingsSchema } from './parts/panel-settings.ts';

/** `preload` fetches its code. A failed fetch is repeated when the panel is shown, and reported then. */
type LoadedPanel = ComponentType<PanelProps> & { readonly preload: () => void };

export interface PanelDefinition {
  /** The panel's name in layouts. */
  readonly component: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly Panel: LoadedPanel;
  /**
   * The place of the panel on a phone: a tab with this caption, an entry in the list under “More”, or only a
   * sheet over another panel.
   */
  readonly phone: { readonly tab: string } | 'more' | 'sheet';
  /** The size of a new panel; 48 by 40 if omitted (LAYOUT-4). */
  readonly size?: PanelSize;
  /** The settings that it saves in its column of the layout, in addition to the view of its grid. */
  readonly settings?: SettingsSchema;
  /** The keys of its rows and tools, for the sheet of keys. */
  readonly keys?: readonly KeyTable[];
}

/** A panel that is loaded when it is first shown, or before that by its `preload`. */
export const loadedPanel = <Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<PanelProps>>>>,
) =>
  Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { preload: () => void load().catch(() => undefined) },
  );
