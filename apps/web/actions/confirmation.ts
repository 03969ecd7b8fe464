// A question that stands before an action. One at a time; whoever asks waits for yes or no.
import { create } from 'zustand';
import type { Question } from './action.ts';

interface Confirmation {
  readonly question: Question | null;
  readonly answer: (yes: boolean) => void;
}

export const useConfirmation = create<Confirmation>()(() => ({ question: null, answer: () => undefined }));

/** Resolves with what the user answered; a question that another one pushes aside is answered with no. */
export function askConfirmation(question: Question): Promise<boolean> {
  useConfirmation.getState().answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (useConfirmation.getState().answer === answer)
        useConfirmation.setState({ question: null, answer: () => undefined });
      resolve(yes);
    };
    useConfirmation.setState({ question, answer });
  });
}
