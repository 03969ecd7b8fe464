// The load of the whole machine, to show whether other programs were running.
import { cpus } from 'node:os';

/** Seconds of processor time of all programs on all cores since the machine was started. */
export function machineBusySeconds(): number {
  let busyMs = 0;
  for (const { times } of cpus()) busyMs += times.user + times.nice + times.sys + times.irq;
  return busyMs / 1_000;
}
