// What the frame of a panel decides about the grid inside it, and what the grid offers to the frame's menu. Neither knows
// the other: on a desk the frame is a floating panel, on a phone the whole screen.
import type { RefObject } from 'react';
import { createRequiredContext } from './required-context.ts';

/** How a cell shows that its value has changed. */
export type FlashMode = 'none' | 'text' | 'background';

/** What can be done to the grid of a panel from the panel's menu; read when the menu opens. */
export interface GridTools {
  readonly chooseColumns: () => void;
  readonly groupings: readonly {
    readonly id: string | null;
    readonly title: string;
    readonly isChosen: boolean;
    readonly choose: () => void;
  }[];
  readonly canFilter: boolean;
  readonly hasFilters: boolean;
  readonly toggleFilters: () => void;
  /** False where no column has a sum. */
  readonly canTotal: boolean;
  readonly hasTotals: boolean;
  readonly toggleTotals: () => void;
  /** How many rows the next three take: the chosen ones, else all that are shown. */
  readonly rowsText: string;
  readonly copy: () => void;
  readonly exportCsv: () => void;
  readonly exportXlsx: () => void;
}

export interface PanelLook {
  readonly tools: RefObject<GridTools | null>;
  /** When the panel was frozen, epoch milliseconds; null while it is not. */
  readonly frozenAt: number | null;
  /** In place of the user's preference, for this panel only. */
  readonly flash?: FlashMode | undefined;
}

export const [PanelLookContext, usePanelLook] = createRequiredContext<PanelLook>('The look of a panel');
