import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { EmbedHost } from './EmbedHost.tsx'

/** The dialog with links that show a diagram elsewhere. */
export const diagramEmbedWeb = webFeature({
  name: 'diagram-embed',
  slots: [
    slot('page.after', { id: 'diagram-embed', order: 990, render: () => <EmbedHost /> }),
    slot('diagram.editor', { id: 'diagram-embed', render: () => <EmbedHost /> }),
  ],
})
