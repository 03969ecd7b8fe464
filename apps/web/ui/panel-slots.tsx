// The slots of a panel's frame that its content may fill: the title, tools in the header, the footer. The frame provides
// them and the content fills them; neither imports the other, and a phone has another frame.
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type GridTools, PanelLookContext } from './panel-look.ts';
import { createRequiredContext } from './required-context.ts';

interface PanelSlots {
  readonly title: HTMLElement | null;
  readonly tools: HTMLElement | null;
  readonly footer: HTMLElement | null;
}

const [PanelSlotsContext, useSlots] = createRequiredContext<PanelSlots>('The frame of a panel');

/** For a frame: refs for its three slots, and the provider for its content. */
export function usePanelSlots() {
  const [title, titleRef] = useState<HTMLElement | null>(null);
  const [tools, toolsRef] = useState<HTMLElement | null>(null);
  const [footer, footerRef] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ title, tools, footer }), [title, tools, footer]);
  return { slots, titleRef, toolsRef, footerRef };
}

export function PanelSlotsProvider(props: { readonly slots: PanelSlots; readonly children: ReactNode }) {
  return <PanelSlotsContext value={props.slots}>{props.children}</PanelSlotsContext>;
}

const noSlots: PanelSlots = { title: null, tools: null, footer: null };

/** For content of a panel in a dialog or sheet, which has no header and no footer: it shows no title, tools or footer. */
export function Unframed({ children }: { readonly children: ReactNode }) {
  const tools = useRef<GridTools | null>(null);
  const look = useMemo(() => ({ tools, frozenAt: null }), []);
  return (
    <PanelSlotsContext value={noSlots}>
      <PanelLookContext value={look}>{children}</PanelLookContext>
    </PanelSlotsContext>
  );
}

/** The subtitle of the panel beside its name: a contract, a filter. */
export function PanelTitle({ children }: { readonly children: ReactNode }) {
  const { title } = useSlots();
  return title === null ? null : createPortal(children, title);
}

export function PanelTools({ children }: { readonly children: ReactNode }) {
  const { tools } = useSlots();
  return tools === null ? null : createPortal(children, tools);
}

export function PanelFooter({ children }: { readonly children: ReactNode }) {
  const { footer } = useSlots();
  return footer === null ? null : createPortal(children, footer);
}
