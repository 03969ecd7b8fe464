// The messages between a thread and the code that started it: calls with one answer each, and
// one-way notices in both directions. Every value must be structured-cloneable.

/** The types of one thread's port. A side that sends no notices has `never` for them. */
export interface ThreadProtocol {
  /** The input of the thread at its start. */
  readonly start: unknown;
  readonly calls: Readonly<Record<string, { readonly params: unknown; readonly result: unknown }>>;
  readonly toThread: unknown;
  readonly fromThread: unknown;
}

export type CallName<Protocol extends ThreadProtocol> = keyof Protocol['calls'] & string;
export type CallParams<
  Protocol extends ThreadProtocol,
  Name extends CallName<Protocol>,
> = Protocol['calls'][Name]['params'];
export type CallResult<
  Protocol extends ThreadProtocol,
  Name extends CallName<Protocol>,
> = Protocol['calls'][Name]['result'];

export interface CallMessage<Protocol extends ThreadProtocol, Name extends CallName<Protocol>> {
  readonly kind: 'call';
  readonly id: number;
  readonly name: Name;
  readonly params: CallParams<Protocol, Name>;
}

export type MessageToThread<Protocol extends ThreadProtocol> =
  | CallMessage<Protocol, CallName<Protocol>>
  | { readonly kind: 'notice'; readonly notice: Protocol['toThread'] }
  /** Answered like a call; then the thread ends. */
  | { readonly kind: 'close'; readonly id: number };

export type MessageFromThread<Protocol extends ThreadProtocol> =
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorData }
  | { readonly kind: 'notice'; readonly notice: Protocol['fromThread'] }
  /** The last message: the thread cannot continue. */
  | { readonly kind: 'failed'; readonly error: ErrorData };

/** An error as data, because structured cloning keeps neither its class nor its own properties. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  /** Other properties of the error that are plain values. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

export function errorData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), details: {} };
  const { name, message } = error;
  const details: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(error)) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && key !== 'name' && key !== 'message') details[key] = value;
  }
  return { name, message, details };
}
