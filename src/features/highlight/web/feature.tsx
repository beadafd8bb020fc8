import './highlight.css'
import Quote from 'lucide-react/icons/quote'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { quoteInComment } from '#features/comments/web/index.ts'
import { QUOTE_IN_COMMENT } from '../shared.ts'
import { SelectionButton } from './SelectionButton.tsx'
import { SelectionHost } from './SelectionHost.tsx'

export const highlightWeb = webFeature({
  name: 'highlight',
  slots: [
    slot('page.after', {
      id: 'highlight',
      render: context => (context.mode === 'view' ? <SelectionHost key={context.contentId} page={context} /> : null),
    }),
    slot('selection.panel', {
      id: 'quote',
      order: 20,
      render: context =>
        context.permissions.createComment ? (
          <SelectionButton
            action={QUOTE_IN_COMMENT}
            context={context}
            onPress={() => {
              quoteInComment(context.range.toString())
              context.close()
            }}
          >
            <Quote />
          </SelectionButton>
        ) : null,
    }),
  ],
})
