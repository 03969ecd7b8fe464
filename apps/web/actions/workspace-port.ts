// Actions show panels and send one-click orders through this port, so that actions are the same on desktops and phones.
import type { ActiveOrderRow } from '@openpit/wire';
import { useLayoutEffect } from 'react';
import { createRequiredContext } from '../ui/required-context.ts';
import type { NewOrderRequest } from './dialogs.ts';

/**
 * A command that an armed price ladder sends without a form: a new order for the default or another account, or another price for an
 * order.
 */
export type OneClickOrder =
  | (Pick<NewOrderRequest, 'kind' | 'contract' | 'side' | 'account'> & {
      readonly price: number;
      readonly qty: number;
    })
  | { readonly kind: 'amend'; readonly order: ActiveOrderRow; readonly price: number };

export interface WorkspacePort {
  showDepth(contract: string): void;
  showChart(contract: string): void;
  /** Brings the panel to the front, or opens it, and applies these settings. */
  showPanel(component: string, settings?: Readonly<Record<string, unknown>>): void;
}

/** The port of the whole screen. Panels, dialogs and forms use it; the visible workspace executes their requests. */
export interface ScreenPort extends WorkspacePort {
  /** Sets the workspace that is shown; the returned function removes it. */
  readonly connect: (workspace: WorkspacePort) => () => void;
  /** Sends the command that the order form would send, without opening the form. Shows the outcome, or why nothing was sent. */
  sendOneClickOrder(order: OneClickOrder): Promise<void>;
}

/** Throws if it is used while no workspace is visible, so that no click is silently ignored. */
export function createScreenPort(
  send: (order: OneClickOrder, port: ScreenPort) => Promise<void>,
): ScreenPort {
  let shown: WorkspacePort | null = null;
  const workspace = () => {
    if (shown === null) throw new Error('No workspace is shown.');
    return shown;
  };
  const port: ScreenPort = {
    connect(next) {
      shown = next;
      return () => {
        if (shown === next) shown = null;
      };
    },
    sendOneClickOrder: (order) => send(order, port),
    showDepth: (contract) => workspace().showDepth(contract),
    showChart: (contract) => workspace().showChart(contract),
    showPanel: (component, settings) => workspace().showPanel(component, settings),
  };
  return port;
}

export const [ScreenPortContext, useWorkspacePort] = createRequiredContext<ScreenPort>('The workspace');

/** Connects a workspace to the port while it is visible. */
export function useProvidedWorkspace(workspace: WorkspacePort): void {
  const { connect } = useWorkspacePort();
  useLayoutEffect(() => connect(workspace), [connect, workspace]);
}
