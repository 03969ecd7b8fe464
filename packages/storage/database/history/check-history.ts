// A program that reads the whole history file for damage and sends the message of the damage, or null. It is a process, because SQLite
// cannot be interrupted and a history of years takes minutes to hours: meanwhile the server answers from the file, and can end.
import { setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { startWorker } from '../../threads/thread.ts';
import { damageOfHistory } from './history-database.ts';

if (isMainThread) {
  // The market has precedence.
  setPriority(19);
  // A terminal sends them to all processes. The server ends this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // The server was killed.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.once('disconnect', end);
  if (!process.connected) end();
  process.once('message', (file: string) => {
    // A thread, so that the end of the server is noticed during a statement.
    startWorker('history check', new URL('./check-history.ts', import.meta.url), file).once(
      'message',
      (damage: string | null) => process.send?.(damage, () => process.exit()),
    );
  });
} else {
  parentPort?.postMessage(await damageOfHistory(workerData.start));
}
