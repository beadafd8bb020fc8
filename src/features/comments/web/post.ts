import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { createContent, getContent, updateContent } from '#features/content/contract.ts'

/** An answer that takes longer will not come. */
const SAVE_TIMEOUT_MS = 120_000

/** Saves a comment. Where the server fails or does not answer, says that trying later may help. */
async function save<T>(write: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const timer = window.setTimeout(() => waiting.abort(), SAVE_TIMEOUT_MS)
  try {
    return await write(waiting.signal)
  } catch (error) {
    const isServers = waiting.signal.aborted || (error instanceof ApiError && error.status >= 500)
    throw isServers ? new Error(t('Failed to save the comment. Please try again later.'), { cause: error }) : error
  } finally {
    window.clearTimeout(timer)
  }
}

/** Writes a comment, or an answer to one. Gives its id. */
export async function postComment(pageId: string, storage: string, parentId?: string): Promise<string> {
  const body = {
    type: 'comment', container: { id: pageId, type: 'page' }, body: { storage: { value: storage, representation: 'storage' } },
    ...(parentId === undefined ? {} : { ancestors: [{ id: parentId }] }),
  }
  const comment = (await save(signal => call(createContent, { body }, { signal }))) as { id: string }
  return comment.id
}

/** The storage format of a comment and the version that it is of. */
export async function readComment(id: string): Promise<{ storage: string; version: number }> {
  const content = (await call(getContent, { params: { id }, query: { expand: 'body.storage,version' } })) as unknown as {
    body: { storage: { value: string } }
    version: { number: number }
  }
  return { storage: content.body.storage.value, version: content.version.number }
}

/** Writes the next version of a comment. @throws ApiError 409 when somebody else did meanwhile */
export async function changeComment(id: string, storage: string, version: number): Promise<void> {
  const body = { type: 'comment', version: { number: version + 1 }, body: { storage: { value: storage, representation: 'storage' } } }
  await save(signal => call(updateContent, { params: { id }, body }, { signal }))
}
