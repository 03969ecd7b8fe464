// Where the questions that stand before actions appear, at the place that the layout keeps for them (LAYOUT-7).
import { useConfirmation } from '../actions/confirmation.ts';
import { useLayouts } from '../stores/layouts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

export function ConfirmationHost() {
  const { question, answer } = useConfirmation();
  const at = useLayouts((layouts) => layouts.current?.document.spawnPointConfirmations);
  if (question === null) return null;
  return (
    <ConfirmDialog
      isOpen
      title={question.title}
      confirmLabel={question.confirmLabel}
      cancelLabel={question.cancelLabel ?? 'Cancel'}
      isDestructive={question.isDestructive}
      {...(at === undefined ? {} : { at })}
      onAnswer={answer}
    >
      {question.sentence}
    </ConfirmDialog>
  );
}
