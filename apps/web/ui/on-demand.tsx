// Parts of the page that are loaded when they open: dialogs, menus, forms. If one cannot be loaded, the rest of the page keeps working,
// and a line asks to reload, because a browser remembers the failure of a file until the page is reloaded.
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { takesText, typesCharacter } from './keys.ts';
import styles from './on-demand.module.css';

/**
 * A component that is loaded when it is first shown, or before that by `load`. A loaded component is shown immediately. React delays
 * content that it must wait for by up to 300 ms.
 */
export function loadedOnDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  const Later = (props: Props) => {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  };
  return Object.assign(Later, { load: loadOnce });
}

interface OnDemandProps {
  readonly children: ReactNode;
  /**
   * For a component that captures the keyboard once it is loaded. Keys pressed in the meantime are kept back: their characters go into
   * the text field that receives the focus, and Escape calls this.
   */
  readonly onEscape?: () => void;
}

interface OnDemandState {
  readonly fault: Error | null;
  readonly isClosed: boolean;
}

export class OnDemand extends Component<OnDemandProps, OnDemandState> {
  override state: OnDemandState = { fault: null, isClosed: false };

  static getDerivedStateFromError(error: unknown): OnDemandState {
    return { fault: error instanceof Error ? error : new Error(String(error)), isClosed: false };
  }

  override render() {
    const { fault, isClosed } = this.state;
    const { onEscape, children } = this.props;
    if (fault === null)
      return (
        <Suspense fallback={onEscape === undefined ? null : <HeldKeys onEscape={onEscape} />}>
          {children}
        </Suspense>
      );
    if (isClosed) return null;
    return (
      <div role="alert" className={styles.fault}>
        <p>
          This could not be loaded; everything else keeps working. The server may have a newer version, or the
          connection may be lost: reload the page when the connection is back.
        </p>
        <p className={styles.detail}>{fault.message}</p>
        <div className={styles.buttons}>
          <Button onClick={() => this.setState({ isClosed: true })}>Close</Button>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </div>
      </div>
    );
  }
}

function HeldKeys({ onEscape }: { readonly onEscape: () => void }) {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useLayoutEffect(() => {
    let typedText = '';
    const hold = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey } = event;
      // Keys of the browser itself, such as reload.
      const isOfBrowser = /^F\d/.test(key) || ((ctrlKey || altKey || metaKey) && !typesCharacter(event));
      if (isOfBrowser) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === 'Escape') latest.current();
      else if (key === 'Backspace') typedText = typedText.slice(0, -1);
      else if (typesCharacter(event)) typedText += key;
    };
    window.addEventListener('keydown', hold, true);
    return () => {
      window.removeEventListener('keydown', hold, true);
      if (typedText !== '') typeIntoNextFocus(typedText);
    };
  }, []);
  return null;
}

/** Types into the next field that receives the focus. A pointer press ends the wait, because the focus then moves elsewhere. */
function typeIntoNextFocus(text: string): void {
  const wait = new AbortController();
  const { signal } = wait;
  window.addEventListener('focusin', ({ target }) => type(text, target), { once: true, signal });
  for (const press of ['keydown', 'pointerdown'])
    window.addEventListener(press, () => wait.abort(), { signal, capture: true });
}

function type(text: string, target: EventTarget | null): void {
  if (!takesText(target) || !(target instanceof HTMLInputElement) || target.selectionStart === null) return;
  // The text is inserted after React has given the field its focus and selected its text.
  queueMicrotask(() => {
    target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
    target.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
  });
}
