// The colours that distinguish panels. A layout names one of them; any other text, from an old layout or another program, is
// ignored: it could contain an address that a style would load.

export const panelColours = ['blue', 'teal', 'green', 'amber', 'red', 'violet'] as const;
export type PanelColour = (typeof panelColours)[number];

export function isPanelColour(text: unknown): text is PanelColour {
  return (panelColours as readonly unknown[]).includes(text);
}

/** The colour for a style; undefined for a name that is not in the palette. */
export function panelColourStyle(text: string | null | undefined): string | undefined {
  return isPanelColour(text) ? `var(--panel-${text})` : undefined;
}
