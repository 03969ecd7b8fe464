// Work of a projection that its caller runs step by step, so that other work of the process can run in between.
export type Steps = Generator<undefined, void>;

/** Runs the remaining steps. */
export function finish(steps: Steps): void {
  while (steps.next().done !== true);
}
