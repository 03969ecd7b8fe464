// A text file of bounded size that keeps a bounded number of predecessors: `server.log`, then `server.log.1`, the newest of the
// older ones, and so on. Written synchronously, so that a line is in the file when the call returns, even at the end of the process.
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export interface RotationLimits {
  /** The size of a full file. A longer line has its own file. */
  readonly maxBytes: number;
  /** The number of older files that are kept. */
  readonly olderFiles: number;
}

/** The destination of a logger's lines. */
interface LineFile {
  /** Appends a line, which ends with its line break. Does not throw: a line that cannot be written is dropped. */
  write(line: string): void;
}

/** Continues the file, or creates it with mode 0600. Throws if it cannot be opened. */
export function openRotatingFile(path: string, { maxBytes, olderFiles }: RotationLimits): LineFile {
  let file = openFile(path);
  let size = fstatSync(file).size;

  function rotate(): void {
    // If it fails, the file grows to twice its size before the next attempt.
    size = 0;
    for (let age = olderFiles; age > 0; age -= 1)
      renameIfThere(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
    const next = openFile(path);
    closeSync(file);
    file = next;
  }

  return {
    write: (line) => {
      try {
        const bytes = Buffer.from(line);
        if (size > 0 && size + bytes.length > maxBytes) tryTo(rotate);
        size += bytes.length;
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      } catch {
        // The disk is full or failed: the journal reports that. A log must not end the market.
      }
    },
  };
}

const openFile = (path: string): number => openSync(path, 'a', 0o600);

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** If the rotation failed, the old file is still open and receives the line. */
function tryTo(rotate: () => void): void {
  try {
    rotate();
  } catch {}
}
