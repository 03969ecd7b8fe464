// Projections that a former version of the rules has saved, turned into those of today, as the venue's state is (decision 20).
import type { UpgradeSteps } from '@openpit/venue';

/** A new version adds a step when the state of a projection has another shape, or when there is a new projection. */
export const projectionUpgrades: UpgradeSteps = {};
