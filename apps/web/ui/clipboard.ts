// The clipboard of the browser. Pages have one only on a secure address (HTTPS, or this machine), and the user may forbid it.

export type ClipboardFault = 'missing' | 'forbidden';

export const clipboardSentences: Readonly<Record<ClipboardFault, string>> = {
  missing: 'Not copied: on an address without HTTPS the browser has no clipboard for pages.',
  forbidden: 'Not copied: this browser does not let the page write to the clipboard.',
};

/** Never rejects. Returns null when the text is in the clipboard, else why not. */
export async function copyText(text: string): Promise<ClipboardFault | null> {
  // Left out by browsers where the address is not secure, whatever the types say.
  const clipboard: Clipboard | undefined = globalThis.navigator?.clipboard;
  if (clipboard === undefined) return 'missing';
  try {
    await clipboard.writeText(text);
    return null;
  } catch (error) {
    console.warn(clipboardSentences.forbidden, error);
    return 'forbidden';
  }
}
