import { createElement as h } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen, type ScreenRequest } from '#platform/server/http/screen.ts'
import { contentId } from '#platform/wire.ts'
import { comparePath } from '#features/content-core/address-shared.ts'
import { comparisonOf } from '#features/content/server/index.ts'
import { compareVersions } from '#features/content/contract.ts'
import { getPageInformation, listHistory, listLinks } from '../contract.ts'
import { HISTORY_PAGE_SIZE, LINKS_PAGE_SIZE } from '../shared.ts'
import { comparedVersions } from '../tools.ts'
import { CopyFormView, MoveFormView, RemoveFormView } from '../view/FormsView.tsx'
import { toolDocument } from './document.ts'
import { pageHistory, pageInformation } from './facts.ts'
import { requirePage } from './head.ts'
import { incomingLinks, outgoingLinks } from './links.ts'
import { listOf, seededPages } from './lists.ts'

/** The addresses of the screens around a page. */
export function toolScreens(app: App): void {
  historyScreen(app)
  comparisonScreens(app)
  informationScreen(app)
  formScreens(app)
}

function historyScreen(app: App): void {
  handleScreen(app, '/pages/viewpreviousversions.action', 'History of a page', async asked => {
    const { ctx } = asked
    const row = await requirePage(ctx, idIn(asked))
    const page = listOf(await pageHistory(ctx, row, { start: 0, limit: HISTORY_PAGE_SIZE }), 0, HISTORY_PAGE_SIZE)
    return toolDocument(ctx, row, async (head, { t }) => ({
      title: t('Page history'),
      tool: 'history',
      queries: [seededPages(listHistory, { params: { id: head.id } }, page)],
    }))
  })
}

function comparisonScreens(app: App): void {
  handleScreen(app, '/pages/diffpagesbyversion.action', 'Two versions of a page compared', async asked => {
    const { ctx } = asked
    const row = await requirePage(ctx, idIn(asked))
    const versions = comparedVersions(asked.query['selectedPageVersions'], row.version)
    if (!versions) {
      throw badRequest('name two versions of the page, e.g. selectedPageVersions=1&selectedPageVersions=2', {
        field: 'selectedPageVersions',
      })
    }
    const comparison = await comparisonOf(ctx, row, versions.from, versions.to)
    return toolDocument(ctx, row, async (head, { t }) => ({
      title: t('Compare versions'),
      tool: 'history',
      width: 'full',
      queries: [{ key: endpointKey(compareVersions, { params: { id: head.id }, query: versions }), data: comparison }],
    }))
  })
  // The old product's addresses of the same.
  handleScreen(app, '/pages/diffpages.action', 'Two versions of a page compared, by another address', async asked => {
    const row = await requirePage(asked.ctx, idIn(asked))
    const versions = comparedVersions(
      [firstValue(asked.query['originalVersion']) ?? '', firstValue(asked.query['revisedVersion']) ?? ''].filter(
        Boolean,
      ),
      row.version,
    )
    return Answer.redirect(
      versions
        ? comparePath(String(row.id), versions.from, versions.to)
        : `/pages/viewpreviousversions.action?pageId=${row.id}`,
    )
  })
}

function informationScreen(app: App): void {
  handleScreen(app, '/pages/viewinfo.action', 'Facts about a page', async asked => {
    const { ctx } = asked
    const row = await requirePage(ctx, idIn(asked))
    const window = { start: 0, limit: LINKS_PAGE_SIZE }
    const [information, incoming, outgoing] = [
      await pageInformation(ctx, row),
      listOf(await incomingLinks(ctx, row, window), 0, LINKS_PAGE_SIZE),
      listOf(await outgoingLinks(ctx, row, window), 0, LINKS_PAGE_SIZE),
    ]
    return toolDocument(ctx, row, async (head, { t }) => {
      const params = { id: head.id }
      return {
        title: t('Page information'),
        tool: 'information',
        queries: [
          { key: endpointKey(getPageInformation, { params }), data: information },
          seededPages(listLinks, { params, query: { direction: 'incoming' } }, incoming),
          seededPages(listLinks, { params, query: { direction: 'outgoing' } }, outgoing),
        ],
      }
    })
  })
}

/** In the app, links to these open dialogs instead; the documents are for readers without script. */
const FORMS = [
  {
    path: '/pages/copypage.action',
    title: 'Copy page',
    summary: 'Copying a page',
    form: CopyFormView,
    parameter: 'idOfPageToCopy',
  },
  {
    path: '/pages/movepage.action',
    title: 'Move page',
    summary: 'Moving a page',
    form: MoveFormView,
    parameter: 'pageId',
  },
  {
    path: '/pages/removepage.action',
    title: 'Delete page',
    summary: 'Deleting a page',
    form: RemoveFormView,
    parameter: 'pageId',
  },
] as const

function formScreens(app: App): void {
  for (const { path, title, summary, form, parameter } of FORMS) {
    handleScreen(app, path, summary, async asked => {
      const row = await requirePage(asked.ctx, idIn(asked, parameter))
      return toolDocument(asked.ctx, row, async (head, reader) => ({
        title: reader.t(title),
        width: 'normal',
        form: h(form, { head, reader, token: asked.ctx.authentication.xsrfToken }),
      }))
    })
  }
}

/** @throws HttpError 400 */
/** The content that an address names. @throws HttpError 400 where it names none */
export function idIn({ query }: ScreenRequest, parameter = 'pageId'): number {
  const parsed = contentId.safeParse(firstValue(query[parameter]) ?? '')
  if (!parsed.success) throw badRequest('the id of a page is required', { field: parameter, forPrograms: true })
  return parsed.data
}
