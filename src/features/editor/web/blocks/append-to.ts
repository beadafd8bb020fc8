import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import type { TextPlace } from '#language/references.ts'
import { getContent, updateContent } from '#features/content/contract.ts'

/** Attempts to store a version, while others publish versions of the page. */
const ATTEMPTS = 3

export interface TargetPage {
  readonly title: string
  readonly url: string
}

/**
 * Publishes a version of a page with a text at its end.
 * @param storageIn storage format for the place of the page
 * @throws ApiError where the page may not be seen or changed, or others publish versions all the time
 */
export async function appendTo(id: string, storageIn: (to: TextPlace) => string, message: string): Promise<TargetPage> {
  for (let attempt = 1; ; attempt++) {
    const { type, title, body, version, space, _links } = (await call(getContent, {
      params: { id },
      query: { expand: 'body.storage,version,space' },
    })) as unknown as StoredPage
    const value = body.storage.value + storageIn({ pageId: id, spaceKey: space.key })
    try {
      await call(updateContent, {
        params: { id },
        body: {
          type,
          title,
          body: { storage: { value, representation: 'storage' } },
          version: { number: version.number + 1, message },
        },
      })
      return { title, url: _links.webui }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || attempt === ATTEMPTS) throw error
    }
  }
}

interface StoredPage {
  readonly type: string
  readonly title: string
  readonly body: { readonly storage: { readonly value: string } }
  readonly version: { readonly number: number }
  readonly space: { readonly key: string }
  readonly _links: { readonly webui: string }
}
