// Loaded into the server of the soak by --import: at a message it collects the garbage of the main thread and answers with the
// memory that is left, so that the samples show the memory in use and not the timing of V8's collections. The server itself has no such
// call.
import { isMainThread } from 'node:worker_threads';

// Node also loads it into each worker thread.
if (isMainThread)
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.(process.memoryUsage());
  });
