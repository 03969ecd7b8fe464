// The question before an action. One at a time; the action waits for the answer.
import { create } from 'zustand';
import type { Question } from './action.ts';

/** `yes` goes on, `other` and `third` go on in the question's further ways, `no` changes nothing. */
export type Answer = 'yes' | 'other' | 'third' | 'no';

/** The question that is shown, and what answers it. */
interface Asked {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
}

export const useConfirmation = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }));

/** Resolves with the user's answer; a newer question answers the older one with `no`. */
export function askQuestion(question: Question): Promise<Answer> {
  useConfirmation.getState().asked?.answer('no');
  return new Promise((resolve) => {
    const answer = (given: Answer) => {
      if (useConfirmation.getState().asked?.answer === answer) useConfirmation.setState({ asked: null });
      resolve(given);
    };
    useConfirmation.setState({ asked: { question, answer } });
  });
}

export async function askConfirmation(question: Question): Promise<boolean> {
  return (await askQuestion(question)) === 'yes';
}
