import type { ImportedPlace } from '#features/comments/server/index.ts'
import { numberOf, referenceOf, textOf, type ExportObject } from '../package/objects.ts'
import { byAccounts, historyOf, personOf, propertiesOf, statusOf, type History } from './contents.ts'
import type { ImportRun } from './import-run.ts'
import { parentsFirst } from './parents-first.ts'

/** A comment of the export, ready to be stored. */
export interface ReadComment {
  sourceId: string
  /** Id in the export of the comment that it answers. */
  parentId: string | undefined
  history: History
  place: ImportedPlace
  likes: { accountId: number; at: number }[]
}

/** The comments on a content, each after the one that it answers. */
export async function commentsOn(run: ImportRun, containerId: string, where: string): Promise<ReadComment[]> {
  const present = new Map(
    run.export.objects
      .of('Comment', containerId)
      .filter(comment => statusOf(comment) === 'current')
      .map(comment => [comment.id, comment]),
  )
  const ordered = parentsFirst([...present.values()], comment => referenceOf(comment, 'parent')?.id)
  const read: ReadComment[] = []
  const places = new Map<string, ImportedPlace>()
  for (const comment of ordered) {
    const parentId = referenceOf(comment, 'parent')?.id
    const above = parentId === undefined ? undefined : places.get(parentId)
    const place = above ?? (await placeOf(run, comment))
    places.set(comment.id, place)
    const history = await historyOf(run, comment, where)
    if (history.body.storage.trim() === '') {
      run.report.remark('An empty comment on "{{where}}" was left out', { where })
      continue
    }
    const likes = await byAccounts(run, run.export.objects.of('LikeEntity', comment.id), 'user')
    read.push({ sourceId: comment.id, parentId: above && parentId, history, place, likes })
  }
  return read
}

async function placeOf(run: ImportRun, comment: ExportObject): Promise<ImportedPlace> {
  const properties = propertiesOf(run, comment)
  const text = (name: string) => {
    const property = properties.get(name)
    return property && textOf(property, 'stringValue')
  }
  const markerRef = text('inline-marker-ref') ?? null
  const status = text('status')
  const isDone = status === 'resolved' || status === 'dangling'
  const modifier = text('status-lastmodifier')
  const change = properties.get('status-lastmoddate')
  const changedAt = change && numberOf(change, 'longValue')
  return {
    location: text('inline-comment') === 'true' || markerRef !== null ? 'inline' : 'footer',
    marker_ref: markerRef,
    original_selection: text('inline-original-selection') ?? null,
    resolution: status === 'resolved' || status === 'dangling' || status === 'reopened' ? status : 'open',
    resolved_by: isDone
      ? ((modifier === undefined
          ? await personOf(run, comment, 'lastModifier')
          : await run.people.account({ userKey: modifier })
        )?.id ?? null)
      : null,
    resolved_at: isDone ? (changedAt ?? run.clock.of(comment, 'lastModificationDate')) : null,
  }
}
