// The slots of a panel's frame that its content may fill: the title, tools in the header, the footer. The frame provides
// them and the content fills them; neither imports the other, and a phone has another frame.
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';

interface PanelSlots {
  readonly title: HTMLElement | null;
  readonly tools: HTMLElement | null;
  readonly footer: HTMLElement | null;
}

const PanelSlotsContext = createContext<PanelSlots>({ title: null, tools: null, footer: null });

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

/** The subtitle of the panel beside its name: a contract, a filter. */
export function PanelTitle({ children }: { readonly children: ReactNode }) {
  const { title } = useContext(PanelSlotsContext);
  return title === null ? null : createPortal(children, title);
}

export function PanelTools({ children }: { readonly children: ReactNode }) {
  const { tools } = useContext(PanelSlotsContext);
  return tools === null ? null : createPortal(children, tools);
}

export function PanelFooter({ children }: { readonly children: ReactNode }) {
  const { footer } = useContext(PanelSlotsContext);
  return footer === null ? null : createPortal(children, footer);
}
