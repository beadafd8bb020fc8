import './comments.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import en from '../i18n/en.json' with { type: 'json' }
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
  messages: {
    de: () => import('../i18n/de.json', { with: { type: 'json' } }),
    en: async () => ({ default: en }),
  },
})
