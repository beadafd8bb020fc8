export { highlightWeb } from './feature.tsx'
export { SelectionButton } from './SelectionButton.tsx'
export type { FoundText, SelectionContext } from './slots.ts'
