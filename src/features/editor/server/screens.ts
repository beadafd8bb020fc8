import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import { badRequest, forbidden, parsed } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { firstValue, handleScreen, type ScreenHandler, type ScreenRequest } from '#platform/server/http/screen.ts'
import { refusePartsOfPages } from '#platform/server/http/xsrf.ts'
import { contentId } from '#platform/wire.ts'
import { beginContent, newContent, openEditor } from '../contract.ts'
import { spaceChooser } from '#features/spaces/server/index.ts'
import { beginDraft } from './begin.ts'
import { editorDocument } from './document.ts'
import { loadEditor, requireEditable } from './view.ts'

/** The addresses that open the editor. */
export function editorScreens(app: App): void {
  handleScreen(app, '/pages/createpage.action', 'Create a page', begin('page'))
  handleScreen(app, '/pages/createblogpost.action', 'Create a blog post', begin('blogpost'))
  handleScreen(app, '/pages/editpage.action', 'Edit a page', open('pageId'))
  handleScreen(app, '/pages/editblogpost.action', 'Edit a blog post', open('pageId'))
  handleScreen(app, '/pages/resumedraft.action', 'Go on with a draft', open('draftId'))
}

/** Parameters of `createpage.action` as its callers name them. */
function placeIn({ query }: ScreenRequest, type: 'page' | 'blogpost') {
  const given = {
    type,
    spaceKey: firstValue(query['spaceKey']) || undefined,
    fromPageId: firstValue(query['fromPageId']) || firstValue(query['parentPageId']) || undefined,
    title: firstValue(query['title']) || undefined,
  }
  return parsed(newContent, 'query', given)
}

function begin(type: 'page' | 'blogpost'): ScreenHandler {
  return async asked => {
    const { ctx, request } = asked
    const place = placeIn(asked, type)
    if (place.spaceKey === undefined && place.fromPageId === undefined) {
      if (ctx.viewer.userId === null) throw forbidden('Sign in to create content')
      const { query, start } = asked.query
      return spaceChooser(ctx, request, {
        type,
        title: place.title,
        query: firstValue(query) ?? '',
        start: Math.max(0, Math.trunc(Number(firstValue(start))) || 0),
      })
    }
    refusePartsOfPages(request)
    const { row, view } = await beginDraft(ctx, place)
    return editorDocument(ctx, request, row, view, [
      { key: endpointKey(beginContent, { query: place }), data: view },
      { key: endpointKey(openEditor, { params: { id: view.id } }), data: view },
    ])
  }
}

function open(parameter: 'pageId' | 'draftId'): ScreenHandler {
  return async ({ ctx, query, request }) => {
    const id = contentId.safeParse(firstValue(query[parameter]) ?? '')
    if (!id.success)
      throw badRequest('name the page, e.g. ?{{parameter}}=123', {
        field: parameter,
        values: { parameter },
        forPrograms: true,
      })
    const row = await requireEditable(ctx, id.data)
    const right = row.type === 'blogpost' ? '/pages/editblogpost.action' : '/pages/editpage.action'
    const path = request.url.split('?', 1)[0] ?? ''
    if (path !== right && path !== '/pages/resumedraft.action') return Answer.redirect(`${right}?pageId=${row.id}`)
    const view = await loadEditor(ctx, row)
    return editorDocument(ctx, request, row, view, [
      { key: endpointKey(openEditor, { params: { id: view.id } }), data: view },
    ])
  }
}
