import type { App } from '#platform/server/app.ts'
import { firstBytes } from '#platform/server/blobs/first-bytes.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobKind } from '#platform/server/jobs.ts'
import type { SearchableText } from '#features/search/server/index.ts'
import { previewKindOf } from '../shared.ts'
import { ConvertError } from './converter/pool.ts'
import { isRead, LIMITS, type ReadKind } from './converter/protocol.ts'
import { converterOf } from './service.ts'
import { storeWords, unreadFiles, wordsOfFiles, type UnreadFile } from './store.ts'

const READ_WORDS = 'previews.read-words'

/** The words of files, as they were read after the upload. */
export const fileWords: SearchableText = {
  type: 'attachment',
  load: async (db, ids) => new Map((await wordsOfFiles(db, ids)).map(row => [row.content_id, row.words])),
}

/** Queues the reading of files whose current bytes were not read yet. */
export async function readLater(app: App, tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  for (const file of await unreadFiles(tx.db, tx.dialect, ids)) {
    if (kindOf(file) === undefined) continue
    await app.jobs.enqueue(
      {
        kind: READ_WORDS,
        title: 'Reading the words of {{name}}',
        values: { name: file.title },
        ownerId: null,
        chargedTo: file.updater_id,
        input: { id: file.id },
      },
      tx,
    )
  }
}

function kindOf({ media_type: mediaType, title }: UnreadFile): ReadKind | undefined {
  const kind = previewKindOf(mediaType, title)
  return kind !== undefined && isRead(kind) ? kind : undefined
}

/** Reads the words of a file and has it indexed. A file that cannot be read is logged once and not tried again. */
export const readWordsJob: JobKind = {
  kind: READ_WORDS,
  class: 'files',
  async run({ app, input }) {
    const { read, dialect } = app.database
    const [file] = await unreadFiles(read, dialect, [Number(input['id'])])
    const kind = file && kindOf(file)
    if (!file || kind === undefined) return
    const words = await wordsOf(app, file, kind)
    await app.database.transaction(async tx => {
      await storeWords(tx, { content_id: file.id, source: file.sha256, words })
      if (words !== '')
        tx.append({ kind: 'attachment.read', actorId: null, spaceId: file.space_id, contentId: file.id, data: {} })
    })
  },
}

/** The words; empty for a file that cannot be read. */
async function wordsOf(app: App, file: UnreadFile, kind: ReadKind): Promise<string> {
  const isCut = kind === 'text' && file.size > LIMITS.text
  const most = kind === 'text' ? LIMITS.text : kind === 'pdf' ? LIMITS.pdf : LIMITS.source
  try {
    if (file.size > most && !isCut) throw new ConvertError(`it has more than ${most} bytes`)
    const read = () => firstBytes(app.blobs, file.sha256, Math.min(file.size, most))
    const result = await converterOf(app).convert({ task: 'text', kind, name: file.title, read, isCut })
    return result.kind === 'words' ? result.text : ''
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    app.log.warn({ attachment: file.id, reason: error.message }, 'the words of a file cannot be read')
    return ''
  }
}
