// Where actions open forms and panels, and what sends an order without a form. The workspace provides it, floating panels on a desktop and sheets on a phone, so
// no action and no panel knows which of the two it is on.
import { createContext, useContext } from 'react';
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

const nowhere: WorkspacePort = {
  showOrderForm: () => undefined,
  sendAtOnce: async () => undefined,
  showDepth: () => undefined,
  showChart: () => undefined,
  showPanel: () => undefined,
};

export const WorkspaceContext = createContext<WorkspacePort>(nowhere);

export function useWorkspacePort(): WorkspacePort {
  return useContext(WorkspaceContext);
}
