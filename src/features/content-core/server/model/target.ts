import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { contentById, findPageByTitle, type ContentRow } from '../store.ts'
import { postOfDay } from '../store/lists.ts'
import { titleKey } from '../titles.ts'

/** The space that content goes to, as far as it matters here. */
export interface TargetSpace {
  id: number
  key: string
  status: string
}

/** Nothing new comes into a space that was put away. @throws HttpError 403 */
export function refuseArchived(space: Pick<TargetSpace, 'status'>): void {
  if (space.status === 'archived') throw forbidden('This space is archived: nothing can be created in it')
}

/** The future parent of a page of the same space. @throws HttpError 400 when it cannot be */
export async function requireParent(tx: WriteTransaction, id: number, spaceId: number): Promise<ContentRow> {
  const parent = await contentById(tx.db, id)
  if (parent?.type !== 'page' || parent.status !== 'current') throw noParent(id)
  if (parent.space_id !== spaceId) throw badRequest('the parent page is in another space', { field: 'ancestors' })
  return parent
}

/** The refusal of a parent that is no published page, or none that the viewer sees. */
export function noParent(id: number): Error {
  return badRequest('there is no page with id {{id}} to be the parent', { field: 'ancestors', values: { id } })
}

/** The content for a title: a page, alone in its space with it, or a post, alone on its day. */
interface Titled {
  type: 'page' | 'blogpost'
  title: string
  /** Of a post. */
  postingDay?: string | null
  /** The page or post itself, where it is there already. */
  id?: number
}

/** @throws HttpError 400, with the words that clients look for, when the title is taken */
export async function refuseDuplicate(
  tx: WriteTransaction,
  space: { id: number; key: string },
  { type, title, postingDay = null, id }: Titled,
): Promise<void> {
  const key = titleKey(title)
  const existing =
    type === 'page'
      ? await findPageByTitle(tx.db, space.id, key)
      : await postOfDay(tx.db, { spaceId: space.id, key, postingDay: postingDay ?? '' })
  if (existing && existing.id !== id) throw duplicate(space, type, title)
}

/** The refusal of a title that another page of the space, or post of the day, has. */
export function duplicate({ key }: { key: string }, type: Titled['type'], title: string): Error {
  const what = type === 'page' ? 'page' : 'blog post'
  const taken =
    'A {{what}} with this title already exists: A {{what}} already exists with the title {{title}} in the space with key {{key}}'
  const values = { what, title, key }
  return badRequest(taken, { values, errors: [{ key: taken, values, field: 'title' }] })
}

/** Error of PostgreSQL for a second page with a title; SQLite writes one by one. */
export function isTitleTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'content_page_title'
}
