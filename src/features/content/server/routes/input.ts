import { contentId } from '#platform/wire.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { notWritable, type BodyInput } from '#features/content-core/server/write.ts'
import { findSpace, noSpace, requireSpace, type Space } from '#features/spaces/server/index.ts'
import type { ContentInput } from '../../contract.ts'

/** Keys of a body that can be stored, the preferred one first. */
const WRITABLE = ['storage', 'wiki', 'editor', 'markdown'] as const

/** The one body that a client sent, whichever representation it chose. */
export function bodyOf(input: ContentInput): BodyInput | undefined {
  const { body } = input
  if (!body) return undefined
  const [name, given] = WRITABLE.map(key => [key, body[key]] as const).find(([, value]) => value !== undefined) ?? []
  if (name && given) return { value: given.value, representation: given.representation || name }
  // A client that sends the text in another format means it to be stored: an empty page would lose it silently.
  const other = Object.keys(body).find(key => !key.startsWith('_'))
  if (other !== undefined) throw notWritable(other)
  return undefined
}

/**
 * Parent named by `ancestors`: the last one is the parent. Undefined when the field is absent or empty, so that a whole
 * fetched object keeps its parent; id `1` means the top level, as one client writes it.
 */
export function parentOf(input: ContentInput): number | null | undefined {
  const last = input.ancestors?.filter(ancestor => ancestor.id !== undefined).at(-1)
  if (!last) return undefined
  const id = String(last.id)
  if (!/^\d{1,15}$/.test(id))
    throw badRequest('"{{id}}" is not a content id', {
      field: 'ancestors',
      values: { id: id.slice(0, 40) },
      forPrograms: true,
    })
  return id === '1' ? null : Number(id)
}

/** A content id that a client wrote: `123`, `"123"` or `"att123"`; undefined if it is none. */
export function contentIdIn(given: unknown): number | undefined {
  return contentId.safeParse(given).data
}

/** Position of a page after all its siblings. */
const LAST = -1

/**
 * The position among the siblings that the body names, from 0; a number beyond all of them for -1, which puts the page
 * last. Undefined if the body names none, or `none`, which contents without an order have.
 * @throws HttpError 400
 */
export function positionIn(input: ContentInput): number | undefined {
  const given = input.extensions?.['position']
  if (given === undefined || given === null || given === '' || given === 'none') return undefined
  const position = typeof given === 'string' ? Number(given) : given
  if (position === LAST) return Number.MAX_SAFE_INTEGER
  if (typeof position === 'number' && Number.isSafeInteger(position) && position >= 0) return position
  throw badRequest('must be a whole number from 0, -1 for the last place, or "none"', {
    field: 'extensions.position',
    forPrograms: true,
  })
}

/** The space that the body names. @throws HttpError 404 when there is none that the viewer may see */
export async function spaceOf(ctx: Context, input: ContentInput): Promise<Space | undefined> {
  if (!input.space?.key) return undefined
  return requireSpace(ctx, input.space.key)
}

/** The spaces of a list; one that the viewer may not see is as if it did not exist. */
export async function spacesOf(ctx: Context, keys: readonly string[]): Promise<Space[]> {
  const found = await Promise.all(keys.filter(key => key !== '').map(key => findSpace(ctx, key)))
  const missing = keys.find((_key, index) => found[index] === undefined)
  if (missing !== undefined && found.every(space => space === undefined)) throw noSpace(missing)
  return found.filter(space => space !== undefined)
}
