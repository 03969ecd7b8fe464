// How busy the machine is as a whole, so that a reader sees whether the benchmark had it for itself.
import { cpus } from 'node:os';

/** Seconds of processor time that all programs together have used on all cores since the machine was started. */
export function machineBusySeconds(): number {
  let busyMs = 0;
  for (const { times } of cpus()) busyMs += times.user + times.nice + times.sys + times.irq;
  return busyMs / 1_000;
}
