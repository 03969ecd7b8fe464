import { describe, expect, it } from 'vitest';
import { createScreenPort, type WorkspacePort } from './workspace-port.ts';

const noted = (into: string[], name: string): WorkspacePort => ({
  showOrderForm: ({ contract }) => void into.push(`${name}: order ${contract}`),
  sendAtOnce: async () => void into.push(`${name}: at once`),
  showDepth: (contract) => void into.push(`${name}: depth ${contract}`),
  showChart: (contract) => void into.push(`${name}: chart ${contract}`),
  showPanel: (component) => void into.push(`${name}: panel ${component}`),
});

describe('[point 15] the port of the screen', () => {
  it('throws while no workspace is shown: nothing that was pressed is silently ignored', () => {
    const port = createScreenPort();
    expect(() => port.showDepth('DEC26 WMAZ')).toThrow('No workspace is shown.');
    port.connect(noted([], 'desk'))();
    expect(() => port.showDepth('DEC26 WMAZ')).toThrow('No workspace is shown.');
  });

  it('asks the workspace that is shown now, also when the next one connects before the last one leaves', () => {
    const port = createScreenPort();
    const did: string[] = [];
    const leave = port.connect(noted(did, 'desk'));
    port.showPanel('Futures');
    port.connect(noted(did, 'phone'));
    leave();
    port.showChart('DEC26 WMAZ');
    expect(did).toEqual(['desk: panel Futures', 'phone: chart DEC26 WMAZ']);
  });
});
