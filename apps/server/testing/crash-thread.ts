import type { Worker } from 'node:worker_threads';

/**
 * Ends a thread of the server by an error that nothing catches, and resolves when it has ended. Not by terminating it: libsql
 * aborts the process when that falls into one of its calls.
 */
export async function crashThread(worker: Worker | undefined): Promise<void> {
  if (worker === undefined) throw new Error('The server has no such thread.');
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  // No message of the protocol is null, so reading its kind throws.
  worker.postMessage(null);
  await ended;
}
