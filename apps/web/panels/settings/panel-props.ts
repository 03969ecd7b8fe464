// What every panel is given: its column of the layout and the way to keep something in it (LAYOUT-2, PANEL-20).
import type { LayoutColumn } from '@openpit/wire';
import type { DeviceKind } from '../../stores/device-kind.ts';

export interface PanelProps {
  readonly column: LayoutColumn;
  readonly device: DeviceKind;
  /** Keeps sorting order, headers, grouping or props in the layout; saved when the layout is. */
  readonly onChange: (change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>) => void;
}
