import './attachments.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { pagesOptionsFor, queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { prepareTool } from '#features/page-tools/web/index.ts'
import { listSpaceAttachments } from '../space-contract.ts'
import { filterIn, SPACE_ATTACHMENTS_PATH, spaceAttachmentsHref } from '../shared.ts'
import { listAttachmentViews } from '../view-contract.ts'
import { DropOnPage } from './DropOnPage.tsx'

export const attachmentsWeb = webFeature({
  name: 'attachments',
  routes: [
    screenRoute({
      path: '/pages/viewpageattachments.action',
      screen: () => import('./AttachmentsScreen.tsx'),
      prepare: context =>
        prepareTool(context, 'Attachments', head =>
          context.query.ensureInfiniteQueryData(pagesOptionsFor(listAttachmentViews, { params: { id: head.id } })),
        ),
    }),
    screenRoute({
      path: SPACE_ATTACHMENTS_PATH,
      screen: () => import('./SpaceAttachmentsScreen.tsx'),
      prepare: async ({ search, query }) => {
        const { space } = await query.ensureQueryData(
          queryOptionsFor(listSpaceAttachments, { params: { key: String(search['key']) }, query: filterIn(search) }),
        )
        return { title: `${t('Attachments')} - ${space.name}`, spaceKey: space.key }
      },
    }),
  ],
  slots: [
    slot('page.actions', {
      id: 'drop-files',
      order: 910,
      render: ({ contentId, spaceKey, mode }) =>
        mode === 'view' ? <DropOnPage key={contentId} pageId={contentId} spaceKey={spaceKey} /> : null,
    }),
    slot('space.tools', {
      id: 'space-files',
      order: 20,
      render: ({ spaceKey }) => (
        <a className="ox-panel-item" href={spaceAttachmentsHref(spaceKey)}>
          {t('Attachments')}
        </a>
      ),
    }),
  ],
})
