import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { randomId } from '#platform/web/random-id.ts'
import { track } from '#platform/web/tracking.ts'
import type { CaptchaHeaders } from '#features/captcha/web/index.ts'
import { getContent, updateContent } from '#features/content/contract.ts'
import { quickAddComment, quickReply } from '../quick-contract.ts'

/** These calls prove by this header that a page of ours sent them. */
const NO_CHECK = { 'X-Atlassian-Token': 'no-check' }

const SAVE_TIMEOUT_MS = 120_000

/**
 * Saves a comment within two minutes.
 * @param write makes the call; its signal ends it
 * @throws Error that suggests another try, after that time and where the server fails
 */
export async function save<T>(write: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), SAVE_TIMEOUT_MS)
  try {
    return await write(waiting.signal)
  } catch (error) {
    const isServers = waiting.signal.aborted || (error instanceof ApiError && error.status >= 500)
    throw isServers ? new Error(t('Failed to save the comment. Please try again later.'), { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a comment or reply and returns its id.
 * @param headers of the captcha, where one is needed
 */
export async function postComment(
  pageId: string,
  storage: string,
  { parentId, headers = {} }: { parentId?: string; headers?: CaptchaHeaders } = {},
): Promise<string> {
  const body = { html: storage, watch: 'false', uuid: randomId(), actions: 'true' }
  const comment = await save(signal => {
    const options = { signal, headers: { ...NO_CHECK, ...headers } }
    return parentId === undefined
      ? call(quickAddComment, { params: { id: pageId }, body }, options)
      : call(quickReply, { params: { id: pageId, commentId: parentId }, body }, options)
  })
  track('confluence.comment.create', { contentId: pageId, isReply: parentId !== undefined })
  return String(comment.id)
}

/** Storage format and version of a comment. */
export async function readComment(id: string): Promise<{ storage: string; version: number }> {
  const content = (await call(getContent, {
    params: { id },
    // Drafts too, on text that is not published yet.
    query: { expand: 'body.storage,version', status: 'current,draft' },
  })) as unknown as {
    body: { storage: { value: string } }
    version: { number: number }
  }
  return { storage: content.body.storage.value, version: content.version.number }
}

/** Updates a comment. @throws ApiError 409 on a version conflict */
export async function changeComment(id: string, storage: string, version: number): Promise<void> {
  const body = {
    type: 'comment',
    version: { number: version + 1 },
    body: { storage: { value: storage, representation: 'storage' } },
  }
  await save(signal => call(updateContent, { params: { id }, body }, { signal }))
  track('confluence.comment.update', { contentId: id })
}
