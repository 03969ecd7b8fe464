// Work of a projection that its caller does step by step, so that other work of the process can run in between.
export type Steps = Generator<undefined, void>;

/** Does all that is left. */
export function finish(steps: Steps): void {
  while (steps.next().done !== true);
}
