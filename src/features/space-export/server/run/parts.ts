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
export function labellings({ ids, people, labels }: ExportRun, parts: Parts, of: Reference): Written {
  const members: Reference[] = []
  let text = ''
  for (const row of parts.labels.get(Number(of.id)) ?? []) {
    const at = new Date(row.created_at)
    const label: Reference = { class: 'Label', id: row.id }
    const labelling = ids.next('Labelling')
    const owningUser = people.reference(row.prefix === 'my' ? row.owner_id : row.account_id)
    members.push(labelling)
    text += objectText(labelling, { label, content: of, owningUser, creationDate: at, lastModificationDate: at })
    if (labels.has(row.id)) continue
    labels.add(row.id)
    text += objectText(label, { name: row.name, namespace: row.prefix, creationDate: at, lastModificationDate: at })
  }
  return { members, text }
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
