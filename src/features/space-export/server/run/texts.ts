import type { ContentRow, ContentVersionRow } from '#features/content-core/server/read.ts'
import { objectText, type Reference, type Value } from '../package/objects.ts'
import { versionsAfter } from '../store/contents.ts'
import type { ExportRun } from './run.ts'

/** Versions whose texts are held at a time. */
const PORTION = 10
const STORAGE_FORMAT = 2

type Fields = Readonly<Record<string, Value>>

/**
 * A page, post or comment with all its versions, the oldest first: each with its text, the former ones referring to the
 * content.
 * @param fields what the current version has beyond that
 * @param inEach what every version has
 */
export async function* versionsOf(
  run: ExportRun,
  of: Reference,
  row: ContentRow,
  { fields, inEach }: { fields: Fields; inEach: Fields },
): AsyncGenerator<string> {
  const former: Reference[] = []
  for (let after = 0; after < row.version;) {
    const versions = await versionsAfter(run.ctx.app.database.read, row.id, {
      after,
      last: row.version,
      limit: PORTION,
    })
    await run.people.know(versions.map(version => version.author_id))
    for (const version of versions) {
      const isCurrent = version.number === row.version
      const self = isCurrent ? of : run.ids.next(of.class)
      if (!isCurrent) former.push(self)
      const body = run.ids.next('BodyContent')
      yield objectText(self, {
        ...inEach,
        ...(isCurrent ? { ...fields, historicalVersions: former, originalVersionId: null } : { originalVersion: of }),
        ...versionFields(run, row, version),
        bodyContents: [body],
      })
      yield bodyText(body, self, version.storage, STORAGE_FORMAT)
      run.people.mentionedIn(version.storage)
    }
    const last = versions.at(-1)
    if (!last) return
    after = last.number
  }
}

/** The text of a content. @param type 1 plain text, 2 storage format */
export function bodyText(body: Reference, content: Reference, text: string, type: number): string {
  return objectText(body, { body: text, content, bodyType: type })
}

/** Author, time and title of a version. */
export function versionFields(
  { people }: ExportRun,
  row: Pick<ContentRow, 'creator_id' | 'created_at' | 'type'>,
  version: Pick<ContentVersionRow, 'number' | 'author_id' | 'at' | 'message' | 'title'>,
): Fields {
  const title = row.type === 'comment' ? null : version.title
  return {
    title,
    lowerTitle: title?.toLowerCase() ?? null,
    version: version.number,
    creator: people.reference(row.creator_id),
    creationDate: new Date(row.created_at),
    lastModifier: people.reference(version.author_id),
    lastModificationDate: new Date(version.at),
    versionComment: version.message,
    contentStatus: 'current',
  }
}
