// Reads the processor time of the scripts of a page's main thread from a trace of Chromium.
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Trace events that run a script of the page. */
const scripts = new Set([
  'FunctionCall',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
  'EvaluateScript',
  'RunMicrotasks',
]);

interface ScriptTimes {
  readonly longestMs: number;
  readonly p99Ms: number;
  readonly count: number;
}

export function scriptTimes(trace: Buffer): ScriptTimes {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { readonly traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const times = traceEvents
    .filter(({ name, pid, tid }) => scripts.has(name) && mains.has(`${pid}:${tid}`))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]))
    .sort((a, b) => a - b);
  return {
    longestMs: times.at(-1) ?? Number.NaN,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    count: times.length,
  };
}
