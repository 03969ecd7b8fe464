// Loaded into the server of the soak by --import: at a message it collects the garbage of the main thread and answers with the
// memory that is left, so that the samples show what the market keeps and not when V8 collects. The server itself has no such call.
import { isMainThread } from 'node:worker_threads';

// Node also loads it into each worker thread.
if (isMainThread)
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.(process.memoryUsage());
  });
