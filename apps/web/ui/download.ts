// Hands text or bytes to the user as a file; nothing leaves the browser.

export interface FileToSave {
  readonly name: string;
  readonly type: string;
  readonly content: string | Blob;
}

export function saveFile({ name, type, content }: FileToSave): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read by the next turn; the address is of no use to anyone else.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Lets the user choose one file of these endings; null when none was chosen. */
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
