// Protects unsaved and unsent work when the page is left. The page asks before the user leaves it, but never delays a logout that
// the user did not request (AUTH-7). The update prompt names the work that an update would interrupt. Stored work is restored
// after the reload.
import { layoutDocument } from '@openpit/wire';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useShallow } from 'zustand/react/shallow';
import { keepTicket } from '../actions/ticket.ts';
import { showToast } from '../notices/toasts.ts';
import { isUpdating, useUpdate } from '../pwa/updates.ts';
import { canKeep } from '../stores/browser-storage.ts';
import { deviceKind } from '../stores/device-kind.ts';
import {
  keepOnLeave,
  keepWork,
  takeWork,
  unsentForm,
  unsentFormNames,
  useUnsentForms,
} from '../stores/kept-work.ts';
import { bringBackLayout, changedLayouts, useLayouts } from '../stores/layouts.ts';
import { isLeaving } from '../transport/logout.ts';

export function useUnsavedGuard(): void {
  const unsavedLayouts = useLayouts(
    useShallow((layouts) => changedLayouts(layouts).map(({ document }) => document.name)),
  );
  const forms = useUnsentForms();
  useEffect(() => {
    const { ticket, ...others } = forms;
    useUpdate.setState({
      warnings: [
        ...unsavedLayouts.map((name) => `The layout “${name}” has changes that are not saved.`),
        ...(ticket === undefined
          ? []
          : [
              `“${ticket.name}” has not been sent. ${canKeep() ? 'It comes back after the update.' : 'The update discards it.'}`,
            ]),
        ...unsentFormNames(others).map((name) => `“${name}” has not been sent. The update discards it.`),
      ],
    });
    return () => useUpdate.setState({ warnings: [] });
  }, [unsavedLayouts, forms]);
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isLeaving()) return;
      const isChanged = changedLayouts(useLayouts.getState()).length > 0;
      const isTyped = unsentFormNames(useUnsentForms.getState()).length > 0;
      if (isChanged || (isTyped && !(isUpdating() && unsentForm('dialog') === null))) event.preventDefault();
    };
    const onPageHide = () => keepWork();
    window.addEventListener('beforeunload', onBeforeUnload);
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.removeEventListener('pagehide', onPageHide);
    };
  }, []);
  useEffect(keepTicket, []);
  useEffect(keepLayout, []);
}

const keptLayout = z.object({
  _id: z.nullable(z.string()),
  document: layoutDocument,
  version: z.optional(z.string()),
});

/** Offers to restore layout changes that this tab's previous page had not saved. The returned function stops storing changes. */
function keepLayout(): () => void {
  const parsed = z.safeParse(keptLayout, takeWork('layout'));
  if (parsed.success && parsed.data.document.isMobile === (deviceKind() === 'mobile')) {
    const { name } = parsed.data.document;
    showToast({
      type: 'info',
      message: `The layout “${name}” had changes that were not saved when this page was left.`,
      length: 20_000,
      priority: 'news',
      action: { label: 'Bring them back', run: () => bringBackLayout(parsed.data) },
    });
  }
  return keepOnLeave('layout', () => {
    const changed = changedLayouts(useLayouts.getState()).at(-1);
    return changed === undefined
      ? null
      : { _id: changed._id, document: changed.document, version: changed.version };
  });
}
