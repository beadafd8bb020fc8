import { browserFaults } from './browser.ts'
import { coreFaults } from './core.ts'
import type { Fault } from './fault.ts'
import { featureFaults } from './features.ts'

/** All faults, in the order in which they are tried. */
export const faults: readonly Fault[] = [...coreFaults, ...featureFaults, ...browserFaults]
