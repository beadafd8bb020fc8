import { referenceKey, type Reference, type RenderPage, type ResolvedAttachment } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { addSources, madeFrom, type Source } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import type { ReferenceResolver, WikiHost } from '#features/content-core/server/render.ts'
import { fileNameOf } from '../model/file-names.ts'
import { niceType } from '../model/media-types.ts'
import { downloadPath, thumbnailPath } from '../model/paths.ts'
import { hasThumbnail } from '../model/pictures.ts'
import { currentVersionsOf, filesNamed, guardsOf } from '../store.ts'

type AttachmentReference = Extract<Reference, { kind: 'attachment' }>
interface Holder {
  id: number
  version: number | undefined
}

/** Counts unresolved comments on files, by file id. Files without any may be left out. */
export type UnresolvedCounter = (ctx: Context, fileIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
export const unresolvedComments = extensionPoint<UnresolvedCounter>('attachments.unresolved-comments')

/** Finds the files that a page shows or links: its own, and those of pages named by title or id. */
export const attachmentResolver: ReferenceResolver = {
  kind: 'attachment',
  async resolve(ctx, references, page, host) {
    const mine = references.filter(reference => reference.kind === 'attachment')
    const holders = await findHolders(ctx, mine, page, host)
    const wanted = mine.flatMap(reference => {
      const holder = holders.get(reference)
      return holder ? [{ reference, holder, name: fileNameOf(reference.filename) }] : []
    })
    const files = await findFiles(ctx, wanted)
    const comments = await countUnresolved(
      ctx,
      [...files.values()].map(file => file.id),
    )
    return new Map(
      wanted.flatMap(({ reference, holder, name }) => {
        const file = files.get(`${holder.id}/${name}`)
        return file ? [[referenceKey(reference), resolved(file, holder, comments)]] : []
      }),
    )
  },
}

async function findHolders(
  ctx: Context,
  references: readonly AttachmentReference[],
  page: RenderPage,
  host: WikiHost,
): Promise<Map<AttachmentReference, Holder>> {
  const containers = references.flatMap(reference => reference.container ?? [])
  const titled = await host.findTitled(
    containers.filter(container => container.kind !== 'content-entity'),
    page,
  )
  const byId = await foreignPages(
    ctx,
    containers.flatMap(container => (container.kind === 'content-entity' ? Number(container.id) : [])),
    host,
  )
  const own: Holder | undefined = Number(page.id) > 0 ? { id: Number(page.id), version: page.version } : undefined
  const found = new Map<AttachmentReference, Holder>()
  for (const reference of references) {
    const { container } = reference
    const holder = !container
      ? own
      : container.kind === 'content-entity'
        ? byId.get(Number(container.id))
        : titled.get(referenceKey(container))
    if (holder) found.set(reference, { id: holder.id, version: holder.version })
  }
  return found
}

/** Pages by id that the viewer may see; noted whether they may or not, since the HTML depends on it. */
async function foreignPages(ctx: Context, ids: readonly number[], host: WikiHost): Promise<Map<number, Holder>> {
  const wanted = [...new Set(ids.filter(id => Number.isSafeInteger(id)))]
  if (wanted.length === 0) return new Map()
  const [guards, rows] = await madeFrom(
    wanted.map((id): Source => `page ${id}`),
    async () => [await guardsOf(ctx.app.database, wanted), await currentVersionsOf(ctx, wanted)],
  )
  for (const row of guards) host.note(row)
  // One that is not there may come into any space.
  if (guards.length < wanted.length) addSources('everything')
  return new Map(rows.map(row => [row.id, row]))
}

type FileRow = Awaited<ReturnType<typeof filesNamed>>[number]

async function findFiles(
  ctx: Context,
  wanted: readonly { holder: Holder; name: string }[],
): Promise<Map<string, FileRow>> {
  if (wanted.length === 0) return new Map()
  const holderIds = [...new Set(wanted.map(({ holder }) => holder.id))]
  const names = [...new Set(wanted.map(({ name }) => titleKey(name)))]
  const rows = await madeFrom(
    holderIds.map((id): Source => `page ${id}`),
    () => filesNamed(ctx, holderIds, names),
  )
  return new Map(rows.map(row => [`${row.container_id}/${row.title}`, row]))
}

async function countUnresolved(ctx: Context, fileIds: readonly number[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const ofFiles = fileIds.map((id): Source => `page ${id}`)
  for (const countOf of ctx.app.extensions.all(unresolvedComments))
    for (const [id, count] of await madeFrom(ofFiles, () => countOf(ctx, fileIds)))
      counts.set(id, (counts.get(id) ?? 0) + count)
  return counts
}

function resolved(file: FileRow, holder: Holder, comments: ReadonlyMap<number, number>): ResolvedAttachment {
  return {
    kind: 'attachment',
    id: String(file.id),
    version: file.version,
    filename: file.title,
    mediaType: file.media_type,
    niceType: niceType(file.media_type),
    url: downloadPath(file),
    containerId: String(holder.id),
    unresolvedComments: comments.get(file.id) ?? 0,
    ...(holder.version === undefined ? {} : { containerVersion: holder.version }),
    ...(file.width === null || file.height === null ? {} : { width: file.width, height: file.height }),
    ...(hasThumbnail(file) ? { thumbnailUrl: thumbnailPath(file) } : {}),
  }
}
