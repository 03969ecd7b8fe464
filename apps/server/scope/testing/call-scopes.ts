// Every HTTP call with its path, its permissions and its scope.
import {
  type PermissionFlag,
  paths,
  requiredPermissions,
  type UserCommandKind,
  type UserReadKind,
  userCommands,
  userReads,
} from '@openpit/wire';
import type { CommandScope, ReadScope } from './call-scope.ts';
import { commandScopes } from './command-scopes.ts';
import { type ReadName, readScopes } from './read-scopes.ts';

export interface Call {
  readonly name: string;
  readonly path: string;
  readonly flags: readonly PermissionFlag[];
  readonly isCommand: boolean;
  readonly scope: ReadScope | CommandScope;
}

export const calls: readonly Call[] = [
  ...(Object.keys(readScopes) as ReadName[]).map((name) => ({
    name,
    path: name in paths ? paths[name as keyof typeof paths] : userReads[name as UserReadKind].path,
    flags: [],
    isCommand: false,
    scope: readScopes[name],
  })),
  ...(Object.keys(commandScopes) as UserCommandKind[]).map((name) => {
    const flags = requiredPermissions[name];
    return { name, path: userCommands[name].path, flags, isCommand: true, scope: commandScopes[name] };
  }),
];
