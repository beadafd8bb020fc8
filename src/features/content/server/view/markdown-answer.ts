import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { contentPath, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import { markdownOf } from '#features/content-core/server/render.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { wireId } from '../wire/wire.ts'

/**
 * A page as a file of Markdown: its facts between two lines of dashes, then the same text as `body.markdown`.
 * @param number of an older version
 * @throws HttpError 404 if there is no such version
 */
export async function markdownAnswer(ctx: Context, row: ContentRow, number = row.version): Promise<Answer> {
  const version = await versionOf(ctx.app.database.read, row.id, number)
  if (!version)
    throw notFound('No content found with id: ContentId{id={{id}}} and version {{number}}', {
      values: { id: row.id, number },
      forPrograms: true,
    })
  const spaceKey = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)?.key ?? ''
  const owner = { id: row.container_id ?? row.id, spaceId: row.space_id }
  const { markdown } = await markdownOf(ctx, version.storage, owner)
  const facts = {
    id: wireId(row),
    type: row.type,
    title: version.title,
    space: spaceKey,
    version: number,
    url: ctx.app.baseUrl + contentPath(row, spaceKey),
  }
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const headers = {
    'content-type': 'text/markdown;charset=UTF-8',
    vary: 'Accept',
    'cache-control': 'private, no-cache',
  }
  return new Answer(200, headers, `---\n${lines.join('\n')}\n---\n\n${markdown}\n`)
}
