export { discover } from './discovered.ts'
export { noteDraftEnd } from './DraftHint.tsx'
export { hintsWeb } from './feature.tsx'
export { DiscoveryHint, HelpTip, Tip } from './hints.tsx'
