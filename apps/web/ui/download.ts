// Saves text or bytes as a file on the user's computer, and lets the user choose a file; nothing is sent anywhere.

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
  // By the next task the browser has begun to read, and the address is no longer needed.
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
