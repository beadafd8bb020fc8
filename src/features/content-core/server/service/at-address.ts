import type { App } from '#platform/server/app.ts'
import { spaceOfKey } from '#features/spaces/server/index.ts'
import type { Address } from '../../address-shared.ts'
import { meantTitleKey } from '../titles.ts'
import { idOfTiny } from '../model/urls.ts'
import { contentById, findPageByTitle, type ContentRow } from '../store.ts'
import { allFormerHolders } from '../store/former-titles.ts'
import { firstPageOf, postOfDay } from '../store/lists.ts'

/**
 * The page or post that an address names, without a check of permissions: of a comment or file the page that it is on,
 * of a space its home or first page. So its result must not be disclosed to the client that named the address.
 */
export async function contentAt(
  app: App,
  address: Address & { pageId?: number | undefined },
): Promise<ContentRow | undefined> {
  const row = await named(app, address)
  if (!row || row.container_id === null) return row
  return contentAt(app, { pageId: row.container_id })
}

async function named(
  app: App,
  { pageId, spaceKey, title, postingDay, tiny }: Parameters<typeof contentAt>[1],
): Promise<ContentRow | undefined> {
  const { read } = app.database
  const id = pageId ?? (tiny === undefined ? undefined : idOfTiny(tiny))
  if (id !== undefined) return contentById(read, id)
  const space = spaceKey === undefined ? undefined : await spaceOfKey(app, spaceKey)
  if (!space) return undefined
  if (title === undefined) {
    const home = space.home_page_id === null ? undefined : await contentById(read, space.home_page_id)
    return home?.status === 'current' ? home : firstPageOf(read, space.id)
  }
  const key = meantTitleKey(title)
  const row = await (postingDay === undefined
    ? findPageByTitle(read, space.id, key)
    : postOfDay(read, { spaceId: space.id, key, postingDay }))
  if (row) return row
  const [holder, ...others] = await allFormerHolders(read, { spaceId: space.id, key, postingDay }, 2)
  return others.length === 0 ? holder : undefined
}
