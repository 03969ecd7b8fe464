// Asks for the name of a layout to save or rename.

import { type FormEvent, useId, useState } from 'react';
import { nameFault } from '../../stores/layout-names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import styles from './name-dialog.module.css';

interface NameDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** The initial name. */
  readonly initial: string;
  /** Resolves to true if the dialog may close, or to false after a failure, which a toast has reported. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function NameDialog({ title, confirmLabel, initial, onName, onClose }: NameDialogProps) {
  const id = useId();
  const [name, setName] = useState(initial);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const fault = nameFault(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault !== null || isBusy) return;
    setBusy(true);
    const isDone = await onName(name.trim());
    setBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={`${id}title`}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}title`} className={styles.title}>
          {title}
        </h2>
        <label htmlFor={`${id}name`} className={styles.label}>
          Name
        </label>
        <input
          id={`${id}name`}
          className={styles.input}
          value={name}
          autoComplete="off"
          aria-invalid={(isTried && fault !== null) || undefined}
          aria-describedby={isTried && fault !== null ? `${id}fault` : undefined}
          // The name is the dialog's only field.
          autoFocus
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        {isTried && fault !== null && (
          <p id={`${id}fault`} className={styles.fault}>
            {fault}
          </p>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabledReason={isBusy ? 'Saving…' : null}>
            {confirmLabel}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
