// Support for tests of second attempts.
import type { List } from '../steps/progress.mjs';
import type { StepFailure } from '../steps/step-failure.mjs';
import { runTests } from '../steps/test-reports.mjs';

export interface Outcome {
  readonly count: string;
  readonly failure: StepFailure | null;
  readonly lists: readonly List[];
}

/** The result, the lists and the failure of `runTests`. */
export async function outcomeOf(options: Parameters<typeof runTests>[0]): Promise<Outcome> {
  const lists: List[] = [];
  let failure: StepFailure | null = null;
  const count = await runTests({ ...options, list: (list) => void lists.push(list) }).catch((error) => {
    failure = error;
    return '';
  });
  return { count, failure, lists };
}
