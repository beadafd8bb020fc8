import { parse, serialise } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { attachmentByName, relocateFile, type FileRelocation } from '#features/attachments/server/index.ts'
import { currentTexts } from '#features/content-core/server/read.ts'
import { rewriteWithin } from '#features/content-core/server/write.ts'
import { isSameDiagram, rewriteDiagrams } from '../macros-shared.ts'
import { isDiagramFile } from './files.ts'
import { lockShowing, moveUses, type UsedDiagram } from './references-store.ts'

/** Kind of the job that lets the texts show a diagram under its new name that the change itself left. */
export const FOLLOW_JOB = 'diagrams.follow'
/** Texts changed in the transaction of a rename; the rest follows in the background. */
const MOST_AT_ONCE = 2000
const BATCH = 200

interface Move {
  from: UsedDiagram
  to: UsedDiagram
}

/**
 * Moves or renames the pictures of a diagram with it, and updates all macros that show it.
 * @throws HttpError 400 when the name of a picture is taken
 */
export async function followDiagram(tx: WriteTransaction, ctx: Context, change: FileRelocation): Promise<void> {
  const { file, source, target, from } = change
  const move = { from: { ownerId: source.id, name: from }, to: { ownerId: target.id, name: file.title } }
  if (await isDiagramFile(ctx, file, file.version)) {
    for (const ending of ['.png', '.svg']) {
      const picture = await attachmentByName(tx.db, source.id, from + ending)
      if (picture) await relocateFile(tx, ctx, picture, { source, target, title: file.title + ending })
    }
  }
  let after: number | undefined = 0
  for (let done = 0; after !== undefined && done < MOST_AT_ONCE; done += BATCH)
    after = await changeBatch(tx, move, after)
  if (after === undefined) return
  await ctx.app.jobs.enqueue(
    {
      kind: FOLLOW_JOB,
      title: 'Updating the pages that show the diagram {{name}}',
      values: { name: file.title },
      ownerId: ctx.viewer.userId,
      input: { ...move, after },
    },
    tx,
  )
}

/** The work of {@link FOLLOW_JOB}. A changed text shows the old diagram no more, so repeating it changes nothing. */
export async function runFollow({ app, input, signal }: JobRun): Promise<void> {
  const { after: begin, ...move } = input as unknown as Move & { after: number }
  for (let after: number | undefined = begin; after !== undefined;) {
    signal.throwIfAborted()
    const last: number = after
    after = await app.database.transaction(tx => changeBatch(tx, move, last))
  }
}

/**
 * Lets the next texts show a diagram under its new name. They mean the same as before: they get no new version.
 * @returns id of the last one, after which the next batch begins; undefined when none is left
 */
async function changeBatch(tx: WriteTransaction, { from, to }: Move, after: number): Promise<number | undefined> {
  const meant = { ownerPageId: from.ownerId, name: from.name }
  const ids = await lockShowing(tx, from, { after, limit: BATCH })
  const texts = (await currentTexts(tx, ids)).flatMap(({ id, version, status, container_id, storage }) => {
    // The text of a draft is with who writes it.
    if (status === 'draft') return []
    const { document, changed } = rewriteDiagrams(parse(storage), container_id ?? id, reference =>
      isSameDiagram(reference, meant) ? { ...reference, ownerPageId: to.ownerId, name: to.name } : undefined,
    )
    return changed === 0 ? [] : { id, version, storage: serialise(document) }
  })
  await rewriteWithin(tx, texts)
  await moveUses(tx, ids, from, to)
  return ids.length < BATCH ? undefined : ids.at(-1)
}
