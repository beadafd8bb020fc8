export { discover } from './discovered.ts'
export { hintsWeb } from './feature.tsx'
export { DiscoveryHint, HelpTip, Tip } from './hints.tsx'
