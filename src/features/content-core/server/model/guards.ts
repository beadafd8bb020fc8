import type { WriteTransaction } from '#platform/server/database/index.ts'
import { guardChain, guardOfParent, holdContents, letInByAll, restrictedAmong, subtreeOf } from '../store/guards.ts'
import { addRestrictions, removeRestrictions, replaceGuardLinks, setGuard } from '../writer.ts'
import { dropRendersNaming } from '../writer/renders.ts'

/**
 * Recomputes, for a page and everything below it, which restricted page guards it. Called in the transaction that
 * changes a restriction or moves the page.
 *
 * Invariant: `guard_id` of a page is the nearest page at or above it with a `read` restriction, or null; that of a
 * comment or attachment is its container's. `guard_link` holds, for each guard, itself and every guard above it.
 */
export async function refreshGuards(tx: WriteTransaction, pageId: number): Promise<void> {
  const outer = await guardOfParent(tx, pageId)
  const pages = await subtreeOf(tx, pageId)
  const ids = pages.map(page => page.id)
  // An upload to one of these pages holds its row: wait, so that the update below sees the file.
  await holdContents(tx, ids)
  const restricted = await restrictedAmong(tx, ids)

  const guardOf = new Map<number, number | null>()
  const chains = new Map<number, number[]>()
  const outerChain = await guardChain(tx, outer)
  const members = new Map<number | null, number[]>()
  for (const page of pages) {
    const above = page.id === pageId ? outer : (guardOf.get(page.parent_id!) ?? null)
    const guard = restricted.has(page.id) ? page.id : above
    guardOf.set(page.id, guard)
    const list = members.get(guard)
    if (list) list.push(page.id)
    else members.set(guard, [page.id])
    if (guard === page.id) {
      const upper = above === null ? [] : (chains.get(above) ?? outerChain)
      chains.set(page.id, [page.id, ...upper])
    }
  }

  await replaceGuardLinks(tx, ids, chains)
  const changed: number[] = []
  for (const [guard, guarded] of members) changed.push(...(await setGuard(tx, guarded, guard)))
  await dropRendersNaming(tx, changed)
}

/** Represents a user who is not there, so that a restriction lets only administrators in. */
const NOBODY = 0

/**
 * Gives a page the view restrictions of the pages of `links` as its own, because those pages go away above it, or because
 * it is a copy of a page below them: neither deleting nor copying a page must show anybody what they could not see before. Where several restrictions held
 * together, the page's own gets the groups that all of them name and the users whom all of them let in today.
 */
export async function keepInherited(
  tx: WriteTransaction,
  actorId: number | null,
  page: { id: number; type: string; space_id: number },
  links: readonly number[],
): Promise<void> {
  if (links.length === 0) return
  const own = await restrictedAmong(tx, [page.id])
  const lists = [...links, ...own]
  const subjects = await letInByAll(tx, lists)
  await removeRestrictions(tx, page.id, 'read')
  const rows = subjects.length > 0 ? subjects : [{ account_id: NOBODY, group_id: null }]
  await addRestrictions(
    tx,
    page.id,
    rows.map(row => ({ operation: 'read', ...row })),
  )
  tx.append({
    kind: `${page.type}.restricted`,
    actorId,
    spaceId: page.space_id,
    contentId: page.id,
    data: { operations: ['read'], inherited: true },
  })
}
