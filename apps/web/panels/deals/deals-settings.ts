// What the Deals panel saves: whether it shows the deals consolidated.
import * as z from 'zod/mini';

export const dealsSettings = z.object({ isConsolidated: z.optional(z.boolean()) });
