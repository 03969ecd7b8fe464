// What the frame of a panel decides about the grid inside it, and what the grid offers to the frame's menu. Neither imports
// the other: on the desktop the frame is a floating panel, on a phone the whole screen.
import { createContext, type RefObject, useContext } from 'react';

/** How a changed value is marked. */
export type FlashMode = 'none' | 'text' | 'background';

/** The actions of a grid in the menu of its panel; read when the menu opens. */
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
  /** The rows of the next three, in words: the selected ones, else all that are shown. */
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

export const PanelLookContext = createContext<PanelLook>({ tools: { current: null }, frozenAt: null });

export function usePanelLook(): PanelLook {
  return useContext(PanelLookContext);
}
