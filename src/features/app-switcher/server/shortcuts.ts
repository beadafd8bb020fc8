import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { linksOfSpace, spacesOfEntity, type EntityLinkRow } from '#features/application-links/server/index.ts'
import { ENTITY_NAMES, ENTITY_TYPES, SPACE_ENTITY, type EntityType } from '#features/application-links/shared.ts'
import { allApplications } from '#features/linked-apps/server/index.ts'
import { requireSpace, spacePath, spacesById } from '#features/spaces/server/index.ts'
import type { Shortcut } from '../contract.ts'
import { shortcutsOf } from './store.ts'

/** Path of an entity, behind the address of its application. */
const PATHS: Readonly<Record<EntityType, string>> = {
  'confluence.space': '/display/',
  'jira.project': '/browse/',
  'bamboo.project': '/browse/',
  'stash.project': '/projects/',
}

/** Shortcuts added by administrators of a space. None for things of other applications. @throws HttpError 401, 404 */
export async function localShortcuts(ctx: Context, type: string, key: string): Promise<Shortcut[]> {
  if (type !== SPACE_ENTITY) return []
  const space = await requireSpace(ctx, key)
  const rows = await shortcutsOf(ctx.app.database.read, space.id)
  return rows.map(({ url, label, description }) => ({
    link: url,
    label,
    tooltip: url,
    description,
    self: false,
  }))
}

/**
 * Links of a space to other applications. For something of theirs, the spaces that are linked with it, as far as the
 * viewer may see them.
 * @throws HttpError 401, 404
 */
export async function remoteShortcuts(ctx: Context, type: string, key: string): Promise<Shortcut[]> {
  if (type !== SPACE_ENTITY) return spacesLinkedWith(ctx, type, key)
  const { read } = ctx.app.database
  const space = await requireSpace(ctx, key)
  const links = await linksOfSpace(read, space.id)
  const applications = new Map((await allApplications(read)).map(row => [row.id, row]))
  const { t } = readerOf(ctx)
  return links.flatMap(link => {
    const application = applications.get(link.application_id)
    if (!application) return []
    return [
      {
        link: addressOf(application.display_url, link),
        label: link.name,
        tooltip: application.name,
        description: t(ENTITY_NAMES[link.type_id]),
        self: false,
      },
    ]
  })
}

function addressOf(base: string, { type_id, entity_key }: EntityLinkRow): string {
  return `${base}${PATHS[type_id]}${encodeURIComponent(entity_key)}`
}

async function spacesLinkedWith(ctx: Context, text: string, key: string): Promise<Shortcut[]> {
  const { app } = ctx
  const type = ENTITY_TYPES.find(each => each === text)
  if (type === undefined) return []
  const spaces = await spacesById(app, await spacesOfEntity(ctx, type, key))
  return [...spaces.values()].map(space => ({
    link: `${app.baseUrl}${spacePath(space)}`,
    label: space.name,
    tooltip: space.name,
    description: '',
    self: true,
  }))
}
