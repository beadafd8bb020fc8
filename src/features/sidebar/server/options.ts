import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { renderStorage } from '#features/content-core/server/render.ts'
import { readBody } from '#features/content-core/server/write.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { navType, shownOrHidden, type SidebarOptions } from '../contract.ts'
import { storedOptions, storeOptions, type StoredOptions } from './store.ts'

const DEFAULTS: StoredOptions = {
  nav_type: 'page-tree',
  quick_links_state: 'show',
  page_tree_state: 'show',
  custom_content: '',
}

/** The options of a space and its custom content in storage format. */
export async function optionsOf(
  ctx: Context,
  space: Pick<Space, 'id'>,
): Promise<SidebarOptions & { customContent: string }> {
  const row = (await storedOptions(ctx.app, space.id)) ?? DEFAULTS
  return {
    navType: row.nav_type,
    quickLinksState: row.quick_links_state,
    pageTreeState: row.page_tree_state,
    customContent: row.custom_content,
  }
}

/** Changes one option. @throws HttpError 400 for a value that it does not have */
export async function changeOption(
  ctx: Context,
  space: Space,
  option: 'nav-type' | 'quick-links-state' | 'page-tree-state',
  value: string,
): Promise<SidebarOptions> {
  if (option === 'nav-type') {
    const parsed = navType.safeParse(value)
    if (!parsed.success) throw badRequest('nav-type is pages or page-tree', { field: 'value', forPrograms: true })
    await store(ctx, space, { nav_type: parsed.data })
  } else {
    const parsed = shownOrHidden.safeParse(value)
    if (!parsed.success)
      throw badRequest('{{option}} is show or hide', {
        field: 'value',
        values: { option },
        forPrograms: true,
      })
    await store(
      ctx,
      space,
      option === 'quick-links-state' ? { quick_links_state: parsed.data } : { page_tree_state: parsed.data },
    )
  }
  const { customContent: _, ...options } = await optionsOf(ctx, space)
  return options
}

/** Changes the custom content. @throws HttpError 400 for text that is not storage format */
export async function changeCustomContent(ctx: Context, space: Space, storage: string): Promise<void> {
  const text = storage.trim()
  await store(ctx, space, {
    custom_content: text === '' ? '' : (await readBody(ctx.app, { value: text, representation: 'storage' })).storage,
  })
}

/** Custom content as this viewer sees it. */
export async function customHtml(ctx: Context, space: Space, storage: string): Promise<string> {
  if (storage === '') return ''
  const page = { id: '0', title: space.name, spaceKey: space.key, version: 1, contentType: 'page' as const }
  return (await renderStorage(ctx, storage, page, 'view', space.id)).html
}

async function store(ctx: Context, space: Space, change: Partial<StoredOptions>): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    await storeOptions(tx, space.id, DEFAULTS, change)
    tx.append({
      kind: 'sidebar.changed',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { key: space.key, changed: Object.keys(change) },
    })
  })
}
