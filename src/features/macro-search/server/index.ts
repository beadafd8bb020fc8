import { sql } from 'kysely'
import { z } from 'zod'
import { parse, StorageSyntaxError } from '#language/index.ts'
import type { App, ServerFeature } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { macroKey, storeMacros } from '#features/content/server/index.ts'
import { cqlFields } from '#features/search/server/index.ts'

const READ_JOB = 'macro-search.read'
/** Texts read in one transaction. */
const BATCH = 100
/** Set by the migration of a wiki that has pages, whose macros nobody has read yet. */
const unread = setting('macro-search.unread', z.boolean(), false)

/** `macro = gliffy` of CQL: pages, posts and comments by the macros in their current text. */
export const macroSearchFeature: ServerFeature = {
  name: 'macro-search',
  register(app) {
    app.extensions.add(cqlFields, {
      field: 'macro',
      entity: 'content',
      compile(_ctx, predicate) {
        const names = predicate.kind === 'strings' ? predicate.values.map(macroKey) : []
        if (names.length === 0) return sql`1 = 0`
        return sql`content.id in (select content_macro.content_id from content_macro where content_macro.name in (${sql.join(names)}))`
      },
    })
    app.jobs.define({ kind: READ_JOB, run: readMacros })
  },
  async start(app) {
    if (app.settings.get(unread)) await app.jobs.enqueue({ kind: READ_JOB, title: 'Reading which macros pages use', ownerId: null })
  },
}

/** Reads the macros of every text that was written before they were kept. Repeating it changes nothing. */
async function readMacros({ app, signal, progress }: JobRun): Promise<void> {
  const { total } = await app.database.read.selectFrom('content').select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  let done = 0
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const ids = await app.database.transaction(tx => readBatch(app, tx, after))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    done += ids.length
    await progress(Math.min(99, Math.floor((done / Number(total)) * 100)))
  }
  await app.database.transaction(tx => app.settings.set(tx, unread, false, null))
}

async function readBatch(app: App, tx: WriteTransaction, after: number): Promise<number[]> {
  let rows = tx.db.selectFrom('content').select(['id']).where('id', '>', after).where('type', '<>', 'attachment').orderBy('id').limit(BATCH)
  // Whoever publishes one of these meanwhile holds its row and stores the macros of the newer text.
  if (tx.engine === 'postgres') rows = rows.forUpdate()
  const ids = (await rows.execute()).map(row => row.id)
  const texts = await tx.db.selectFrom('content').innerJoin('content_version', join => join
    .onRef('content_version.content_id', '=', 'content.id').onRef('content_version.number', '=', 'content.version'))
    .select(['content.id', 'content_version.storage']).where('content.id', 'in', tx.dialect.inIntegers(ids)).execute()
  for (const { id, storage } of texts) {
    try {
      await storeMacros(tx, id, parse(storage))
    } catch (error) {
      if (!(error instanceof StorageSyntaxError)) throw error
      app.log.warn({ contentId: id, err: error }, 'the macros of a text that cannot be read are not known')
    }
  }
  return ids
}
