import { isoTime } from '#platform/wire.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { kindNamed, sentenceOf, type NotificationKind } from '../kinds.ts'
import { beginningsOf } from '../beginnings.ts'
import { placeOf, shownTo } from '../store.ts'

/** A line of a mail: one thing that happened, or all changes of a page by one user. */
export interface Line {
  readonly kind: NotificationKind
  /** ISO 8601. */
  readonly at: string
  readonly sentence: string
  /** Path of the exact place. */
  readonly url: string
  /** The comment or text; of a long one, the beginning. */
  readonly text: string
  /** The first and the last version that were written, of a page or post. */
  readonly versions: readonly [first: number, last: number] | undefined
  readonly pageId: number
  /** Title of the page or post, also where it happened to one of its files. */
  readonly pageTitle: string
  readonly space: { readonly id: number; readonly key: string; readonly name: string }
}

/** Notifications that are read for a mail; further ones are in the list of the wiki. */
const MOST_ROWS = 1000
/** Most lines of a mail; further ones are in the list of the wiki. */
const MOST_LINES = 50

/**
 * The lines of a claimed mail: what its receiver may see now, of kinds that they still want mail of, oldest first.
 * @param ctx of the receiver
 */
export async function linesOf(ctx: Context, mailId: string): Promise<Line[]> {
  const { app } = ctx
  const found = await shownTo(ctx)
    .innerJoin('notification_mail as mail', 'mail.notification_id', 'notification.id')
    .leftJoin('notification_choice as choice', join =>
      join.onRef('choice.account_id', '=', 'notification.account_id').onRef('choice.kind', '=', 'notification.kind'),
    )
    .where('mail.mail_id', '=', mailId)
    .where(eb => eb.or([eb('choice.mail', 'is', null), eb('choice.mail', '<>', 'never')]))
    .innerJoin('space', 'space.id', 'content.space_id')
    .leftJoin('content as holder', 'holder.id', 'content.container_id')
    .leftJoin('content as page', 'page.id', 'mail.page_id')
    .selectAll('content')
    .select(['notification.kind', 'notification.at', 'notification.actor_id'])
    .select(['mail.version as written', 'mail.note', 'mail.page_id'])
    .select(['holder.title as holder_title', 'page.title as page_title'])
    .select(['space.key as space_key', 'space.name as space_name'])
    // Jobs that run at once write what they notify of in any order.
    .orderBy('notification.at')
    .orderBy('notification.id')
    .limit(MOST_ROWS)
    .execute()
  const rows = folded(found).slice(0, MOST_LINES)
  const people = await accountsById(
    app,
    rows.map(row => row.actor_id),
  )
  const texts = await beginningsOf(
    app,
    rows.filter(
      row => row.versions === undefined && row.note === null && (row.type === 'comment' || row.kind === 'created'),
    ),
  )
  const { t } = readerOf(ctx)
  return rows.map(row => {
    const kind = kindNamed(app, row.kind)
    const name = people.get(row.actor_id ?? 0)?.display_name
    return {
      kind,
      at: isoTime(row.at),
      sentence: sentenceOf(t, kind, name, row.holder_title ?? row.title),
      url: placeOf(kind, row, row.space_key),
      text: row.note ?? texts.get(row.id) ?? '',
      versions: row.versions,
      pageId: row.page_id,
      pageTitle: row.page_title ?? row.title,
      space: { id: row.space_id, key: row.space_key, name: row.space_name },
    }
  })
}

interface Row {
  readonly id: number
  readonly kind: string
  readonly actor_id: number | null
  readonly written: number | null
}

/** Rows with the changes of a page by one user as one, which stands where the last of them does. */
function folded<R extends Row>(rows: readonly R[]): (R & Pick<Line, 'versions'>)[] {
  const byKey = new Map<string, R & Pick<Line, 'versions'>>()
  for (const [index, row] of rows.entries()) {
    const { id, kind, actor_id: actor, written } = row
    if (written === null) {
      byKey.set(`other ${index}`, { ...row, versions: undefined })
      continue
    }
    const key = `change ${id} ${kind} ${actor}`
    const [first, last] = byKey.get(key)?.versions ?? [written, written]
    byKey.delete(key)
    byKey.set(key, { ...row, versions: [Math.min(first, written), Math.max(last, written)] })
  }
  return [...byKey.values()]
}
