// The contract that a panel is pinned to, such as the one of a Depth panel that does not follow the clicks in
// Futures.
import type { LayoutColumn } from '@openpit/wire';
import * as z from 'zod/mini';
import { plainText } from './layout-text.ts';

/** The setting `contract`: null for a panel that follows the active contract. */
export const contractSetting = z.optional(z.nullable(plainText(64)));

/** Null for a panel that follows the active contract, and for one without a contract. */
export function pinnedContract({ props }: Pick<LayoutColumn, 'props'>): string | null {
  const contract = props?.contract;
  return typeof contract === 'string' && contract !== '' ? contract : null;
}
