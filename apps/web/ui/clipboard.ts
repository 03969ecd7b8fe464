// The clipboard, and files that are saved to or read from the user's computer. Pages have a clipboard only on a secure address (HTTPS, or
// this machine), and the user may forbid it.
type ClipboardFault = 'missing' | 'forbidden';

export const clipboardSentences: Readonly<Record<ClipboardFault, string>> = {
  missing: 'Not copied: on an address without HTTPS the browser has no clipboard for pages.',
  forbidden: 'Not copied: this browser does not let the page write to the clipboard.',
};

/** Never rejects. Resolves to null if the text is in the clipboard, otherwise to the reason. */
export async function copyText(text: string): Promise<ClipboardFault | null> {
  // Missing in browsers if the address is not secure, although the types declare it.
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

interface FileToSave {
  readonly name: string;
  readonly type: string;
  readonly content: string | Blob;
}

/** Files stay on the user's computer; nothing is sent. */
export function saveFile({ name, type, content }: FileToSave): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // In the next task the browser has begun to read, so the address can be revoked.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Lets the user choose one file with one of these endings; null if none was chosen. */
export function chooseFile(endings: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = endings;
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}
