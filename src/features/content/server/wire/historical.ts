import { accountsById } from '#features/accounts/server/index.ts'
import { versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import { isView, markdownOf, pageOf, renderStorage, viewFor } from '#features/content-core/server/render.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { expanded, type Expand } from '#platform/server/http/expand.ts'
import { bodyWire, versionWire } from './expansions.ts'
import { takeRendered } from './window.ts'
import { singleWire, type ContentWire, type Wire } from './wire.ts'

/**
 * One version of a content; all but the current one have the status `historical`.
 * @throws HttpError 404 when there is no such version
 */
export async function historicalWire(
  ctx: Context,
  row: ContentRow,
  number: number,
  expand: Expand,
): Promise<ContentWire> {
  const version = await versionOf(ctx.app.database.read, row.id, number)
  if (!version)
    throw notFound('No content found with id: ContentId{id={{id}}} and version {{number}}', {
      values: { id: row.id, number },
      forPrograms: true,
    })
  const people = await accountsById(ctx.app, [version.author_id])
  // A file's size, type and address are those of its version.
  const file = row.type === 'attachment' ? { version: number, updated_at: version.at } : {}
  const wire = await singleWire(ctx, { ...row, title: version.title, ...file }, expand)
  const body = expanded(expand, 'body')
  const spaceKey = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)?.key ?? ''
  const bodies: Wire = {}
  for (const name of body?.children.keys() ?? []) {
    if (name === 'storage' || name === 'editor') bodies[name] = bodyWire(row, name, version.storage)
    else if (name === 'markdown') {
      takeRendered(ctx, 1)
      const { markdown } = await markdownOf(ctx, version.storage, {
        id: row.container_id ?? row.id,
        spaceId: row.space_id,
      })
      bodies[name] = bodyWire(row, name, markdown)
    } else if (isView(name)) {
      takeRendered(ctx, 1)
      const { reader, mode } = await viewFor(ctx, name)
      const { html } = await renderStorage(
        reader,
        version.storage,
        { ...pageOf(row, spaceKey), title: version.title, version: number },
        mode,
        row.space_id,
      )
      bodies[name] = bodyWire(row, name, html)
    }
  }
  return {
    ...wire,
    status: number === row.version ? row.status : 'historical',
    ...(expanded(expand, 'version') ? { version: versionWire(ctx, row, version, people) } : {}),
    ...(body ? { body: { ...(wire['body'] as Wire), ...bodies } } : {}),
  }
}
