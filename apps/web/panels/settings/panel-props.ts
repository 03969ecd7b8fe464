// The props that every panel receives: its column of the layout, and the function that saves a change of it
// (LAYOUT-2, PANEL-20).
import type { LayoutColumn } from '@openpit/wire';
import type { DeviceKind } from '../../stores/device-kind.ts';

export interface PanelProps {
  readonly column: LayoutColumn;
  readonly device: DeviceKind;
  /**
   * Changes sorting, headers, grouping or settings in the layout on screen; they are stored when the layout
   * is saved.
   */
  readonly onChange: (change: Partial<Omit<LayoutColumn, 'id' | 'coordinates'>>) => void;
}
