import { call } from '#platform/web/api.ts'
import { meta } from '#platform/web/session.ts'
import { getContent, listContent } from '#features/content/contract.ts'
import { diagramsOfPage } from '../../contract.ts'
import {
  copyTargetPages,
  copyTargetSpaces,
  saveDiagramAs,
  type TargetPage,
  type TargetSpace,
} from '../../copy-contract.ts'
import { listIn } from './paged-search.ts'
import { argumentsOf, contextFrom, type DialogContext, type OpenDiagram, type SaveAsParameters } from './request.ts'

interface Range {
  start: number
  limit: number
}

/** Spaces that a page can be made in: all, or those whose name or key matches. @throws Error */
export async function findSpaces(searchTerm: string, range: Range): Promise<readonly TargetSpace[]> {
  const query = searchTerm === '' ? range : { searchTerm, ...range }
  return listIn((await call(copyTargetSpaces, { query })).spaces)
}

/** Pages that a diagram can be copied to. @param spaceKey absent for all spaces @throws Error */
export async function findPages(
  searchTerm: string,
  spaceKey: string | undefined,
  range: Range,
): Promise<readonly TargetPage[]> {
  const query = { searchTerm, ...range, expand: 'space', ...(spaceKey === undefined ? {} : { spaceKeys: spaceKey }) }
  return listIn((await call(copyTargetPages, { query })).results)
}

/** Names of the diagrams of a page. @throws Error */
export async function diagramsOn(pageId: string): Promise<readonly string[]> {
  return listIn(await call(diagramsOfPage, { params: { pageId } })).map(({ title }) => title.normalize('NFC'))
}

/** Whether a space has a page of a title. @throws Error */
export async function isTitleTaken(spaceKey: string, title: string): Promise<boolean> {
  const answer = await call(listContent, { query: { spaceKey, title: title.trim(), limit: 1 } })
  return (answer as { exists?: boolean }).exists ?? listIn(answer.results).length > 0
}

/** @throws Error */
export function saveAs(parameters: SaveAsParameters, content: OpenDiagram | undefined) {
  return call(saveDiagramAs, argumentsOf(parameters, content), { signInOn401: false })
}

/** The document's description of its page, or the wiki's if the document is that of a viewer. @throws Error */
export async function dialogContext(pageId: string): Promise<DialogContext> {
  const here = contextFrom(meta, pageId)
  if (here) return here
  const page = await call(getContent, { params: { id: pageId }, query: { expand: 'space' } })
  const { key, name } = page['space'] as { key: string; name: string }
  return { pageId, spaceKey: key, spaceName: name, baseUrl: meta('ajs-base-url') ?? '' }
}
