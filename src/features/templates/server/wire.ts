import type { Context } from '#platform/server/context.ts'
import { expanded, type Expand } from '#platform/server/http/expand.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { Template } from '../contract.ts'
import type { Blueprint } from './blueprints/index.ts'
import type { PlacedTemplate } from './service.ts'

const labelWire = (name: string) => ({ prefix: 'global', name, label: name })

/** A template as the REST interface shows it, with its text where that is expanded. */
export function templateWire(ctx: Context, { row, space }: PlacedTemplate, expand: Expand): Template {
  return {
    templateId: String(row.id),
    name: row.name,
    description: row.description,
    labels: labelsOf(row).map(labelWire),
    templateType: 'page',
    ...shared(ctx, String(row.id), () => row.storage, { space, expand }),
  }
}

/** Names of the labels that pages from a template get. */
export function labelsOf({ labels }: PlacedTemplate['row']): string[] {
  return JSON.parse(labels) as string[]
}

/** A blueprint in the same shape, in the reader's language. */
export function blueprintWire(ctx: Context, blueprint: Blueprint, expand: Expand): Template {
  const { t } = readerOf(ctx)
  const [pluginKey = '', moduleKey = ''] = blueprint.moduleCompleteKey.split(':')
  const text = () => blueprint.text({ t, day: new Date().toISOString().slice(0, 10), attendees: [] })
  return {
    templateId: blueprint.id,
    originalTemplate: { pluginKey, moduleKey },
    referencingBlueprint: blueprint.id,
    name: t(blueprint.name),
    description: t(blueprint.description),
    labels: blueprint.labels.map(labelWire),
    templateType: 'page',
    ...shared(ctx, blueprint.id, text, { expand }),
  }
}

function shared(
  ctx: Context,
  id: string,
  text: () => string,
  { space, expand }: { space?: Space | undefined; expand: Expand },
): Pick<Template, 'body' | '_links' | '_expandable'> {
  const isWhole = expanded(expand, 'body') !== undefined
  return {
    ...(isWhole ? { body: { storage: { value: text(), representation: 'storage' } } } : {}),
    _links: { self: `${ctx.app.baseUrl}/rest/api/template/${id}` },
    _expandable: {
      ...(isWhole ? {} : { body: '' }),
      ...(space ? { space: `/rest/api/space/${encodeURIComponent(space.key)}` } : {}),
    },
  }
}
