// Rates in processor time, which a busy machine changes less than rates by the clock, and the load of the whole machine.
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

/**
 * Seconds of processor time of all programs on all cores since the machine was started, to show whether other programs were running.
 */
export function machineBusySeconds(): number {
  let busyMs = 0;
  for (const { times } of cpus()) busyMs += times.user + times.nice + times.sys + times.irq;
  return busyMs / 1_000;
}
