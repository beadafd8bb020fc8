import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { accountsById, contextOfAccount, contextOfVisitor } from '#features/accounts/server/index.ts'
import {
  attachFiles,
  attachFilesIn,
  attachmentByName,
  fileVersion,
  newFile,
  type AskedFile,
  type FileBytes,
  type NewFile,
} from '#features/attachments/server/index.ts'
import { contentById, type ContentRow } from '#features/content-core/server/read.ts'
import { DIAGRAM_TYPE } from '../names.ts'
import { isUndrawable, pictureOf } from './pictures.ts'

const PNG = '.png'

export const PICTURE_JOB = 'diagrams.attach-picture'

/** Older versions of a picture that are caught up with, so that its versions have the numbers of the diagram's. */
const MOST_MISSING = 20

/** Input of {@link PICTURE_JOB}. */
interface PictureOrder {
  attachmentId: number
  version: number
}

/**
 * Attaches the files of a diagram to a page. The PNG is attached soon after by a job where it is not among them, since
 * drawing it may take long.
 * @param files of {@link filesOfDiagram} or {@link copiedFiles}, the diagram itself first
 * @returns the attachments in the order of the files
 */
export async function attachDiagramIn(
  tx: WriteTransaction,
  ctx: Context,
  pageId: number,
  files: readonly NewFile[],
  ...how: [whenTaken: 'refuse' | 'new-version', check: (tx: WriteTransaction) => Promise<void>]
): Promise<ContentRow[]> {
  const [file] = files
  if (!file) return []
  const picture = pictureNameOf(file)
  const isDrawn = files.some(({ title }) => title === picture) && !(await isBehind(tx, pageId, file.title))
  const attached = files.filter(({ title }) => isDrawn || title !== picture)
  const rows = await attachFilesIn(tx, ctx, pageId, attached, ...how)
  const [diagram] = rows
  if (diagram && !isDrawn) await queuePicture(tx, ctx, diagram)
  return rows
}

async function queuePicture(tx: WriteTransaction, ctx: Context, diagram: ContentRow): Promise<void> {
  const input: PictureOrder = { attachmentId: diagram.id, version: diagram.version }
  await ctx.app.jobs.enqueue(
    {
      kind: PICTURE_JOB,
      title: 'Drawing the picture of {{name}}',
      values: { name: diagram.title },
      ownerId: null,
      chargedTo: ctx.viewer.userId,
      input: { ...input },
    },
    tx,
  )
}

/** Whether pictures of older versions of a diagram are still to be attached, which have to go first. */
async function isBehind({ db }: WriteTransaction, pageId: number, name: string): Promise<boolean> {
  const diagram = await attachmentByName(db, pageId, name)
  const picture = await attachmentByName(db, pageId, pictureNameOf({ title: name }))
  return (picture?.version ?? 0) < (diagram?.version ?? 0)
}

function pictureNameOf({ title }: { title: string }): string {
  return `${title}${PNG}`
}

/**
 * The work of {@link PICTURE_JOB}: attaches the picture of a version of a diagram, and those before it that are
 * missing. Repeating it changes nothing. A picture that cannot be drawn is left out; screens draw it on demand.
 */
export async function attachPicture({ app, input, signal }: JobRun): Promise<void> {
  const { attachmentId, version } = input as unknown as PictureOrder
  const missing = version - (await versionOfPicture(app, attachmentId))
  const first = missing > 0 && missing <= MOST_MISSING ? version - missing + 1 : version
  for (let number = first; number <= version; number++) {
    signal.throwIfAborted()
    await attachVersion(app, attachmentId, number)
  }
}

/** Number of the newest version of a diagram's picture; 0 without one. */
async function versionOfPicture({ database: { read } }: App, diagramId: number): Promise<number> {
  const diagram = await contentById(read, diagramId)
  if (!diagram || diagram.container_id === null) return 0
  return (await attachmentByName(read, diagram.container_id, pictureNameOf(diagram)))?.version ?? 0
}

/**
 * Attaches the picture of one version of a diagram, unless it is there or the diagram is gone.
 * @throws Error when the diagram is moved or renamed meanwhile
 */
async function attachVersion(app: App, attachmentId: number, number: number): Promise<void> {
  const diagram = await contentById(app.database.read, attachmentId)
  const file = await fileVersion(app.database.read, attachmentId, number)
  if (!diagram || diagram.container_id === null || diagram.status === 'trashed' || !file) return
  try {
    const blob = await pictureOf(app, file, { scale: 1, accountId: file.author_id })
    const about = { title: pictureNameOf(diagram), comment: file.comment, minor: false }
    const ctx = await contextOfAuthor(app, file.author_id)
    const picture = await newFile(ctx, { blob, declaredType: 'image/png' }, about)
    await attachFiles(ctx, diagram.container_id, [picture], 'new-version', tx =>
      requireMissing(tx, diagram, number, picture),
    )
  } catch (error) {
    if (error instanceof NotMissing) return
    // Older versions may be files of other programs; the page may be gone.
    if (!isUndrawable(error) && !isNotFound(error)) throw error
    app.log.warn({ attachment: attachmentId, version: number, err: error }, 'a diagram has no picture')
  }
}

/** The picture of a version of a diagram before its job has attached it, drawn now. */
export async function latePicture(
  ctx: Context,
  page: ContentRow,
  { name, version }: AskedFile,
): Promise<FileBytes | undefined> {
  const { app, viewer } = ctx
  const diagram = name.endsWith(PNG)
    ? await attachmentByName(app.database.read, page.id, name.slice(0, -PNG.length))
    : undefined
  const file = diagram && (await fileVersion(app.database.read, diagram.id, version ?? diagram.version))
  // Pictures of other programs' diagrams are files like any other.
  if (file?.media_type !== DIAGRAM_TYPE) return undefined
  try {
    const blob = await pictureOf(app, file, { scale: 1, accountId: viewer.userId })
    return { ...blob, media_type: 'image/png', at: file.at }
  } catch (error) {
    if (isUndrawable(error)) return undefined
    throw error
  }
}

async function contextOfAuthor(app: App, id: number | null): Promise<Context> {
  const account = (await accountsById(app, [id])).get(id ?? 0)
  return account ? contextOfAccount(app, account) : contextOfVisitor(app)
}

function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404
}

/** The picture need not be attached. */
class NotMissing extends Error {
  override name = 'NotMissing'
}

/**
 * Refuses to attach the picture of a version.
 * @throws NotMissing when it is there, a newer one is, or its name is another file's
 */
async function requireMissing(
  { db }: WriteTransaction,
  { id, container_id, title }: ContentRow,
  number: number,
  picture: NewFile,
): Promise<void> {
  const diagram = await contentById(db, id)
  if (!diagram || diagram.status === 'trashed') throw new NotMissing('the diagram is gone')
  if (diagram.container_id !== container_id || diagram.title !== title) throw new Error('the diagram was moved')
  const there = await attachmentByName(db, container_id ?? 0, picture.title)
  if (!there || there.version < number) return
  const versions = [await fileVersion(db, there.id, number), await fileVersion(db, there.id, there.version)]
  const isSame = versions.some(version => version?.sha256 === picture.blob.sha256)
  // The first picture replaces no file, and an older one no newer one.
  if (isSame || number === 1 || number < diagram.version) throw new NotMissing('the picture is there')
}
