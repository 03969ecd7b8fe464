// A question that stands before an action. One at a time; whoever asks waits for the answer.
import { create } from 'zustand';
import type { Question } from './action.ts';

/** Yes goes on, other goes on in the second way that the question offers, no leaves all as it is. */
export type Answer = 'yes' | 'other' | 'no';

interface Confirmation {
  readonly question: Question | null;
  readonly answer: (answer: Answer) => void;
}

export const useConfirmation = create<Confirmation>()(() => ({ question: null, answer: () => undefined }));

/** Resolves with what the user answered; a question that another one pushes aside is answered with no. */
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
