// The preferences of the user in a dialog, a separate chunk. Saving changes all screens immediately.
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { showToast } from '../notices/toasts.ts';
import { useUnsentForm } from '../stores/kept-work.ts';
import { usePreferences, useSession } from '../stores/session.ts';
import { Button } from '../ui/button.tsx';
import { decimalSeparators } from '../ui/decimal-input.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../ui/fields.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import {
  documentOf,
  draftErrors,
  draftOf,
  type NumberRule,
  numberFields,
  type PreferenceDraft,
  type PreferenceNumber,
} from './preference-draft.ts';
import styles from './preferences-dialog.module.css';
import {
  mayRestoreDefaults,
  restoreDefaults,
  type SaveOutcome,
  savePreferences,
} from './save-preferences.ts';
import { shownText } from './shown-text.ts';

interface PreferencesDialogProps {
  readonly onClose: () => void;
  /** Closes on Escape, Back or a press outside the dialog; asks first when something is typed. */
  readonly onLeave: () => void;
}

export function PreferencesDialog({ onClose, onLeave }: PreferencesDialogProps) {
  const id = useId();
  const { draft, setDraft, errors, fault, isBusy, isLoaded, submit, restore } = usePreferenceForm(onClose);
  return (
    <Dialog
      open
      onClose={onLeave}
      maxWidth={false}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}note`}
      slotProps={{ paper: { className: styles.paper } }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}title`} className={styles.title}>
          Preferences
        </h2>
        <p id={`${id}note`} className={styles.note}>
          They are yours on every device, and take effect when you save them.
        </p>
        <PreferenceFields draft={draft} errors={errors} onChange={setDraft} />
        <p role="status" className={styles.fault}>
          {fault}
        </p>
        <DialogButtons>
          <Button
            variant="quiet"
            className={styles.restore}
            disabledReason={isBusy ? 'Saving…' : null}
            onClick={() => void restore()}
          >
            Restore defaults…
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={
              isBusy
                ? 'Saving…'
                : isLoaded
                  ? null
                  : 'Your preferences were not loaded. Close this form and open it again.'
            }
          >
            {isBusy ? 'Saving…' : 'Save preferences'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The input, and its way to the server. No errors are shown until the user has tried to save. */
function usePreferenceForm(onSaved: () => void) {
  // A later load does not change the document that the form was opened with: the save compares its version.
  const [opened, setOpened] = useState(usePreferences.getState);
  const first = useMemo(() => draftOf(opened.document), [opened]);
  const [draft, setDraft] = useState(first);
  const isTyped = JSON.stringify(draft) !== JSON.stringify(first);
  useUnsentForm(
    'dialog',
    useMemo(() => (isTyped ? { name: 'Preferences', fields: draft } : null), [isTyped, draft]),
  );
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const errors = draftErrors(draft);
  const finish = async (saving: Promise<SaveOutcome>, message: string) => {
    setBusy(true);
    const outcome = await saving;
    setBusy(false);
    setFault(outcome.kind === 'notSaved' ? outcome.reason : null);
    if (outcome.kind === 'shown') {
      const other = usePreferences.getState();
      setOpened(other);
      setDraft(draftOf(other.document));
    }
    if (outcome.kind !== 'saved') return;
    showToast({ type: 'success', message });
    onSaved();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length > 0 || isBusy) return;
    await finish(savePreferences(documentOf(draft, opened.document), opened), 'Preferences saved');
  };
  const restore = async () => {
    if (await mayRestoreDefaults()) await finish(restoreDefaults(), 'Default preferences restored');
  };
  const isLoaded = opened.storedId !== null;
  return { draft, setDraft, errors: isTried ? errors : {}, fault, isBusy, isLoaded, submit, restore };
}

function PreferenceFields(props: {
  readonly draft: PreferenceDraft;
  readonly errors: Partial<Record<PreferenceNumber, string>>;
  readonly onChange: (draft: PreferenceDraft) => void;
}) {
  const { draft, errors, onChange } = props;
  const clients = useSession((session) => session.hqAccess?.clients) ?? [];
  const dealers = useSession((session) => session.hqAccess?.dealers) ?? [];
  const { chosen } = draft;
  const choose = (change: Partial<PreferenceDraft['chosen']>) =>
    onChange({ ...draft, chosen: { ...chosen, ...change } });
  const number = (name: PreferenceNumber, isFirst = false) => {
    const { label, unit, isDecimal = false, ifEmpty }: NumberRule = numberFields[name];
    return (
      <TextField
        label={`${label} · ${unit}`}
        inputMode={isDecimal ? 'decimal' : 'numeric'}
        text={draft.numbers[name]}
        placeholder={ifEmpty?.replace('.', decimalSeparators().decimal)}
        error={errors[name] ?? null}
        isFirst={isFirst}
        onText={(text) => onChange({ ...draft, numbers: { ...draft.numbers, [name]: text } })}
      />
    );
  };
  return (
    <div className={styles.groups}>
      <Group title="New orders">
        {number('defaultOrderQuantity', true)}
        {number('maxOrderQuantity')}
        <Choice
          label="For"
          choices={{ P: 'Own account', A: 'Client' }}
          value={chosen.capacity}
          onChange={(capacity) => choose({ capacity })}
        />
        <SelectField
          label="Client of a new order"
          value={draft.client}
          choices={[
            { value: '', label: 'The first one' },
            ...clients.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          ]}
          nothing={draft.client}
          onChoose={(client) => onChange({ ...draft, client })}
        />
        <Choice
          label="The form opens"
          choices={{ button: 'Beside the price', last: 'Where it was last' }}
          value={chosen.tradeFormLocation}
          onChange={(tradeFormLocation) => choose({ tradeFormLocation })}
        />
      </Group>
      <Group title="Orders that rest">
        {number('timeout')}
        <CheckField
          isChecked={chosen.suspendOnDisconnect}
          onCheck={(suspendOnDisconnect) => choose({ suspendOnDisconnect })}
        >
          Suspend mine when I am not connected
        </CheckField>
        {number('disconnectSeconds')}
        <CheckField
          isChecked={chosen.askBeforeCancel}
          onCheck={(askBeforeCancel) => choose({ askBeforeCancel })}
        >
          Ask before one order is cancelled
        </CheckField>
      </Group>
      <Group title="Deals">
        {number('defaultPopupNotificationTime')}
        <CheckField
          isChecked={chosen.soundOnDealExecution}
          onCheck={(soundOnDealExecution) => choose({ soundOnDealExecution })}
        >
          Play a sound at each deal
        </CheckField>
      </Group>
      <Group title="Steps of the arrow keys">
        <div className={styles.steps}>
          {number('priceChangeMop')}
          {number('volChangeMop')}
          {number('rateChangeMop')}
        </div>
      </Group>
      <Group title="Screen">
        {number('maxDepth')}
        <Choice
          label="Colour on updates"
          choices={{ text: 'Text', background: 'Background', none: 'None' }}
          value={chosen.colorOnUpdates}
          onChange={(colorOnUpdates) => choose({ colorOnUpdates })}
        />
        <CheckField isChecked={chosen.compact} onCheck={(compact) => choose({ compact })}>
          Compact density
        </CheckField>
      </Group>
      <Group title="Orders and deals shown">
        <TextField
          label="Only of branch"
          placeholder="All"
          text={draft.branch}
          maxLength={64}
          suggestions={[...new Set(dealers.map(({ branch }) => branch))].sort()}
          onText={(branch) => onChange({ ...draft, branch })}
        />
        <TextField
          label="Only of dealer"
          placeholder="All"
          text={draft.dealer}
          maxLength={16}
          suggestions={dealers.map(({ code }) => code).sort()}
          onText={(dealer) => onChange({ ...draft, dealer: dealer.toUpperCase() })}
        />
        <p role="status" className={styles.note}>
          {shownText(draft, dealers)}
        </p>
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Choices side by side below a caption, which is their name for screen readers. */
function Choice<Value extends string>(props: {
  readonly label: string;
  readonly choices: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { label, choices, value, onChange } = props;
  const segments = (Object.keys(choices) as Value[]).map((value) => ({ value, label: choices[value] }));
  return (
    <div className={styles.chosen}>
      <span className={styles.caption} aria-hidden="true">
        {label}
      </span>
      <SegmentedControl label={label} segments={segments} value={value} onChange={onChange} />
    </div>
  );
}
