// Where actions open forms and panels. The workspace provides it, floating panels on a desktop and sheets on a phone, so
// no action and no panel knows which of the two it is on.
import { createContext, useContext } from 'react';
import type { OrderFormRequest } from './order-form-request.ts';

export interface WorkspacePort {
  showOrderForm(request: OrderFormRequest): void;
  showDepth(contract: string): void;
  showChart(contract: string): void;
  /** Brings the panel to the front, or opens it. */
  showPanel(component: string): void;
}

const nowhere: WorkspacePort = {
  showOrderForm: () => undefined,
  showDepth: () => undefined,
  showChart: () => undefined,
  showPanel: () => undefined,
};

export const WorkspaceContext = createContext<WorkspacePort>(nowhere);

export function useWorkspacePort(): WorkspacePort {
  return useContext(WorkspaceContext);
}
