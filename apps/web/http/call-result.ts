// The result of one HTTP call, as a value: a call never throws because of the server's answer. A screen decides by `kind`;
// `errorText` is the text of the error toast (ERR-1).

export type CallResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** The server read the request and rejected it (401, 403, 404, 409, 422, 429, 503). */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      /** The code from the server's catalogue; empty when the body has none. */
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
  /** There was no reply, or it could not be read: it is unknown whether the command was carried out. */
  | { readonly kind: 'unknown'; readonly message: string; readonly errorText: string };

export type FailedCallResult = Exclude<CallResult<never>, { readonly kind: 'ok' }>;
