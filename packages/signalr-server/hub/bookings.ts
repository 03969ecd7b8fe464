// The calls of one client that are not over, found by the ids that the client gave to them and to its streams.
import type { Counters } from '../metrics.ts';
import type { Call } from './call.ts';
import type { Upload } from './upload.ts';

export class Bookings<Caller> {
  readonly #counters: Counters;
  readonly #calls = new Set<Call<Caller>>();
  readonly #callsById = new Map<string, Call<Caller>>();
  readonly #uploads = new Map<string, Upload>();
  #streamCount = 0;

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** Streams that run, in both directions. */
  get streamCount(): number {
    return this.#streamCount;
  }

  call(invocationId: string): Call<Caller> | null {
    return this.#callsById.get(invocationId) ?? null;
  }

  upload(streamId: string): Upload | null {
    return this.#uploads.get(streamId) ?? null;
  }

  add(call: Call<Caller>): void {
    const { invocationId } = call;
    this.#calls.add(call);
    if (invocationId !== null && !this.#callsById.has(invocationId)) this.#callsById.set(invocationId, call);
    for (const [id, upload] of call.uploads) this.#uploads.set(id, upload);
    this.#count(streamsOf(call));
  }

  /** The call is over: nothing reads its uploads any more, and what still comes for them is ignored. */
  remove(call: Call<Caller>): void {
    if (!this.#calls.delete(call)) return;
    const { invocationId } = call;
    if (invocationId !== null && this.#callsById.get(invocationId) === call) {
      this.#callsById.delete(invocationId);
    }
    for (const id of call.uploads.keys()) this.#uploads.delete(id);
    this.#count(-streamsOf(call));
    for (const upload of call.uploads.values()) upload.close();
  }

  abortAll(): void {
    for (const call of [...this.#calls]) {
      call.abort();
      this.remove(call);
    }
  }

  #count(streams: number): void {
    this.#streamCount += streams;
    this.#counters.streams += streams;
  }
}

function streamsOf<Caller>(call: Call<Caller>): number {
  return call.uploads.size + (call.method.isStream ? 1 : 0);
}
