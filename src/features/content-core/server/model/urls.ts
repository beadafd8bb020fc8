import { commentPath, pagePath } from '../../address-shared.ts'
import type { ContentRow } from '../store.ts'

/** Titles with other characters get the address by id, since proxies and servers disagree on how to escape them. */
const PLAIN_TITLE = /^[\p{L}\p{N} ._~()!*,'@$:=-]+$/u

/** Path of a page or post for people: `/display/KEY/Title+Words`. */
export function contentPath(
  row: Pick<ContentRow, 'id' | 'type' | 'status' | 'title' | 'posting_day' | 'container_id'>,
  spaceKey: string,
): string {
  if (row.type === 'comment') {
    return commentPath(row.container_id ?? 0, row.id)
  }
  if (row.type === 'attachment') {
    return `/pages/viewpageattachments.action?pageId=${row.container_id}&highlight=${encodeURIComponent(row.title)}`
  }
  if (row.status === 'draft') return `/pages/resumedraft.action?draftId=${row.id}`
  const plain = PLAIN_TITLE.test(row.title) && !/^[.~]|\.$/.test(row.title)
  if (row.status !== 'current' || !plain) return pagePath(row.id)
  const title = encodeURIComponent(row.title).replaceAll('%20', '+')
  const day = row.type === 'blogpost' && row.posting_day ? `${row.posting_day}/` : ''
  return `/display/${encodeURIComponent(spaceKey).replaceAll('%7E', '~')}/${day}${title}`
}

/** The title in a path segment: `+` is a blank. */
export function titleFromPath(segment: string): string {
  return decodeURIComponent(segment.replaceAll('+', ' '))
}

/**
 * The short form of an id in `/x/…` links, as the old product makes it: the id's bytes, least significant first, in
 * base64 with `-` and `_`, trailing `A`s and padding cut off.
 */
export function tinyId(id: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(id))
  let length = 8
  while (length > 1 && bytes[length - 1] === 0) length--
  const base64 = bytes.subarray(0, Math.max(length, 3)).toString('base64').replaceAll('=', '')
  return base64.replaceAll('+', '_').replaceAll('/', '-').replace(/A+$/, '') || 'AA'
}

/** The id of a `/x/…` link, or undefined when it is none. */
export function idOfTiny(tiny: string): number | undefined {
  if (!/^[A-Za-z0-9_-]{1,11}$/.test(tiny)) return undefined
  const base64 = tiny.replaceAll('_', '+').replaceAll('-', '/').padEnd(11, 'A')
  const bytes = Buffer.alloc(8)
  Buffer.from(`${base64}=`, 'base64').copy(bytes, 0, 0, 8)
  const id = Number(bytes.readBigUInt64LE())
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
