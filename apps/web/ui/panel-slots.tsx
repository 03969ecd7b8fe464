// The places of a panel's frame that its content may fill: the title, tools in the header, the footer. The frame offers
// them, the content puts words and buttons there, and neither knows the other; on a phone another frame offers them.
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';

interface PanelSlots {
  readonly title: HTMLElement | null;
  readonly tools: HTMLElement | null;
  readonly footer: HTMLElement | null;
}

const PanelSlotsContext = createContext<PanelSlots>({ title: null, tools: null, footer: null });

/** For a frame: refs for its three places, and the provider that its content stands in. */
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

/** What the panel shows beside its name: a contract, a filter. */
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
