import './restrictions.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { RestrictionsButton, RestrictionsItem } from './RestrictionsButton.tsx'

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Above the choices of the dialog, for every user. */
    'restrictions.dialog': { pageId: string }
  }
}

export const restrictionsWeb = webFeature({
  name: 'restrictions',
  slots: [
    slot('page.actions', {
      id: 'restrictions',
      order: 10,
      render: ({ contentId, mode }) =>
        mode === 'view' ? <RestrictionsButton key={contentId} pageId={contentId} /> : null,
    }),
    slot('page.menu', { id: 'restrictions', order: 10, render: ({ close }) => <RestrictionsItem close={close} /> }),
  ],
})
