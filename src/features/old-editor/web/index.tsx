import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { EditingNotice } from './EditingNotice.tsx'

export const oldEditorWeb = webFeature({
  name: 'old-editor',
  slots: [
    slot('page.banner', {
      id: 'editing',
      order: 10,
      render: ({ contentId, mode }) => mode === 'view' && <EditingNotice key={contentId} pageId={contentId} />,
    }),
  ],
})
