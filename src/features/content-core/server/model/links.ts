import {
  parse,
  rewriteReferences,
  serialise,
  type DocumentFacts,
  type Reference,
  type StorageDocument,
} from '#language/index.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { holdContents } from '../store/guards.ts'
import { idsLinkingTo, spacesOfKeys } from '../store/links.ts'
import { currentTexts } from '../store/texts.ts'
import { replaceLinks, replaceStorage } from '../writer.ts'
import { dropRender, dropRenders } from '../writer/renders.ts'
import { remember } from './documents.ts'
import { storeMacros } from './macros.ts'
import { meantTitleKey, titleKey } from '../titles.ts'

/** Base of the links of one document. */
export interface LinkOrigin {
  id: number
  spaceId: number
  spaceKey: string
  /** It has just been created: nothing is stored of it. */
  isNew?: boolean
}

export interface LinkRow {
  from_id: number
  kind: string
  space_id: number | null
  target_key: string
  target_id: number | null
}

/** Links stored of one document; a page that names more is still shown whole, only its backlinks stop there. */
const MAX_LINKS = 5000

/** Stores what a text refers to, and which macros it uses, in place of what it referred to and used before. */
export async function storeLinks(tx: WriteTransaction, origin: LinkOrigin, facts: DocumentFacts): Promise<void> {
  await replaceLinks(tx, origin.id, await linkRows(tx.db, origin, facts), origin)
  await storeMacros(tx, origin.id, facts, origin)
}

/**
 * Changes a text in place, with all that is derived from it: it means the same as before, so it is no new version.
 * @param origin the document, in the version that is the current one
 */
export async function rewriteText(
  tx: WriteTransaction,
  origin: LinkOrigin & { version: number },
  document: StorageDocument,
): Promise<void> {
  const storage = serialise(document)
  await replaceStorage(tx, origin, storage)
  await dropRender(tx, origin.id)
  await storeLinks(tx, origin, remember(storage, document).facts)
}

/** {@link rewriteText} of many, by a change that leaves all links and the names of all macros as they are. */
export async function rewriteWithin(
  tx: WriteTransaction,
  texts: readonly { id: number; version: number; storage: string }[],
): Promise<void> {
  for (const text of texts) await replaceStorage(tx, text, text.storage)
  await dropRenders(
    tx,
    texts.map(({ id }) => id),
  )
}

/** The rows that represent what a text refers to. */
export async function linkRows(
  db: Queries,
  origin: LinkOrigin,
  { references }: Pick<DocumentFacts, 'references'>,
): Promise<LinkRow[]> {
  const found = references.slice(0, MAX_LINKS)
  if (found.length === 0) return []
  const spaces = await spaceIds(db, found, origin)
  return found.flatMap(reference => linkRow(reference, origin, spaces) ?? [])
}

async function spaceIds(db: Queries, found: readonly Reference[], origin: LinkOrigin): Promise<Map<string, number>> {
  const keys = new Set<string>()
  for (const reference of found) {
    const holder = reference.kind === 'attachment' ? reference.container : reference
    if (holder && 'spaceKey' in holder && holder.spaceKey) keys.add(holder.spaceKey.toLowerCase())
  }
  const spaces = new Map([[origin.spaceKey.toLowerCase(), origin.spaceId]])
  if (keys.size === 0) return spaces
  const rows = await spacesOfKeys(db, [...keys])
  for (const row of rows) spaces.set(row.key_fold, row.id)
  return spaces
}

function linkRow(reference: Reference, origin: LinkOrigin, spaces: ReadonlyMap<string, number>): LinkRow | undefined {
  const row = (
    kind: string,
    target_key: string,
    space_id: number | null = null,
    target_id: number | null = null,
  ): LinkRow => ({ from_id: origin.id, kind, space_id, target_key: target_key.slice(0, 1000), target_id })
  const spaceOf = (key: string | undefined) => (key ? (spaces.get(key.toLowerCase()) ?? null) : origin.spaceId)
  switch (reference.kind) {
    case 'page':
      return row('page', meantTitleKey(reference.title), spaceOf(reference.spaceKey))
    case 'blog-post':
      return row('blogpost', meantTitleKey(reference.title), spaceOf(reference.spaceKey))
    case 'attachment': {
      const { container } = reference
      if (!container) return row('attachment', reference.filename, null, origin.id)
      if (container.kind === 'content-entity') return row('attachment', reference.filename, null, idOf(container.id))
      return row('page', meantTitleKey(container.title), spaceOf(container.spaceKey))
    }
    case 'content-entity':
      return row('content', reference.id, null, idOf(reference.id))
    case 'space':
      return row('space', reference.spaceKey.toLowerCase(), spaceOf(reference.spaceKey))
    case 'user':
      return row('user', reference.userKey ?? reference.username?.toLowerCase() ?? reference.accountId ?? '')
    case 'url':
      return /^https?:/i.test(reference.value) ? row('url', reference.value) : undefined
    case 'shortcut':
      return undefined
  }
}

function idOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** A page that got another title, another space, or both. */
export interface Rename {
  pageId: number
  type: 'page' | 'blogpost'
  from: { spaceId: number; spaceKey: string; title: string }
  to: { spaceId: number; spaceKey: string; title: string }
}

/**
 * Rewrites the storage text of the next documents that link to a renamed page, in place: the text means the same as
 * before, so it is no new version.
 * @param after id of the last document that was rewritten before; the next are those with a higher id
 * @returns ids of the documents rewritten; fewer than `limit` means that none is left
 */
export async function rewriteLinksTo(
  tx: WriteTransaction,
  rename: Rename,
  limit: number,
  after = 0,
): Promise<number[]> {
  const oldKey = titleKey(rename.from.title)
  const ids = await idsLinkingTo(tx, rename.type, rename.from.spaceId, oldKey, after, limit)
  // Two renames may change one text at a time, each a different link.
  await holdContents(tx, ids)
  for (const linker of await currentTexts(tx, ids)) {
    const { doc } = rewriteReferences(parse(linker.storage), reference =>
      renamed(reference, rename, oldKey, linker.space_key),
    )
    await rewriteText(
      tx,
      { id: linker.id, version: linker.version, spaceId: linker.space_id, spaceKey: linker.space_key },
      doc,
    )
    tx.append({ kind: 'content.relinked', actorId: null, spaceId: linker.space_id, contentId: linker.id })
  }
  return ids
}

type Titled = { kind: 'page' | 'blog-post'; title: string; spaceKey?: string | undefined }

function renamed(reference: Reference, rename: Rename, oldKey: string, linkerSpace: string) {
  if (reference.kind === 'attachment') {
    const { container } = reference
    if (!container || container.kind === 'content-entity') return undefined
    const change = renamedTitle(container, rename, oldKey, linkerSpace)
    return change && { container: { ...container, ...change } }
  }
  if (reference.kind !== 'page' && reference.kind !== 'blog-post') return undefined
  return renamedTitle(reference, rename, oldKey, linkerSpace)
}

function renamedTitle(reference: Titled, rename: Rename, oldKey: string, linkerSpace: string) {
  const kind = rename.type === 'page' ? 'page' : 'blog-post'
  const space = reference.spaceKey ?? linkerSpace
  if (reference.kind !== kind || meantTitleKey(reference.title) !== oldKey) return undefined
  if (space.toLowerCase() !== rename.from.spaceKey.toLowerCase()) return undefined
  // A key that was left out stays out as long as both are in one space.
  const local = reference.spaceKey === undefined && rename.to.spaceKey === linkerSpace
  return { title: rename.to.title, ...(local ? {} : { spaceKey: rename.to.spaceKey }) }
}
