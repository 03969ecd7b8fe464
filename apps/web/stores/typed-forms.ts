// The rule about what was typed into a form and not sent: it is never lost without a word. What is aimed at something else (another
// contract, Back, signing out) asks first. What is aimed at the ticket itself closes it, and a notice brings it back. Every way out
// of a form asks actions/discard-typed.ts, and so does every way out of the page.
import { useId, useLayoutEffect } from 'react';
import { create } from 'zustand';

/** The ticket, or the modal dialog over it. */
export type FormPlace = 'ticket' | 'dialog';

export interface TypedForm {
  /** What would be sent, as on the button: "Buy 37 DEC26 WMAZ at 4 035,20". */
  readonly name: string;
  readonly fields: object;
}

type TypedForms = { readonly [Place in FormPlace]?: TypedForm | undefined };

/** The forms with something typed, by place. */
export const useTypedForms = create<TypedForms>()(() => ({}));

export const typedForm = (place: FormPlace): TypedForm | null => useTypedForms.getState()[place] ?? null;

/** Their names, for prompts that speak of leaving the page. */
export const typedNames = (forms: TypedForms): string[] =>
  Object.values(forms).flatMap((form) => form?.name ?? []);

/** For a form: what is typed in it and not sent; null while that is nothing. */
export function useTypedForm(place: FormPlace, typed: TypedForm | null): void {
  const id = useId();
  const { name, fields } = typed ?? {};
  // Before the effects of the form: one that closes itself after an acceptance has nothing typed any more.
  useLayoutEffect(() => {
    useTypedForms.setState({
      [place]: name === undefined || fields === undefined ? undefined : { name, fields },
    });
  }, [place, name, fields]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is gone with its id
  useLayoutEffect(() => () => useTypedForms.setState({ [place]: undefined }), [place, id]);
}
