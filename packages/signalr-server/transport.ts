// The transport interface: chunks of bytes in, complete frames out. Hubs know only this interface; WebSockets,
// server-sent events and long polling implement it.

/** The transports, in the order clients should try them. */
export const transportNames = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const;
export type TransportName = (typeof transportNames)[number];

export interface TransportListener {
  /** Bytes from the client, in order. A chunk may contain several messages or a part of one. */
  received(chunk: Buffer): void;
  /** WebSocket frames have begun to arrive. They may carry no message. */
  framesArrived(count: number): void;
  /** The client has answered a probe. */
  answeredProbe(): void;
  /** The buffer of the transport is empty. */
  drained(): void;
  /** The transport is closed. Called once; `error` is set when it was not closed in an orderly way. */
  closed(error: Error | null): void;
  /** The client sent a frame or a request body above `maxFrameBytes`. The transport is being closed. */
  frameTooLong(): void;
}

export interface Transport {
  readonly name: TransportName;
  /** True if the transport can carry binary messages. */
  readonly carriesBinary: boolean;
  /** True if the transport keeps itself alive, as polls do: then there are no pings and no client time-out. */
  readonly hasInherentKeepAlive: boolean;
  /** Bytes that were sent and that the network has not taken yet. */
  readonly bufferedBytes: number;
  /** True if the memory of all sent frames may be reused. */
  readonly canReuseFrames: boolean;

  /** Passes all later events to `listener`. Called once, before any event. */
  listen(listener: TransportListener): void;
  /** Sends one frame of complete messages. The caller must not change its memory until `canReuseFrames`. */
  send(frame: Buffer, isBinary: boolean): void;
  /** Pings the client, which answers automatically. Returns false if the transport cannot ping. */
  probe(): boolean;
  /** Stops reading, which pushes back on the client. */
  pause(): void;
  resume(): void;
  /** Closes in an orderly way after all sent frames. */
  close(): void;
  /** Closes immediately. */
  destroy(): void;
}
