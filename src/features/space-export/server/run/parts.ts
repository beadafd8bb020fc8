import { groupsById } from '#features/accounts/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { objectText, type Reference } from '../package/objects.ts'
import { containedIn } from '../store/contents.ts'
import { commentPlaces, labelsOn, likesOn, propertiesOn, restrictionsOn, savedOn, watchesOn } from '../store/parts.ts'
import type { ExportRun } from './run.ts'

type On<T> = ReadonlyMap<number, T>

/** Data that hang on a portion of pages and posts, by the content that they are on. */
export interface Parts {
  readonly files: On<ContentRow[]>
  readonly comments: On<ContentRow[]>
  readonly places: On<Awaited<ReturnType<typeof commentPlaces>>[number]>
  readonly labels: On<Awaited<ReturnType<typeof labelsOn>>>
  readonly likes: On<Awaited<ReturnType<typeof likesOn>>>
  readonly watches: On<Awaited<ReturnType<typeof watchesOn>>>
  readonly saved: On<Awaited<ReturnType<typeof savedOn>>>
  readonly properties: On<Awaited<ReturnType<typeof propertiesOn>>>
  readonly restrictions: On<Awaited<ReturnType<typeof restrictionsOn>>>
  /** Names of the groups of the restrictions. */
  readonly groups: On<string>
}

/** Reads it, and who has a part in it. */
export async function partsOf(run: ExportRun, rows: readonly ContentRow[]): Promise<Parts> {
  const { ctx, options, people, highest, hasRights } = run
  const pages = rows.map(row => row.id)
  const files = await containedIn(ctx, 'attachment', pages, highest)
  const fileIds = files.map(file => file.id)
  const comments = options.comments ? await containedIn(ctx, 'comment', [...pages, ...fileIds], highest) : []
  const commentIds = comments.map(comment => comment.id)
  const places = await commentPlaces(ctx, commentIds)
  const labels = await labelsOn(ctx, [...pages, ...fileIds], run.personalOf)
  const likes = await likesOn(ctx, [...pages, ...commentIds])
  const watches = options.rights ? await watchesOn(ctx, pages, run.watchesOf) : []
  const saved = options.rights ? await savedOn(ctx, pages, run.personalOf) : []
  const restrictions = hasRights ? await restrictionsOn(ctx, pages) : []
  await people.know([
    ...[...rows, ...files, ...comments].map(row => row.creator_id),
    ...labels.flatMap(({ account_id, owner_id }) => [account_id, owner_id]),
    ...places.map(place => place.resolved_by),
    ...[...likes, ...watches, ...saved, ...restrictions].map(of => of.account_id),
  ])
  const groups = await groupsById(
    ctx.app,
    restrictions.flatMap(({ group_id }) => group_id ?? []),
  )
  return {
    files: Map.groupBy(files, file => file.container_id ?? 0),
    comments: Map.groupBy(comments, comment => comment.container_id ?? 0),
    places: new Map(places.map(place => [place.content_id, place])),
    labels: byContent(labels),
    likes: byContent(likes),
    watches: byContent(watches),
    saved: byContent(saved),
    properties: byContent(await propertiesOn(ctx, pages)),
    restrictions: byContent(restrictions),
    groups: new Map([...groups].map(([id, { name }]) => [id, name])),
  }
}

function byContent<T extends { content_id: number }>(rows: readonly T[]): Map<number, T[]> {
  return Map.groupBy(rows, row => row.content_id)
}

/** An object of an export with those that belong to it. */
export interface Written {
  readonly members: readonly Reference[]
  readonly text: string
}

/** The labels of a content. Each label is written with the first content that has it. */
export function labellings(run: ExportRun, parts: Parts, of: Reference): Written {
  const members: Reference[] = []
  let text = ''
  for (const row of parts.labels.get(Number(of.id)) ?? []) {
    const owner = row.prefix === 'my' ? row.owner_id : row.account_id
    const written = labelling(run, row, { content: of, owningUser: run.people.reference(owner) })
    members.push(...written.members)
    text += written.text
  }
  return { members, text }
}

/** A label as it is written. */
interface WrittenLabel {
  id: number
  name: string
  prefix: string
  /** Epoch milliseconds. */
  created_at: number
}

/** Gives a label to something, and writes the label itself unless it is written. */
export function labelling(
  { ids, labels }: Pick<ExportRun, 'ids' | 'labels'>,
  { id, name, prefix, created_at }: WrittenLabel,
  to: Parameters<typeof objectText>[1],
): Written {
  const at = new Date(created_at)
  const times = { creationDate: at, lastModificationDate: at }
  const label: Reference = { class: 'Label', id }
  const self = ids.next('Labelling')
  let text = objectText(self, { label, ...to, ...times })
  if (!labels.has(id)) text += objectText(label, { name, namespace: prefix, ...times })
  labels.add(id)
  return { members: [self], text }
}

/** The likes of a content; those of accounts that are gone are left out. */
export function likes({ ids, people }: ExportRun, parts: Parts, of: Reference): string {
  return (parts.likes.get(Number(of.id)) ?? [])
    .map(({ account_id, at }) => {
      const user = people.reference(account_id)
      return user ? objectText(ids.next('LikeEntity'), { content: of, user, creationDate: new Date(at) }) : ''
    })
    .join('')
}
