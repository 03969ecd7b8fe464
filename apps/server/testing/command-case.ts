// What the tests know of a user's command: example bodies with the command that each becomes, and who may send it on what.
import type { CommandOf } from '@openpit/venue';
import type { BodyOf, UserCommandKind } from '@openpit/wire';
import type { CommandScope } from '../scope/testing/call-scope.ts';

export interface BodyExample<Kind extends UserCommandKind> {
  readonly body: BodyOf<Kind>;
  readonly command: Omit<CommandOf<Kind>, 'kind'>;
}

export interface BodyExamples<Kind extends UserCommandKind> {
  /** Together they have every field of the body. */
  readonly all: readonly BodyExample<Kind>[];
  /** Without any of its fields the body is not valid. */
  readonly required: BodyExample<Kind>;
}

export interface CommandCase<Kind extends UserCommandKind> {
  readonly bodies: BodyExamples<Kind>;
  readonly scope: CommandScope;
}
