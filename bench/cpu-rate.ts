// Rates in processor time, which a busy machine changes less than rates by the clock.
import { cpus } from 'node:os';

/** Operations per CPU-second of the best pass; `work` performs `operations` of them. */
export function bestCpuRate(passes: number, operations: number, work: () => void): number {
  let best = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, (operations / (user + system)) * 1e6);
  }
  return best;
}

// The load of the whole machine, to show whether other programs were running.

/** Seconds of processor time of all programs on all cores since the machine was started. */
export function machineBusySeconds(): number {
  let busyMs = 0;
  for (const { times } of cpus()) busyMs += times.user + times.nice + times.sys + times.irq;
  return busyMs / 1_000;
}
