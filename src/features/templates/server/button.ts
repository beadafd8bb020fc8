import { h, type Html } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { foldName, mayInSpace, type Space } from '#features/spaces/server/index.ts'
import { fromTemplatePath } from '../shared.ts'
import { findBlueprint } from './blueprints/index.ts'
import { requireTemplate } from './service.ts'
import { templateNamed } from './store.ts'

/** Target of a button: a template by its id or name, or a blueprint by its id or the old product's name. */
export interface ButtonTarget {
  readonly templateId?: string | undefined
  readonly templateName?: string | undefined
  readonly contentBlueprintId?: string | undefined
  readonly blueprintModuleCompleteKey?: string | undefined
}

interface Look {
  readonly space: Space
  readonly label?: string | undefined
  /** Title of the page that it creates. */
  readonly title?: string | undefined
  /** Address of a path of the wiki. */
  url(path: string): string
}

/**
 * A link that begins a page from a template or blueprint, for who may create pages in the space; for others a button
 * that says why it does nothing. Undefined where the template does not exist or the viewer may not see it.
 */
export async function createFromTemplateButton(
  ctx: Context,
  target: ButtonTarget,
  { space, label, title = '', url }: Look,
): Promise<Html | undefined> {
  const found = await targetOf(ctx, target, space)
  if (!found) return undefined
  const { t } = readerOf(ctx)
  const hasCreatePermission =
    space.status !== 'archived' &&
    !isReadOnly(ctx.app) &&
    (await mayInSpace(ctx.app, ctx.viewer, space.id, 'create:page'))
  const createContentUrl = url(fromTemplatePath(found.id, space.key, { title }))
  const buttonLabel = label?.trim() || t(found.label)
  const data = {
    class: 'create-from-template-button',
    'data-space-key': space.key,
    'data-title': title,
    'data-template-id': found.isBlueprint ? '' : found.id,
    'data-content-blueprint-id': found.isBlueprint ? found.id : '',
    'data-create-content-url': createContentUrl,
    'data-button-label': buttonLabel,
    'data-has-create-permission': String(hasCreatePermission),
  }
  if (hasCreatePermission) return h('a', { ...data, href: createContentUrl }, buttonLabel)
  return h(
    'button',
    {
      ...data,
      type: 'button',
      'aria-disabled': 'true',
      'data-tooltip': t(
        "Sorry, you don't have permission to create content. Contact your space administrator to request access.",
      ),
    },
    buttonLabel,
  )
}

interface Found {
  readonly id: string
  readonly isBlueprint: boolean
  /** i18n key of the button. */
  readonly label: string
}

async function targetOf(ctx: Context, target: ButtonTarget, space: Space): Promise<Found | undefined> {
  const { templateId, templateName, contentBlueprintId, blueprintModuleCompleteKey } = target
  // Ids of blueprints differ between installations, their names do not.
  for (const id of [blueprintModuleCompleteKey, contentBlueprintId, templateName, templateId]) {
    const blueprint = id ? findBlueprint(id.trim()) : undefined
    if (blueprint) return { id: blueprint.id, isBlueprint: true, label: blueprint.createLabel }
  }
  const id = (await idOfTemplate(ctx, templateId, space)) ?? (await idOfTemplate(ctx, templateName, space))
  return id === undefined ? undefined : { id, isBlueprint: false, label: 'Create from template' }
}

async function idOfTemplate(ctx: Context, named: string | undefined, space: Space): Promise<string | undefined> {
  const name = named?.trim() ?? ''
  if (name === '') return undefined
  if (/^\d{1,15}$/.test(name)) {
    const placed = await requireTemplate(ctx, name).catch(absent)
    if (placed) return String(placed.row.id)
  }
  const { read } = ctx.app.database
  const key = foldName(name)
  const row = (await templateNamed(read, space.id, key)) ?? (await templateNamed(read, null, key))
  return row && String(row.id)
}

function absent(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
}
