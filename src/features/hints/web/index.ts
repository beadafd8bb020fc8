export { discover } from './discovered.ts'
export { hintsWeb } from './feature.tsx'
export { DiscoveryHint, HelpTip } from './hints.tsx'
