import type { ImportedPlace } from '#features/comments/server/index.ts'
import type { ExportedComment, ExportedPlace } from '../package/exported.ts'
import { byAccounts, historyOf, type History } from './contents.ts'
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

/** Comments on a content with their texts and accounts; empty ones are left out. The report counts them. */
export async function readComments(
  run: ImportRun,
  comments: readonly ExportedComment[],
  where: string,
): Promise<ReadComment[]> {
  const { report } = run
  const read: ReadComment[] = []
  const leftOut = new Set<string>()
  for (const comment of comments) {
    const { id: sourceId, parentId } = comment
    const place = await placeOf(run, comment.place)
    const history = await historyOf(run, comment, where, 'Comments')
    countSources(run, comment)
    if (history.body.storage.trim() === '') {
      leftOut.add(sourceId)
      report.remark('An empty comment on "{{where}}" was left out', { where })
      report.skipped('Comments')
      reportLostComment(run, comment)
      continue
    }
    if (parentId !== undefined && leftOut.has(parentId))
      report.remark('An answer on "{{where}}" stands alone here, since the comment that it answers was left out', {
        where,
      })
    report.arrived('Comments')
    if (comment.place.isInline) report.arrived('Inline comments')
    const likes = await byAccounts(run, comment.likes, 'Likes')
    read.push({ sourceId, parentId, history, place, likes })
  }
  return read
}

/** Counts comments that are left out together with the file that they are on. */
export function leaveOutComments(run: ImportRun, comments: readonly ExportedComment[]): void {
  run.report.leaveOut('Comments left out, since they are on files that were left out: {{number}}', comments.length)
  for (const comment of comments) {
    run.report.drafts(comment.leftOut.drafts)
    countSources(run, comment)
    reportLostComment(run, comment)
  }
}

function countSources({ report }: ImportRun, { place }: ExportedComment): void {
  report.source('Comments')
  if (place.isInline) report.source('Inline comments')
}

/** Counts what is left out with a comment. */
function reportLostComment({ report }: ImportRun, { likes, place }: ExportedComment): void {
  if (place.isInline) report.skipped('Inline comments')
  report.source('Likes', likes.length)
  report.leaveOut('Likes left out, since they are on comments that were left out: {{number}}', likes.length)
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
