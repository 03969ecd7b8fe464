// The parts of a server that have been started. They stop in reverse order, even when a later one cannot start.
type Stop = () => Promise<unknown> | unknown;

export class StartedParts {
  readonly #parts: { readonly name: string; readonly stop: Stop }[] = [];

  /** Registers a started part with its stop function. */
  add(name: string, stop: Stop): void {
    this.#parts.push({ name, stop });
  }

  /**
   * Stops all parts in reverse order; a second call finds none. If a part fails, the others are
   * stopped nevertheless. `failed` is called with the name of each such part, and the first error
   * is thrown at the end.
   */
  async stop(failed: (name: string, error: unknown) => void = () => undefined): Promise<void> {
    const failures: unknown[] = [];
    for (const { name, stop } of this.#parts.splice(0).reverse())
      try {
        await stop();
      } catch (error) {
        failed(name, error);
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}

/** Starts a server of parts. If one cannot start, those before it are stopped and its error is thrown. */
export async function startParts<Running>(
  start: (parts: StartedParts) => Promise<Running>,
): Promise<Running> {
  const parts = new StartedParts();
  try {
    return await start(parts);
  } catch (error) {
    await parts.stop().catch(() => undefined);
    throw error;
  }
}
