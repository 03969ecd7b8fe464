// Notices when the process has no file handles left (EMFILE) or the machine has none (ENFILE): Node then closes new connections silently,
// and files cannot be opened. The monitor tries to open a file at intervals, and closes idle connections if that fails.
import { open } from 'node:fs/promises';

/** The number of idle anonymous connections that are closed in one batch to make room. */
const closedAtOnce = 50;
const askEveryMs = 1_000;

interface FileHandleParts {
  readonly connections: { closeIdle(count: number): void };
  readonly log: { error(entry: object, message: string): void; info(message: string): void };
}

export class FileHandles {
  readonly #parts: FileHandleParts;
  readonly #timer: NodeJS.Timeout;
  #isOut = false;
  #timesOut = 0;

  constructor(parts: FileHandleParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#check(), askEveryMs).unref();
  }

  /** True if no file handle was left at the last check. */
  get isOut(): boolean {
    return this.#isOut;
  }

  /** The number of times that file handles have run out since the server was started. */
  get timesOut(): number {
    return this.#timesOut;
  }

  /** Handles an error of the listening socket; logs errors other than a lack of handles. */
  failed(error: Error): void {
    if (isOutOfHandles(error)) this.#ranOut(error);
    else this.#parts.log.error({ err: error }, 'a connection could not be accepted');
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    try {
      await (await open(process.execPath)).close();
    } catch (error) {
      if (isOutOfHandles(error)) this.#ranOut(error);
      return;
    }
    if (!this.#isOut) return;
    this.#isOut = false;
    this.#parts.log.info('there are file handles again');
  }

  #ranOut(err: unknown): void {
    this.#parts.connections.closeIdle(closedAtOnce);
    if (this.#isOut) return;
    this.#isOut = true;
    this.#timesOut += 1;
    this.#parts.log.error(
      { err },
      'there are no file handles left: new connections are closed, and files cannot be opened; raise the limit (ulimit -n)',
    );
  }
}

function isOutOfHandles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}
