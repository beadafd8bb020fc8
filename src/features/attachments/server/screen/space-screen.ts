import { createElement as h } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { firstValue, handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { spaceFrame, spaceTree } from '#features/content/server/index.ts'
import { requireSpace, spacePath } from '#features/spaces/server/index.ts'
import { listSpaceAttachments } from '../../space-contract.ts'
import { filterIn, SPACE_ATTACHMENTS_PATH, spaceAttachmentsHref } from '../../shared.ts'
import { noFiles, SpaceFilesFilterView, SpaceFilesView } from '../../view/SpaceFilesView.tsx'
import { spaceAttachments } from './space-views.ts'

/** The screen of all files of a space, and the call behind it. */
export function spaceAttachmentScreen(app: App): void {
  app.http.handle(listSpaceAttachments, async ({ ctx, params, query }) =>
    spaceAttachments(ctx, await requireSpace(ctx, params.key), filterIn(query), query.cursor),
  )

  handleScreen(app, SPACE_ATTACHMENTS_PATH, 'Files of a space', async ({ ctx, query }) => {
    const key = firstValue(query['key']) ?? firstValue(query['spaceKey'])
    if (!key) throw notFound('The address names no space', { forPrograms: true })
    const cursor = firstValue(query['cursor'])
    const filter = filterIn(query)
    const space = await requireSpace(ctx, key)
    const [list, tree] = await Promise.all([
      spaceAttachments(ctx, space, filter, cursor),
      spaceTree(ctx, space, undefined),
    ])
    const reader = readerOf(ctx)
    const title = reader.t('Attachments')
    const shown = { spaceKey: space.key, filter, reader }
    const { sidebar, queries } = spaceFrame(ctx, tree, { path: SPACE_ATTACHMENTS_PATH })
    return {
      title: `${title} - ${space.name}`,
      noscript: screenFrame(
        ctx,
        { title, breadcrumbs: [{ label: space.name, href: spacePath(space) }] },
        h(SpaceFilesFilterView, { ...shown, method: 'get', action: SPACE_ATTACHMENTS_PATH }),
        list.results.length > 0 ? h(SpaceFilesView, { ...shown, files: list.results }) : h('p', null, noFiles(shown)),
        list.nextCursor !== null &&
          h(
            'a',
            { href: `${spaceAttachmentsHref(space.key, filter)}&cursor=${encodeURIComponent(list.nextCursor)}` },
            reader.t('Next'),
          ),
      ),
      sidebar,
      queries: [
        // A later part is for readers without script: the browser begins at the beginning.
        ...(cursor === undefined
          ? [{ key: endpointKey(listSpaceAttachments, { params: { key: space.key }, query: filter }), data: list }]
          : []),
        ...queries,
      ],
    }
  })
}
