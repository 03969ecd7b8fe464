// The interface between the frame of a panel and its content: slots for title, tools and footer, the look and tools of the grid, the keys
// and colours of the frame. Neither imports the other, because phones and desktops have different frames.
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { keyTable } from './keys.ts';
import { createRequiredContext } from './required-context.ts';

/** The effect of a changed value on its cell. */
export type FlashMode = 'none' | 'text' | 'background';

/** The tools for a panel's grid in the panel's menu; read when the menu opens. */
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
  /** False if no column has a sum. */
  readonly canTotal: boolean;
  readonly hasTotals: boolean;
  readonly toggleTotals: () => void;
  /** The number of rows that the next three tools export: the selected rows, otherwise all shown rows. */
  readonly rowsText: string;
  readonly copy: () => void;
  readonly exportCsv: () => void;
  readonly exportXlsx: () => void;
}

interface PanelLook {
  readonly tools: RefObject<GridTools | null>;
  /** The time at which the panel was frozen, epoch milliseconds; null while it is not. */
  readonly frozenAt: number | null;
  /** Overrides the user's preference for this panel. */
  readonly flash?: FlashMode | undefined;
}

export const [PanelLookContext, usePanelLook] = createRequiredContext<PanelLook>('The look of a panel');

interface PanelSlots {
  readonly title: HTMLElement | null;
  readonly tools: HTMLElement | null;
  /** Room for one more icon in the top bar of a phone; null in a frame without one. */
  readonly corner: HTMLElement | null;
  readonly footer: HTMLElement | null;
}

const [PanelSlotsContext, useSlots] = createRequiredContext<PanelSlots>('The frame of a panel');

/** The refs for a frame's slots, and the provider for its content. */
export function usePanelSlots() {
  const [title, titleRef] = useState<HTMLElement | null>(null);
  const [tools, toolsRef] = useState<HTMLElement | null>(null);
  const [corner, cornerRef] = useState<HTMLElement | null>(null);
  const [footer, footerRef] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ title, tools, corner, footer }), [title, tools, corner, footer]);
  return { slots, titleRef, toolsRef, cornerRef, footerRef };
}

export function PanelSlotsProvider(props: { readonly slots: PanelSlots; readonly children: ReactNode }) {
  return <PanelSlotsContext value={props.slots}>{props.children}</PanelSlotsContext>;
}

const noSlots: PanelSlots = { title: null, tools: null, corner: null, footer: null };

/** Shows the content of a panel in a dialog or sheet, without title, tools and footer. */
export function Unframed({ children }: { readonly children: ReactNode }) {
  const tools = useRef<GridTools | null>(null);
  const look = useMemo(() => ({ tools, frozenAt: null }), []);
  return (
    <PanelSlotsContext value={noSlots}>
      <PanelLookContext value={look}>{children}</PanelLookContext>
    </PanelSlotsContext>
  );
}

/** The subtitle of the panel next to its name: a contract, a filter. */
export function PanelTitle({ children }: { readonly children: ReactNode }) {
  const { title } = useSlots();
  return title === null ? null : createPortal(children, title);
}

export function PanelTools({ children }: { readonly children: ReactNode }) {
  const { tools } = useSlots();
  return tools === null ? null : createPortal(children, tools);
}

/** A single icon among the tools of a panel. On a phone it stands in the top bar, so that a panel without other tools needs no row for them. */
export function PanelTool({ children }: { readonly children: ReactNode }) {
  const { corner, tools } = useSlots();
  const place = corner ?? tools;
  return place === null ? null : createPortal(children, place);
}

export function PanelFooter({ children }: { readonly children: ReactNode }) {
  const { footer } = useSlots();
  return footer === null ? null : createPortal(children, footer);
}

/** The keys of the grip in a panel's header and of the markers of the workspace. */
export const panelKeys = keyTable('On the grip of a panel', {
  move: {
    press: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    shown: 'Arrows',
    label: 'Move the panel',
  },
  moveFar: {
    press: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'],
    shown: 'Shift+Arrows',
    label: 'Move it further',
  },
  size: {
    press: ['Control+ArrowLeft', 'Control+ArrowRight', 'Control+ArrowUp', 'Control+ArrowDown'],
    shown: 'Ctrl+Arrows',
    label: 'Size it',
  },
  dock: {
    press: ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'],
    shown: 'Alt+Arrows',
    label: 'Dock it at this edge of the workspace',
  },
});

export const tabKeys = keyTable('On a tab of panels', {
  choose: { press: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], shown: 'Arrows', label: 'Choose another tab' },
  left: { press: ['Shift+ArrowLeft'], label: 'Move the tab to the left' },
  right: { press: ['Shift+ArrowRight'], label: 'Move the tab to the right' },
  close: { press: ['Delete'], label: 'Close the panel' },
});

/**
 * A layout names one of these colours. Any other text, from an old layout or another program, is ignored: it could contain an address
 * that a style would load.
 */
export const panelColours = ['blue', 'teal', 'green', 'amber', 'red', 'violet'] as const;
type PanelColour = (typeof panelColours)[number];

export function isPanelColour(text: unknown): text is PanelColour {
  return (panelColours as readonly unknown[]).includes(text);
}

/** The colour for a style; undefined for a name that is not in the palette. */
export function panelColourStyle(text: string | null | undefined): string | undefined {
  return isPanelColour(text) ? `var(--panel-${text})` : undefined;
}
