import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import type { EngineDialect, Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { currentFiles } from '#features/attachments/server/index.ts'
import { commentsById, isResolved, type CommentPart, type CommentWriter } from '#features/comments/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import type { ContentFacet } from '#features/content/server/index.ts'
import type { FilePart, Pin } from '../contract.ts'
import { MOST_PINS, previewKindOf } from '../shared.ts'
import { countOpenPins, insertPin, lastPinNumber, pinsOfComments } from './store.ts'

const FIELD = 'extensions.pin'
const fraction = z.number().min(0).max(1)
const sentPin = z.object({ version: z.int().positive(), x: fraction, y: fraction }).loose()
/** Fractions are stored to a millionth: finer than a pixel of any picture that is shown. */
const STEPS = 1_000_000

/** Stores `extensions.pin` of a comment: the point of a picture that it is about. */
export const pinWriter: CommentWriter = {
  async created(tx, comment, container, extensions) {
    const sent = extensions['pin'] ?? undefined
    if (sent === undefined) return
    const parsed = sentPin.safeParse(sent)
    if (!parsed.success)
      throw badRequest('is the version of the picture, and x and y as fractions of its width and height from 0 to 1', {
        field: FIELD,
        forPrograms: true,
      })
    if (comment.parent_id !== null)
      throw badRequest('this is an answer; only the comment that begins a thread has a pin', {
        field: FIELD,
        forPrograms: true,
      })
    await storePin(tx, comment, container, parsed.data)
  },
}

/** @throws HttpError 400 for what is no picture or has no such version, and for too many pins */
async function storePin(
  tx: WriteTransaction,
  comment: ContentRow,
  container: ContentRow,
  { version, x, y }: z.output<typeof sentPin>,
): Promise<void> {
  if (!(await isPictureFile(tx.db, tx.dialect, container)))
    throw badRequest('pins are set on pictures, and {{id}} is none', {
      field: FIELD,
      values: { id: container.id },
      forPrograms: true,
    })
  if (version > container.version)
    throw badRequest('there is no version {{version}} of this picture; its current one is {{current}}', {
      field: `${FIELD}.version`,
      values: { version, current: container.version },
      forPrograms: true,
    })
  if ((await countOpenPins(tx.db, container.id, version)) >= MOST_PINS)
    throw badRequest('A picture has at most {{most}} pins. Resolve or delete some of them first.', {
      values: { most: MOST_PINS },
    })
  await insertPin(tx, {
    comment_id: comment.id,
    file_id: container.id,
    version,
    number: (await lastPinNumber(tx.db, container.id)) + 1,
    x: Math.round(x * STEPS) / STEPS,
    y: Math.round(y * STEPS) / STEPS,
  })
}

async function isPictureFile(db: Queries, dialect: EngineDialect, row: ContentRow): Promise<boolean> {
  if (row.type !== 'attachment') return false
  const file = (await currentFiles(db, dialect, [row.id])).get(row.id)
  return file !== undefined && previewKindOf(file.media_type, row.title) === 'picture'
}

/** Pins of these comments, by comment. Answers have none. */
async function pinsByComment({ app }: Context, rows: readonly ContentRow[]): Promise<Map<number, Pin>> {
  const ids = rows.flatMap(row => (row.parent_id === null ? [row.id] : []))
  if (ids.length === 0) return new Map()
  const pins = await pinsOfComments(app.database, ids)
  return new Map(pins.map(({ comment_id: id, version, number, x, y }) => [id, { version, number, x, y }]))
}

/** The pin of a comment over REST. */
export const pinFacet: ContentFacet = {
  type: 'comment',
  async load(ctx, rows) {
    const pins = await pinsByComment(ctx, rows)
    return new Map([...pins].map(([id, pin]) => [id, { extensions: { pin } }]))
  },
}

/** Values of comments on a file in the previewer. */
export const filePart: CommentPart = {
  name: 'file',
  containers: ['attachment'],
  async load(ctx, rows) {
    const pins = await pinsByComment(ctx, rows)
    const comments = await commentsById(
      ctx,
      rows.map(row => row.id),
    )
    return new Map(
      comments.map((comment): [number, FilePart] => [
        comment.content_id,
        { isResolved: isResolved(comment), pin: pins.get(comment.content_id) ?? null },
      ]),
    )
  },
}
