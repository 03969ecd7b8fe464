// Slows down a client that continues to exceed its limits.
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Excess } from './user-limits.ts';

/** Resolves when the request may be answered. Until then nothing is read from its connection. */
export async function pauseFor({ pauseMs }: Excess, socket: Socket): Promise<void> {
  if (pauseMs === 0) return;
  socket.pause();
  await wait(pauseMs);
  socket.resume();
}

/** Resolves when the invocation may be rejected, or when its connection has ended. */
export async function pauseInvocation({ pauseMs }: Excess, signal: AbortSignal): Promise<void> {
  if (pauseMs > 0) await waitUnlessAborted(pauseMs, signal);
}

export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
