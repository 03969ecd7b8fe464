// The readings that the soak takes of the server, from /metrics and /proc, and the slopes of these readings over the hours.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../order-path/running-server.ts';

const mebibyte = 1024 * 1024;
const readAgainAfterMs = 100;
const maxReadings = 20;

export interface Sample {
  /** Since the start of the run. */
  readonly minutes: number;
  /** Memory of the entire process, and heap of the main thread, both after a collection of garbage, in MiB. */
  readonly residentMiB: number;
  readonly heapMiB: number;
  /** Open file handles, and how many of them are sockets. */
  readonly handles: number;
  readonly sockets: number;
  /** p99 since the last sample, of the main thread, in milliseconds. */
  readonly eventLoopMs: number;
  readonly historyLag: number;
  readonly journalMiB: number;
}

/**
 * Reads the server while it is still warm, calls `quieten`, which ends the connections of the load, and then collects the garbage,
 * because the collection stops the main thread. Rejects when a figure is missing.
 */
export async function takeSample(
  server: RunningServer,
  minutes: number,
  quieten: () => Promise<unknown>,
): Promise<Sample> {
  const text = await server.metrics();
  await quieten();
  const { heapUsed } = (await server.ask('collect')) as NodeJS.MemoryUsage;
  const process = `/proc/${server.processId}`;
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`${process}/status`, 'utf8'))?.[1];
  if (resident === undefined) throw new Error('/proc of the server has no VmRSS.');
  const handles = await quietHandles(`${process}/fd`);
  const sample = {
    minutes,
    residentMiB: Number(resident) / 1024,
    heapMiB: heapUsed / mebibyte,
    handles: handles.length,
    sockets: handles.filter((target) => target.startsWith('socket:')).length,
    eventLoopMs: metric(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
    historyLag: metric(text, 'openpit_history_lag_commands'),
    journalMiB: journalBytes(server.folder) / mebibyte,
  };
  // A reading begins the next period of the event loop's figures, which is without this collection.
  await server.metrics();
  return sample;
}

/** The value of a metric, with its labels if it has some. Throws if the text has no such metric. */
export function metric(text: string, name: string): number {
  const line = text.split('\n').find((metric) => metric.startsWith(`${name} `));
  if (line === undefined) throw new Error(`/metrics of the server has no ${name}.`);
  return Number(line.slice(name.length + 1));
}

/** The open handles, read until two readings have the same number, because the server may still be closing connections. */
async function quietHandles(folder: string): Promise<string[]> {
  for (let before = -1, reading = 0; ; reading += 1) {
    const handles = readdirSync(folder).flatMap((name) => targetOf(`${folder}/${name}`));
    if (handles.length === before || reading === maxReadings) return handles;
    before = handles.length;
    await pause(readAgainAfterMs);
  }
}

/** The target of a handle as a list of one; empty if the handle was closed meanwhile. */
function targetOf(file: string): string[] {
  try {
    return [readlinkSync(file)];
  } catch {
    return [];
  }
}

/** The size of the journal with its write-ahead file. */
function journalBytes(folder: string): number {
  const names = readdirSync(folder).filter((name) => name.startsWith('journal.'));
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Change of a figure per hour by the line of least squares, over the samples after this many minutes; null for fewer than two. */
export function slopePerHour(
  samples: readonly Sample[],
  figure: keyof Sample,
  afterMinutes: number,
): number | null {
  const points = samples.filter(({ minutes }) => minutes >= afterMinutes);
  const mean = (of: keyof Sample) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanMinutes, meanValue] = [mean('minutes'), mean(figure)];
  const spread = points.reduce((sum, { minutes }) => sum + (minutes - meanMinutes) ** 2, 0);
  if (points.length < 2 || spread === 0) return null;
  const joint = points.reduce(
    (sum, point) => sum + (point.minutes - meanMinutes) * (point[figure] - meanValue),
    0,
  );
  return (joint / spread) * 60;
}
