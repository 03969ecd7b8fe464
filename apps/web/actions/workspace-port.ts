// Where actions open forms and panels, and what sends an order without a form. The workspace provides it, floating panels on a desktop and sheets on a phone, so
// no action and no panel knows which of the two it is on.
import { useLayoutEffect } from 'react';
import { createRequiredContext } from '../ui/required-context.ts';
import type { AtOnce, OrderFormRequest } from './order-form-request.ts';

export interface WorkspacePort {
  showOrderForm(request: OrderFormRequest): void;
  /** Sends what the order form would send, without opening it; shows the outcome, or why nothing was sent. */
  sendAtOnce(asked: AtOnce): Promise<void>;
  showDepth(contract: string): void;
  showChart(contract: string): void;
  /** Brings the panel to the front, or opens it; with these of its settings, if any are given. */
  showPanel(component: string, settings?: Readonly<Record<string, unknown>>): void;
}

/** The port of the whole screen: panels, dialogs and forms use it, and the workspace that is shown carries out what it is asked. */
export interface ScreenPort extends WorkspacePort {
  /** Sets the workspace that is shown; the returned function takes it away again. */
  readonly connect: (workspace: WorkspacePort) => () => void;
}

/** Throws when it is used while no workspace is shown, so that nothing that was pressed is silently ignored. */
export function createScreenPort(): ScreenPort {
  let shown: WorkspacePort | null = null;
  const workspace = () => {
    if (shown === null) throw new Error('No workspace is shown.');
    return shown;
  };
  return {
    connect(next) {
      shown = next;
      return () => {
        if (shown === next) shown = null;
      };
    },
    showOrderForm: (request) => workspace().showOrderForm(request),
    sendAtOnce: (asked) => workspace().sendAtOnce(asked),
    showDepth: (contract) => workspace().showDepth(contract),
    showChart: (contract) => workspace().showChart(contract),
    showPanel: (component, settings) => workspace().showPanel(component, settings),
  };
}

export const [ScreenPortContext, useScreenPort] = createRequiredContext<ScreenPort>('The workspace');

export function useWorkspacePort(): WorkspacePort {
  return useScreenPort();
}

/** For a workspace: carries out what actions ask of the screen while it is shown. */
export function useProvidedWorkspace(workspace: WorkspacePort): void {
  const { connect } = useScreenPort();
  useLayoutEffect(() => connect(workspace), [connect, workspace]);
}
