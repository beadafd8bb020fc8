import type { ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { documentOf } from '#features/content-core/server/read.ts'
import type { templateForm } from '../contract.ts'
import { findBlueprint } from './blueprints/index.ts'
import { requireTemplate } from './service.ts'
import { variablesOf } from './variables.ts'

/** Form for a page from a template or blueprint. @throws HttpError 401, 403, 404 */
export async function formOf(ctx: Context, templateId: string): Promise<ResponseOf<typeof templateForm>> {
  requireUse(ctx)
  const blueprint = findBlueprint(templateId)
  if (blueprint) {
    const { id, moduleCompleteKey, name } = blueprint
    return { templateId: id, name: readerOf(ctx).t(name), blueprint: moduleCompleteKey, variables: [] }
  }
  const { row } = await requireTemplate(ctx, templateId)
  return {
    templateId: String(row.id),
    name: row.name,
    blueprint: null,
    variables: variablesOf(documentOf(row.storage)),
  }
}
