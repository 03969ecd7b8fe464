// The question before an action. One at a time; the action waits for the answer.
import { create } from 'zustand';
import type { Question } from './action.ts';

/** `yes` goes on, `other` goes on in the question's second way, `no` changes nothing. */
export type Answer = 'yes' | 'other' | 'no';

interface Confirmation {
  readonly question: Question | null;
  readonly answer: (answer: Answer) => void;
}

export const useConfirmation = create<Confirmation>()(() => ({ question: null, answer: () => undefined }));

/** Resolves with the user's answer; a newer question answers the older one with `no`. */
export function askQuestion(question: Question): Promise<Answer> {
  useConfirmation.getState().answer('no');
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      if (useConfirmation.getState().answer === answer)
        useConfirmation.setState({ question: null, answer: () => undefined });
      resolve(given);
    };
    useConfirmation.setState({ question, answer });
  });
}

export async function askConfirmation(question: Question): Promise<boolean> {
  return (await askQuestion(question)) === 'yes';
}
