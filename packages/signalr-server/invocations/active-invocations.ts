// The active invocations of one client, by invocation id, and their upload streams, by stream id.
import type { Counters } from '../metrics.ts';
import type { Invocation } from './invocation.ts';
import type { UploadStream } from './upload-stream.ts';

export class ActiveInvocations<Caller> {
  readonly #counters: Counters;
  readonly #invocations = new Set<Invocation<Caller>>();
  readonly #byId = new Map<string, Invocation<Caller>>();
  readonly #uploads = new Map<string, UploadStream>();
  #streamCount = 0;

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** Open streams in both directions. */
  get streamCount(): number {
    return this.#streamCount;
  }

  invocation(invocationId: string): Invocation<Caller> | null {
    return this.#byId.get(invocationId) ?? null;
  }

  upload(streamId: string): UploadStream | null {
    return this.#uploads.get(streamId) ?? null;
  }

  add(invocation: Invocation<Caller>): void {
    const { invocationId } = invocation;
    this.#invocations.add(invocation);
    if (invocationId !== null && !this.#byId.has(invocationId)) this.#byId.set(invocationId, invocation);
    for (const [id, upload] of invocation.uploads) this.#uploads.set(id, upload);
    this.#countStreams(streamsOf(invocation));
  }

  /** Removes a completed invocation. Items that still arrive for its uploads are ignored. */
  remove(invocation: Invocation<Caller>): void {
    if (!this.#invocations.delete(invocation)) return;
    const { invocationId } = invocation;
    if (invocationId !== null && this.#byId.get(invocationId) === invocation) {
      this.#byId.delete(invocationId);
    }
    for (const id of invocation.uploads.keys()) this.#uploads.delete(id);
    this.#countStreams(-streamsOf(invocation));
    for (const upload of invocation.uploads.values()) upload.close();
  }

  abortAll(): void {
    for (const invocation of [...this.#invocations]) {
      invocation.abort();
      this.remove(invocation);
    }
  }

  #countStreams(streams: number): void {
    this.#streamCount += streams;
    this.#counters.streams += streams;
  }
}

function streamsOf<Caller>(invocation: Invocation<Caller>): number {
  return invocation.uploads.size + (invocation.method.isStream ? 1 : 0);
}
