// Material dialogs in the product's theme. The browser's Back closes the topmost dialog instead of leaving the page.
import MaterialDialog, { type DialogProps } from '@mui/material/Dialog';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { overlaysId } from './tip-layer.tsx';

interface Layer {
  readonly onBack: () => void;
}

const guard = 'openpitLayer';
const layers: Layer[] = [];
let isWatching = false;

const isGuarded = (): boolean => (history.state as Record<string, unknown> | null)?.[guard] === true;

function guardBack(): void {
  if (!isGuarded()) history.pushState({ ...history.state, [guard]: true }, '');
}

function onPopState(): void {
  if (isGuarded()) return;
  const top = layers.at(-1);
  if (top === undefined) {
    // The history entry belonged to a layer that was closed in another way, so this Back leaves the page.
    history.back();
    return;
  }
  // The guard is also renewed while a question asks whether the layer may be closed.
  guardBack();
  top.onBack();
}

/** While the component is shown, Back calls `onBack`, which closes it or asks first. */
export function useBackCloses(onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const layer: Layer = { onBack: () => latest.current() };
    layers.push(layer);
    if (!isWatching) addEventListener('popstate', onPopState);
    isWatching = true;
    guardBack();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
}

/** A dialog or a sheet hides the page from screen readers, so a menu that opens inside it is rendered next to it, not in the page. */
const placeOfMenus = () => {
  const overlays = document.getElementById(overlaysId);
  return overlays?.closest('[aria-hidden="true"]') === null ? overlays : document.body;
};

/**
 * The theme consists of the CSS variables of tokens.css, so that light and dark change without a render. Each component applies it itself,
 * so that Material is loaded only when the first of them opens.
 */
const theme = createTheme({
  cssVariables: { nativeColor: true },
  palette: {
    primary: { main: 'var(--primary)', contrastText: 'var(--on-primary)' },
    background: { default: 'var(--background)', paper: 'var(--surface)' },
    text: { primary: 'var(--text)', secondary: 'var(--text-second)' },
    divider: 'var(--line)',
  },
  typography: { fontFamily: 'var(--font)', fontSize: 13, button: { textTransform: 'none' } },
  shape: { borderRadius: 6 },
  transitions: { create: () => 'none' },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none', border: '1px solid var(--line)', boxShadow: 'var(--shadow)' },
      },
    },
    MuiMenu: {
      defaultProps: {
        transitionDuration: 0,
        container: placeOfMenus,
      },
      // Above a toast, which would cover the items of a menu that opens at the bottom right.
      styleOverrides: { root: { zIndex: 1600 } },
    },
    MuiDialog: { defaultProps: { transitionDuration: 0 } },
  },
});

export function MuiTheme({ children }: { readonly children: ReactNode }) {
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}

export function Dialog({ children, ...props }: DialogProps) {
  useBackCloses(() => props.onClose?.({}, 'escapeKeyDown'));
  return (
    <MuiTheme>
      <MaterialDialog {...props}>
        {children}
        <FirstFocus />
      </MaterialDialog>
    </MuiTheme>
  );
}

/** Focuses the first field again, because React mounts twice in development, and in between Material restores the earlier focus. */
function FirstFocus() {
  const first = useRef<Element | null>(null);
  useEffect(() => {
    if (first.current instanceof HTMLElement) first.current.focus();
    else first.current = document.activeElement;
  }, []);
  return null;
}

interface HeadedDialogProps {
  readonly title: string;
  /** The id of the title, which may also label the contents. */
  readonly titleId: string;
  /** Text in the header after the title; hidden on a narrow screen. */
  readonly note?: string;
  readonly buttons?: ReactNode;
  readonly closeLabel: string;
  readonly closeHasFocus?: boolean;
  /** Sets the size of the dialog. */
  readonly className: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function HeadedDialog({
  title,
  titleId,
  note = '',
  buttons,
  closeLabel,
  closeHasFocus = false,
  className,
  onClose,
  children,
}: HeadedDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ paper: { className: `${styles.paper} ${className}` } }}
    >
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <span className={styles.note}>{note}</span>
        {buttons}
        <IconButton
          label={closeLabel}
          keyName="Esc"
          icon={<CloseIcon />}
          onClick={onClose}
          autoFocus={closeHasFocus}
        />
      </header>
      {children}
    </Dialog>
  );
}

export interface Question {
  readonly title: string;
  readonly sentence: string;
  /** The verb on the button that continues. */
  readonly confirmLabel: string;
  /** The label of the button that changes nothing; "Cancel" by default. */
  readonly cancelLabel?: string;
  /** A second way to continue. */
  readonly otherLabel?: string | undefined;
  /** A third way. */
  readonly thirdLabel?: string;
  /** True if the button that changes nothing has the focus, unless `confirmHasFocus`. */
  readonly isDestructive: boolean;
  readonly confirmHasFocus?: boolean;
}

/** `yes` continues, `other` and `third` continue in the question's other ways, `no` changes nothing. */
export type QuestionAnswer = 'yes' | 'other' | 'third' | 'no';

/** The buttons at the end of a form in a dialog: they stay in sight while the form scrolls in a low window. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** The footer of a dialog that only shows something. Its button has the focus and closes the dialog. */
export function CloseFooter({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogButtons>
      <Button variant="primary" autoFocus onClick={onClose}>
        Close
      </Button>
    </DialogButtons>
  );
}

interface ConfirmDialogProps {
  readonly question: Question;
  /** The place of its centre, in percent of the window (LAYOUT-7). */
  readonly at?: { readonly x: number; readonly y: number } | undefined;
  readonly onAnswer: (answer: QuestionAnswer) => void;
}

/** A question before an action. Enter confirms and Escape cancels; if the action cannot be undone, the focus starts on Cancel. */
export function ConfirmDialog({ question, at = { x: 50, y: 50 }, onAnswer }: ConfirmDialogProps) {
  const { cancelLabel = 'Cancel', otherLabel, thirdLabel, isDestructive } = question;
  const { confirmHasFocus = !isDestructive } = question;
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open
      onClose={() => onAnswer('no')}
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{
        paper: {
          className: styles.question,
          style: { '--at-x': `${at.x}%`, '--at-y': `${at.y}%` },
        },
        backdrop: { className: styles.backdrop },
      }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer('yes');
        }}
      >
        <h2 id={titleId} className={styles.questionTitle}>
          {question.title}
        </h2>
        <div id={textId} className={styles.text}>
          {question.sentence}
        </div>
        <DialogButtons>
          <Button onClick={() => onAnswer('no')} autoFocus={!confirmHasFocus}>
            {cancelLabel}
          </Button>
          {thirdLabel !== undefined && <Button onClick={() => onAnswer('third')}>{thirdLabel}</Button>}
          {otherLabel !== undefined && <Button onClick={() => onAnswer('other')}>{otherLabel}</Button>}
          <Button type="submit" variant={isDestructive ? 'sell' : 'primary'} autoFocus={confirmHasFocus}>
            {question.confirmLabel}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
