// Rates in processor time, which a busy machine changes less than rates by the clock.

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
