// One client's line to the server, whatever carries it: chunks of bytes in, whole frames of bytes out. The hub part
// knows only this; WebSockets, server-sent events and long polling each make one.

/** In the order in which clients should try them. */
export const transportNames = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const;
export type TransportName = (typeof transportNames)[number];

export interface TransportListener {
  /** Bytes of the client, in order; a chunk may hold several messages or a part of one. */
  received(chunk: Buffer): void;
  /** The transport took what was waiting in it. */
  drained(): void;
  /** The line is gone; called once. `error` when it did not end in an orderly way. */
  closed(error: Error | null): void;
  /** The client sent a frame or a request body over `maxFrameBytes`; the line is being closed. */
  frameTooLong(): void;
}

export interface Transport {
  readonly name: TransportName;
  /** Whether it can carry binary messages. */
  readonly carriesBinary: boolean;
  /** Polls keep the line alive by themselves: no pings, no client time-out. */
  readonly keepsItselfAlive: boolean;
  /** Bytes that were sent and not yet taken by the network. */
  readonly bufferedBytes: number;
  /** Whether nobody needs the memory of the frames that were sent any more: they may be written over. */
  readonly hasTakenAll: boolean;

  /** From now on events go to `listener`; nothing was lost before. */
  listen(listener: TransportListener): void;
  /** Sends one frame of whole messages. Its memory is left alone until `hasTakenAll`. */
  send(frame: Buffer, isBinary: boolean): void;
  /** Stops reading, so that the client is held back. */
  pause(): void;
  resume(): void;
  /** Ends the line in an orderly way after what was sent. */
  close(): void;
  /** Ends the line at once. */
  destroy(): void;
}
