// The keys that work everywhere: those of commands on every device, and those that go from panel to panel.
import { useEffect, useRef } from 'react';
import { useActionContext } from '../actions/action.ts';
import { workspaceKeys } from '../actions/view-actions.ts';
import { bindKeys } from '../ui/keys.ts';
import { commands } from './commands/commands.ts';
import { isModalOpen } from './keep-focus.ts';
import { showOverlay } from './shown-overlay.ts';

/** Whether the key belongs to a text field or to a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog]') !== null
  );
}

/** Keys that a text field uses itself. */
const ofFields: ReadonlySet<string> = new Set(['keySheet', 'undo', 'redo']);

export interface ScreenKeysProps {
  /** What Escape does where nothing else uses it. */
  readonly onEscape?: () => void;
}

/** A component, so that its actions see the workspace around it. */
export function ScreenKeys({ onEscape }: ScreenKeysProps): null {
  const context = useActionContext();
  const latest = useRef({ context, onEscape });
  latest.current = { context, onEscape };
  useEffect(() => {
    const handlers = Object.fromEntries(
      commands.flatMap(({ key, run }) =>
        key === undefined
          ? []
          : [
              [
                key,
                (event: KeyboardEvent) => {
                  if (ofFields.has(key) && isTyping(event.target)) return;
                  event.preventDefault();
                  if (!isModalOpen()) run(latest.current.context);
                },
              ],
            ],
      ),
    );
    return bindKeys(workspaceKeys, {
      ...handlers,
      palette(event) {
        event.preventDefault();
        if (!isModalOpen()) showOverlay('palette');
      },
      nextPanel: (event) => goToPanel(event, 1),
      previousPanel: (event) => goToPanel(event, -1),
      escape(event) {
        if (!event.defaultPrevented && !isTyping(event.target)) latest.current.onEscape?.();
      },
    });
  }, []);
  return null;
}

function goToPanel(event: KeyboardEvent, step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>('main [data-panel]')];
  if (panels.length === 0) return;
  event.preventDefault();
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[(at + step + panels.length) % panels.length];
  const grid = next?.querySelector<HTMLElement>('[role=grid], [role=treegrid]');
  (grid ?? next?.querySelector<HTMLElement>('button'))?.focus();
}
