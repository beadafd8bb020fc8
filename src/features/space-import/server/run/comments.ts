import type { ImportedPlace } from '#features/comments/server/index.ts'
import type { ExportedComment, ExportedPlace } from '../package/exported.ts'
import { byAccounts, historyOf, UNKNOWN, type History } from './contents.ts'
import type { ImportRun } from './import-run.ts'

/** A comment of the export, ready to be stored. */
export interface ReadComment {
  sourceId: string
  /** Id in the export of the comment that it answers. */
  parentId: string | undefined
  history: History
  place: ImportedPlace
  likes: { accountId: number; at: number }[]
}

/** Comments on a content with their texts and accounts; empty ones are left out. */
export async function readComments(
  run: ImportRun,
  comments: readonly ExportedComment[],
  where: string,
): Promise<ReadComment[]> {
  const read: ReadComment[] = []
  for (const comment of comments) {
    const place = await placeOf(run, comment.place)
    const history = await historyOf(run, comment, where)
    if (history.body.storage.trim() === '') {
      run.report.remark('An empty comment on "{{where}}" was left out', { where })
      continue
    }
    const likes = await byAccounts(run, comment.likes, UNKNOWN.likes)
    read.push({ sourceId: comment.id, parentId: comment.parentId, history, place, likes })
  }
  return read
}

async function placeOf({ clock, people }: ImportRun, place: ExportedPlace): Promise<ImportedPlace> {
  const { isInline, markerRef, selection, status, resolvedBy, resolvedAt } = place
  const isDone = status === 'resolved' || status === 'dangling'
  return {
    location: isInline ? 'inline' : 'footer',
    marker_ref: markerRef,
    original_selection: selection,
    resolution: isDone || status === 'reopened' ? status : 'open',
    resolved_by: isDone ? ((await people.account(resolvedBy))?.id ?? null) : null,
    resolved_at: isDone ? (typeof resolvedAt === 'number' ? resolvedAt : clock.at(resolvedAt)) : null,
  }
}
