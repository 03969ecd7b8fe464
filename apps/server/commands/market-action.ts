// A call on the market as a table line: its path, the shape of its body and of its reply, and the command that it submits.
import { type Command, cents } from '@openpit/venue';
import type { PermissionFlag } from '@openpit/wire';
import type { core } from 'zod/mini';

export interface MarketAction {
  readonly path: string;
  readonly summary: string;
  readonly body: core.$ZodType;
  readonly reply: core.$ZodType;
  /** Flags that it needs besides the one under which it stands. */
  readonly alsoNeeds?: readonly PermissionFlag[];
  /** For a body that the schema has let through. */
  readonly submission: (body: unknown) => { readonly requestId: string; readonly command: Command };
}

export function action<Body extends { readonly requestId: string }>(parts: {
  readonly path: string;
  readonly summary: string;
  readonly body: core.$ZodType<Body>;
  readonly reply: core.$ZodType;
  readonly command: (body: Body) => Command;
}): MarketAction {
  const { command, ...described } = parts;
  return {
    ...described,
    submission: (validated) => {
      // The schema of this very action has let the body through; the type cannot follow it across the HTTP library.
      const body = validated as Body;
      return { requestId: body.requestId, command: command(body) };
    },
  };
}

/** The wire's schema has seen to it that the price has at most two decimals. Adding 0 makes of −0, which JSON cannot carry, plain 0. */
export const centsOf = (rand: number) => cents(Math.round(rand * 100) + 0);
