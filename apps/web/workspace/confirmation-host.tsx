// Shows the questions before actions, at the place that the layout keeps for dialogs (LAYOUT-7).

import { lazy } from 'react';
import { useConfirmation } from '../actions/action.ts';
import { useLayouts } from '../stores/layouts.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const ConfirmDialog = lazy(() =>
  import('../ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

export function ConfirmationHost() {
  const { asked } = useConfirmation();
  const at = useLayouts((layouts) => layouts.current?.document.spawnPointConfirmations);
  if (asked === null) return null;
  const { question, answer } = asked;
  return (
    <OnDemand>
      <ConfirmDialog
        isOpen
        title={question.title}
        confirmLabel={question.confirmLabel}
        cancelLabel={question.cancelLabel ?? 'Cancel'}
        otherLabel={question.otherLabel}
        thirdLabel={question.thirdLabel}
        isDestructive={question.isDestructive}
        {...(at === undefined ? {} : { at })}
        onAnswer={answer}
      >
        {question.sentence}
      </ConfirmDialog>
    </OnDemand>
  );
}
