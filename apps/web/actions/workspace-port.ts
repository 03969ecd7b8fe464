// Actions open forms and panels through this port, so that no action knows whether it is on a desktop or a phone.
import type { ActiveOrderRow } from '@openpit/wire';
import { useLayoutEffect } from 'react';
import { createRequiredContext } from '../ui/required-context.ts';
import type { NewOrderRequest, OrderFormRequest } from './dialogs.ts';

/**
 * A command that an armed price ladder sends without a form: a new order by the user's defaults or for a given account, or another price
 * for an order.
 */
export type OneClickOrder =
  | (Pick<NewOrderRequest, 'kind' | 'contract' | 'side' | 'account'> & {
      readonly price: number;
      readonly qty: number;
    })
  | { readonly kind: 'amend'; readonly order: ActiveOrderRow; readonly price: number };

export interface WorkspacePort {
  showOrderForm(request: OrderFormRequest): void;
  /** Sends the command that the order form would send, without opening the form. Shows the outcome, or why nothing was sent. */
  sendOneClickOrder(asked: OneClickOrder): Promise<void>;
  showDepth(contract: string): void;
  showChart(contract: string): void;
  /** Brings the panel to the front, or opens it; with these of its settings, if any are given. */
  showPanel(component: string, settings?: Readonly<Record<string, unknown>>): void;
}

/** The port of the whole screen: panels, dialogs and forms use it, and the workspace that is shown carries out their requests. */
export interface ScreenPort extends WorkspacePort {
  /** Sets the workspace that is shown; the returned function removes it. */
  readonly connect: (workspace: WorkspacePort) => () => void;
}

/** Throws if it is used while no workspace is shown, so that nothing that was pressed is silently ignored. */
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
    sendOneClickOrder: (asked) => workspace().sendOneClickOrder(asked),
    showDepth: (contract) => workspace().showDepth(contract),
    showChart: (contract) => workspace().showChart(contract),
    showPanel: (component, settings) => workspace().showPanel(component, settings),
  };
}

export const [ScreenPortContext, useWorkspacePort] = createRequiredContext<ScreenPort>('The workspace');

/** Lets a workspace carry out the requests of actions to the screen while it is shown. */
export function useProvidedWorkspace(workspace: WorkspacePort): void {
  const { connect } = useWorkspacePort();
  useLayoutEffect(() => connect(workspace), [connect, workspace]);
}
