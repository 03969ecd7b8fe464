// Asks for the name under which the layout on screen is kept as a new one.
import Dialog from '@mui/material/Dialog';
import { type FormEvent, useId, useState } from 'react';
import { saveLayoutAs } from '../../stores/layouts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './save-as-dialog.module.css';

const longestName = 80;

export function SaveAsDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const id = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={`${id}title`}>
      <SaveAsForm id={id} onClose={onClose} />
    </Dialog>
  );
}

function SaveAsForm({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const trimmed = name.trim();
  const fault = trimmed === '' ? 'A layout needs a name.' : null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault !== null || isSaving) return;
    setSaving(true);
    const isSaved = await saveLayoutAs(trimmed);
    setSaving(false);
    if (isSaved) onClose();
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <h2 id={`${id}title`} className={styles.title}>
        Save the layout as
      </h2>
      <label htmlFor={`${id}name`} className={styles.label}>
        Name
      </label>
      <input
        id={`${id}name`}
        className={styles.input}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        aria-invalid={(isTried && fault !== null) || undefined}
        aria-describedby={isTried && fault !== null ? `${id}fault` : undefined}
        // The dialog was opened to type this one name.
        ref={(input) => input?.focus()}
        onChange={(event) => setName(event.target.value)}
      />
      {isTried && fault !== null && (
        <p id={`${id}fault`} className={styles.fault}>
          {fault}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabledReason={isSaving ? 'Saving…' : null}>
          Save
        </Button>
      </div>
    </form>
  );
}
