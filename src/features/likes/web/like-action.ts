import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { likeContent, unlikeContent, type LikedType } from '../contract.ts'

/** After this long a like counts as failed. */
export const LIKE_TIMEOUT_MS = 10_000

export interface LikeAction {
  type: 'like' | 'unlike'
  contentId: string
  contentType: LikedType
}

/**
 * Prepares a like, or taking one back. The function returned sends it, for 10 s at most.
 * @throws {TypeError} where the type, the content's id or its type is missing
 */
export function likeAction({ type, contentId, contentType }: Partial<LikeAction>): () => Promise<void> {
  if (!type) throw new TypeError('A like needs its type: like or unlike')
  if (!contentId) throw new TypeError('A like needs the id of its content')
  if (!contentType) throw new TypeError('A like needs the type of its content: page, blogpost or comment')
  const endpoint = type === 'like' ? likeContent : unlikeContent
  return async () => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), LIKE_TIMEOUT_MS)
    try {
      await call(endpoint, { params: { id: contentId } }, { signal: limit.signal })
    } catch (error) {
      // Liked already, in another tab for instance: the state is as it was asked for.
      if (!(error instanceof ApiError && error.status === 400 && type === 'like')) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Title of a failed action. */
export function failureTitle(type: LikeAction['type']): string {
  return type === 'like' ? t('Like failed') : t('Unlike failed')
}

/**
 * Makes a link work as the like button, by pointer, Enter and Space.
 * @returns a function that ends it
 * @throws {TypeError} unless the element is a link
 */
export function bindLike(element: Element, toggle: () => void): () => void {
  if (element.tagName !== 'A')
    throw new TypeError(`A like button must be a link, not <${element.tagName.toLowerCase()}>`)
  const click = (event: Event) => {
    event.preventDefault()
    toggle()
  }
  const key = (event: Event) => {
    // Enter is a click already.
    if ((event as KeyboardEvent).key === ' ') click(event)
  }
  element.addEventListener('click', click)
  element.addEventListener('keydown', key)
  return () => {
    element.removeEventListener('click', click)
    element.removeEventListener('keydown', key)
  }
}
