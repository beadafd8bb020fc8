import './attachments.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { pagesOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { prepareTool } from '#features/page-tools/web/index.ts'
import { listAttachmentViews } from '../view-contract.ts'
import { DropOnPage } from './DropOnPage.tsx'

/** The files of a page: their screen, and files dropped on a page. */
export const attachmentsWeb = webFeature({
  name: 'attachments',
  routes: [
    screenRoute({
      path: '/pages/viewpageattachments.action', screen: () => import('./AttachmentsScreen.tsx'),
      prepare: context => prepareTool(context, 'Attachments', head =>
        context.query.ensureInfiniteQueryData(pagesOptionsFor(listAttachmentViews, { params: { id: head.id } }))),
    }),
  ],
  slots: [slot('page.actions', { id: 'drop-files', order: 910, render: ({ contentId, mode }) => (mode === 'view' ? <DropOnPage key={contentId} pageId={contentId} /> : null) })],
  messages: { de: () => import('../i18n/de.json', { with: { type: 'json' } }) },
})
