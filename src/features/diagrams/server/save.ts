import { Readable } from 'node:stream'
import { fileTooLarge } from '#platform/server/blobs/files.ts'
import type { Context } from '#platform/server/context.ts'
import type { ErrorText } from '#platform/error-text.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, errorBody } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import {
  attachmentByName,
  currentFiles,
  maxAttachmentSize,
  newFile,
  requireTarget,
  type NewFile,
} from '#features/attachments/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { personView } from '#features/content/server/index.ts'
import type { BodyOf } from '#platform/contract.ts'
import type { saveDiagram } from '../contract.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import { DIAGRAM_TYPE, diagramNameProblem } from '../names.ts'
import { attachDiagramIn } from './attach.ts'
import { drawDocumentTask } from './drawing-tasks.ts'
import { drawnPictureOf, drawPng } from './pictures.ts'
import { readerOf } from './read.ts'

export interface SavedDiagram {
  attachmentId: string
  pageId: string
  name: string
  version: number
}

/** A concurrent save happened since the diagram was loaded. */
class Overtaken extends Error {
  override name = 'Overtaken'
  readonly row: ContentRow | undefined
  constructor(row: ContentRow | undefined) {
    super('the diagram was changed meanwhile')
    this.row = row
  }
}

/**
 * Stores a diagram and its SVG (`<name>`, `<name>.svg`) as attachments of a page, atomically; its PNG (`<name>.png`)
 * follows by a job. Another program's file is converted; the original remains as its earlier version.
 * @returns what was stored, or the answer 409 with who saved and when
 * @throws HttpError 400 for an invalid document or name; 403, 404; 413 for a file over the limit
 */
export async function storeDiagram(ctx: Context, input: BodyOf<typeof saveDiagram>): Promise<SavedDiagram | Answer> {
  const page = await requireTarget(ctx, input.pageId)
  const name = input.name.normalize('NFC')
  const current = await attachmentByName(ctx.app.database.read, page.id, name)
  if ((current?.version ?? 0) !== input.version) return overtaken(ctx, current)
  if (current) await requireSource(ctx, current)
  else {
    requireValidName(name)
    await requireFreePictures(ctx.app.database.read, page.id, name)
  }
  const files = await filesOfDiagram(ctx, name, input.document, input.comment)
  return attachNext(ctx, page.id, { name, version: input.version }, files)
}

/**
 * Attaches a diagram with its pictures as the versions that follow `version`, 0 for none.
 * @param files of {@link filesOfDiagram}
 * @param stored called in the transaction with the new version
 * @returns what was stored, or the answer 409 with who saved another version meanwhile, and when
 */
export async function attachNext(
  ctx: Context,
  pageId: number,
  { name, version }: { name: string; version: number },
  files: readonly NewFile[],
  stored?: (tx: WriteTransaction, row: ContentRow) => Promise<void>,
): Promise<SavedDiagram | Answer> {
  const requireLatest = async ({ db }: WriteTransaction) => {
    // A concurrent save may have happened while the SVG was drawn.
    const latest = await attachmentByName(db, pageId, name)
    if ((latest?.version ?? 0) !== version) throw new Overtaken(latest)
  }
  try {
    const [row] = await ctx.app.database.transaction(async tx => {
      const rows = await attachDiagramIn(tx, ctx, pageId, files, 'new-version', requireLatest)
      if (rows[0]) await stored?.(tx, rows[0])
      return rows
    })
    if (!row) throw new Error('The diagram was not stored')
    return { attachmentId: String(row.id), pageId: String(pageId), name: row.title, version: row.version }
  } catch (error) {
    if (error instanceof Overtaken) return overtaken(ctx, error.row)
    throw error
  }
}

/**
 * A diagram and its pictures as files of a page, attached to nothing yet: the diagram, its PNG, its SVG. The PNG is
 * missing where it was not drawn before.
 * @param document or its JSON
 * @param options.withPicture draws the PNG in any case: for programs that no user waits for
 * @throws HttpError 400 for an invalid document, with the path of the error; 413 for more than a file may have; 503
 *   when a picture is wanted and cannot be drawn
 */
export async function filesOfDiagram(
  ctx: Context,
  name: string,
  document: object | string,
  comment: string,
  { withPicture = false }: { withPicture?: boolean } = {},
): Promise<NewFile[]> {
  const { app } = ctx
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const drawn = await app.workers.run(drawDocumentTask, { text, baseUrl: app.baseUrl }, text.length, { lane: 'saves' })
  if ('problem' in drawn)
    throw badRequest('{{reason}}', { field: 'document', values: { reason: drawn.problem }, forPrograms: true })
  const bytes = Buffer.from(drawn.stored)
  requireSize(ctx, bytes.length)
  const png = withPicture ? await drawPng(drawn.drawing.svg, 1) : undefined
  const file = await storedFile(ctx, name, DIAGRAM_TYPE, bytes, comment)
  // It is read soon: by the search, by the job that draws the PNG, and by who sees the page.
  readerOf(app).remember(file.blob, drawn.drawing)
  const picture = png
    ? storedFile(ctx, `${name}.png`, 'image/png', png, comment)
    : drawnFile(ctx, file.blob, name, comment)
  return [
    file,
    ...[await picture].filter(one => one !== undefined),
    await storedFile(ctx, `${name}.svg`, 'image/svg+xml', Buffer.from(drawn.linkedSvg), comment),
  ]
}

/** The PNG of a diagram as a file, where it was drawn before. */
export async function drawnFile(
  ctx: Context,
  diagram: { sha256: string },
  name: string,
  comment: string,
): Promise<NewFile | undefined> {
  const blob = await drawnPictureOf(ctx.app, diagram)
  return blob && newFile(ctx, { blob, declaredType: 'image/png' }, { title: `${name}.png`, comment, minor: false })
}

/** @throws HttpError 413 for a diagram larger than a file may be; its pictures count for nothing */
export function requireSize({ app }: Context, size: number): void {
  const most = app.settings.get(maxAttachmentSize)
  if (size > most) throw fileTooLarge(most)
}

/** Puts the bytes of a file into the store, attached to nothing yet. */
export async function storedFile(
  ctx: Context,
  title: string,
  mediaType: string,
  bytes: Buffer,
  comment: string,
): Promise<NewFile> {
  const blob = await ctx.app.blobs.put(Readable.from([bytes]), { maxSize: LIMITS.bytes * 4 })
  return newFile(ctx, { blob, declaredType: mediaType }, { title, comment, minor: false })
}

/** Never overwrites a file that is no diagram. @throws HttpError 400 */
async function requireSource(ctx: Context, row: ContentRow): Promise<void> {
  const { read, dialect } = ctx.app.database
  const file = (await currentFiles(read, dialect, [row.id])).get(row.id)
  // A save may replace a damaged diagram.
  if (!file || file.media_type === DIAGRAM_TYPE || (await readerOf(ctx.app).read(file))) return
  throw badRequest('“{{title}}” is a file of this page that is no diagram; choose another name', {
    field: 'name',
    values: { title: row.title },
  })
}

/** @throws HttpError 400 for an invalid name of a new diagram */
export function requireValidName(name: string, field = 'name'): void {
  const problem = diagramNameProblem(name)
  if (problem !== undefined || name !== name.trim()) throw badRequest(problem ?? 'Invalid diagram name', { field })
}

/** @throws HttpError 400 where the pictures of a new diagram would replace other files */
export async function requireFreePictures(db: Queries, pageId: number, name: string, field = 'name'): Promise<void> {
  for (const title of [`${name}.png`, `${name}.svg`]) {
    if (await attachmentByName(db, pageId, title)) {
      throw badRequest(
        'the page has a file “{{title}}”, which the diagram’s picture would replace; choose another name',
        { field, values: { title } },
      )
    }
  }
}

/** The conflict with author, version and time, for the reader's decision. */
export async function overtaken(ctx: Context, row: ContentRow | undefined): Promise<Answer> {
  if (!row) return conflictAnswer({ key: 'The diagram was removed or renamed. Save it under a new name.' }, null)
  const account = (await accountsById(ctx.app, [row.updater_id])).get(row.updater_id ?? 0)
  const by = personView(ctx, account)
  const conflict = { version: row.version, at: isoTime(row.updated_at), by }
  return conflictAnswer(
    {
      key: '{{name}} saved version {{version}} of “{{title}}” at {{at}}. Load it, or save yours under another name.',
      values: { name: by?.displayName ?? 'Anonymous', version: row.version, title: row.title, at: conflict.at },
      forPrograms: true,
    },
    conflict,
  )
}

function conflictAnswer(text: ErrorText, conflict: unknown): Answer {
  return Answer.json({ ...errorBody({ status: 409, text }), conflict }, 409)
}
