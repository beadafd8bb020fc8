import type { BodyInputOf, ResponseOf } from '#platform/contract.ts'
import { call } from '#platform/web/api.ts'
import { track } from '#platform/web/tracking.ts'
import { createTemplateDraft } from '../contract.ts'

/** Index page of the blueprint that a draft is from. */
export type IndexPage = NonNullable<ResponseOf<typeof createTemplateDraft>['index']>

const storageKey = (contentId: string) => `oxbow.blueprint-index.${contentId}`

/**
 * Begins a page from a template or blueprint.
 * @returns address of the editor
 * @throws ApiError
 */
export async function beginDraft(body: BodyInputOf<typeof createTemplateDraft>): Promise<string> {
  const { draftId, index, url } = await call(createTemplateDraft, { body })
  track('confluence.template.use', { template: body.contentTemplateId ?? body.contentBlueprintId ?? '' })
  // Its page, once published, says where it is listed.
  if (index) sessionStorage.setItem(storageKey(String(draftId)), JSON.stringify(index))
  return url
}

/** Index page of a page that this window has begun from a blueprint, until it is dismissed. */
export function indexPageOf(contentId: string): IndexPage | undefined {
  const stored = sessionStorage.getItem(storageKey(contentId))
  return stored === null ? undefined : (JSON.parse(stored) as IndexPage)
}

export function forgetIndexPage(contentId: string): void {
  sessionStorage.removeItem(storageKey(contentId))
}
