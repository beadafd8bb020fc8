import './comments.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { CommentSection } from './CommentSection.tsx'

export const commentsWeb = webFeature({
  name: 'comments',
  slots: [
    slot('page.after', {
      id: 'comments',
      order: 100,
      inDocument: true,
      render: ({ contentId, version, mode }) =>
        mode === 'view' ? <CommentSection key={contentId} pageId={contentId} version={version} /> : null,
    }),
  ],
})
