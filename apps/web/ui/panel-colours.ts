// The colours by which a user tells panels apart. A layout names one of them; anything else that stands there, from an
// old layout or another program, is no colour: it could hold an address that a style would fetch.

export const panelColours = ['blue', 'teal', 'green', 'amber', 'red', 'violet'] as const;
export type PanelColour = (typeof panelColours)[number];

export function isPanelColour(text: unknown): text is PanelColour {
  return (panelColours as readonly unknown[]).includes(text);
}

/** Fit for a style; undefined for what is none of the palette. */
export function panelColourStyle(text: string | null | undefined): string | undefined {
  return isPanelColour(text) ? `var(--panel-${text})` : undefined;
}
