// The server rejects OPENPIT_ variables that it does not know. It therefore also knows the variables of the repository's commands.
import { expect, it } from 'vitest';
import { isCommandVariable } from '../apps/server/options/given-options.ts';
import { optionNames, variableOf } from '../apps/server/options/option-table.ts';
import { isCode, readFiles } from './architecture/repository-files.ts';
import { root } from './steps/repository.mjs';

it('the server knows each variable that the repository uses', () => {
  const wanted = (path: string) =>
    (isCode(path) || path.startsWith('deploy/')) && !path.endsWith('options.test.ts');
  const texts = [...readFiles(root, wanted).values()].join('\n');
  const variables = new Set(texts.match(/\bOPENPIT_[A-Z0-9_]*[A-Z0-9]\b/g));
  const settings = optionNames.map(variableOf);
  expect(variables.size).toBeGreaterThan(10);
  expect(
    [...variables].filter((variable) => !isCommandVariable(variable) && !settings.includes(variable)),
  ).toEqual([]);
});
