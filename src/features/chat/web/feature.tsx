import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { ChatPromptHint } from './ChatPromptHint.tsx'

export const chatWeb = webFeature({
  name: 'chat',
  slots: [
    slot('page.after', {
      id: 'chat-prompt',
      render: ({ contentId, spaceKey, mode }) =>
        mode === 'view' ? <ChatPromptHint key={spaceKey} pageId={contentId} spaceKey={spaceKey} /> : null,
    }),
  ],
})
