import { parse } from '#language/parse.ts'
import { serialise } from '#language/serialise.ts'
import { call } from '#platform/web/api.ts'
import { meta } from '#platform/web/session.ts'
import { getContent, updateContent } from '#features/content/contract.ts'
import { rpcLightCall } from '#features/rpc/contract.ts'
import { isSameReference, unpinned, type ShownDiagram } from '../../macros-shared.ts'

/** Comment of the page's new version. */
const UNPINNED = 'Unpinned macro version'

/** The interface by which the text of a page is changed, by the wiki's version. */
export function interfaceFor(wikiVersion: string): 'json-rpc' | 'rest' {
  const [major = 0, minor = 0] = wikiVersion.split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 4) ? 'rest' : 'json-rpc'
}

/** A page as it is read to be changed. */
export interface ReadPage {
  id: string
  type: string
  title: string
  space: { key: string }
  ancestors: readonly { id: string }[]
  version: { number: number }
  body: { storage: { value: string } }
}

/** Body of the request that gives a page another text: of several ancestors the last, and none where there are none. */
export function payloadOf({ id, type, title, space, ancestors, version }: ReadPage, value: string) {
  return {
    id,
    type,
    title,
    space: { key: space.key },
    ...(ancestors.length === 0 ? {} : { ancestors: ancestors.slice(-1).map(parent => ({ id: parent.id })) }),
    version: { number: version.number + 1, message: UNPINNED, minorEdit: false },
    body: { storage: { value, representation: 'storage' } },
  }
}

interface PageText {
  value: string
  save: (value: string) => Promise<unknown>
}

async function textByRest(pageId: string): Promise<PageText> {
  const expand = 'body.storage,version,space,ancestors'
  const page = (await call(getContent, { params: { id: pageId }, query: { expand } })) as unknown as ReadPage
  return {
    value: page.body.storage.value,
    save: value => call(updateContent, { params: { id: pageId }, body: payloadOf(page, value) }),
  }
}

async function textByRpc(pageId: string): Promise<PageText> {
  const page = (await call(rpcLightCall, { params: { method: 'getPage' }, body: [pageId] })) as { content: string }
  return {
    value: page.content,
    save: value =>
      call(rpcLightCall, {
        params: { method: 'updatePage' },
        body: [
          { ...page, content: value },
          { versionComment: UNPINNED, minorEdit: false },
        ],
      }),
  }
}

/**
 * Lets all macros of a page that show a diagram in one version show the latest, in a new version of the page.
 * @throws ApiError
 */
export async function unpinOnPage(pageId: string, diagram: ShownDiagram): Promise<void> {
  const read = interfaceFor(meta('ajs-version-number') ?? '') === 'rest' ? textByRest : textByRpc
  const { value, save } = await read(pageId)
  const { document, changed } = unpinned(parse(value), Number(pageId), shown => isSameReference(shown, diagram))
  if (changed > 0) await save(serialise(document))
}
