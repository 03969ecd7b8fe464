// What came of one HTTP call, as a value: nothing in this application throws because the server said no (design §4.18).
// A screen decides by `kind`; `errorText` is the sentence of ERR-1, as the error toast shows it.

export type CallResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** The server read the request and said no (401, 403, 404, 409, 422, 429, 503). */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      /** The rejection's code from the server's catalogue; empty when the body held none. */
      readonly code: string;
      readonly message: string;
      readonly errorText: string;
    }
  /** 400: the errors by path of the field, `{price: ['A price has at most two decimals.']}`. */
  | {
      readonly kind: 'badInput';
      readonly errors: Readonly<Record<string, readonly string[]>>;
      readonly message: string;
      readonly errorText: string;
    }
  /** No reply came, or none that can be read: whether the command was carried out is not known. */
  | { readonly kind: 'unknown'; readonly message: string; readonly errorText: string };

export type FailedCallResult = Exclude<CallResult<never>, { readonly kind: 'ok' }>;
