import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { DraftHint } from './DraftHint.tsx'

/** Help tips and hints at features. */
export const hintsWeb = webFeature({
  name: 'hints',
  slots: [slot('header.end', { id: 'draft-hint', render: () => <DraftHint /> })],
})
