import type { Context } from '#platform/server/context.ts'
import { contentById, createPage, updatePage } from '#features/content/server/index.ts'
import { createSpace, type Space } from '#features/spaces/server/index.ts'
import { demoPages, type DemoPage } from './pages.ts'

export const DEMO_KEY = 'DEMO'

/**
 * Creates the space that shows what the wiki can do, with its pages, in the name of the viewer.
 * @throws HttpError 400 when there is a space with its key
 */
export async function createDemoSpace(ctx: Context): Promise<Space> {
  const space = await createSpace(ctx, {
    key: DEMO_KEY,
    name: 'Demonstration',
    description: 'Shows what pages can do. May be changed and deleted at will.',
  })
  const { home_page_id: homeId } = await ctx.app.database.read
    .selectFrom('space')
    .select('home_page_id')
    .where('id', '=', space.id)
    .executeTakeFirstOrThrow()
  const home = homeId === null ? undefined : await contentById(ctx.app.database.read, homeId)
  if (!home) throw new Error('The new space has no home page')
  await updatePage(ctx, home.id, {
    version: home.version + 1,
    title: demoPages.title,
    body: { value: demoPages.storage, representation: 'storage' },
    metadata: metadataOf(demoPages),
  })
  await createBelow(ctx, space, home.id, demoPages.children ?? [])
  return space
}

async function createBelow(ctx: Context, space: Space, parentId: number, pages: readonly DemoPage[]): Promise<void> {
  for (const page of pages) {
    const { id } = await createPage(ctx, {
      type: 'page',
      status: 'current',
      space,
      parentId,
      title: page.title,
      body: { value: page.storage, representation: 'storage' },
      metadata: metadataOf(page),
    })
    await createBelow(ctx, space, id, page.children ?? [])
  }
}

function metadataOf({ labels = [] }: DemoPage): Record<string, unknown> {
  return { labels: labels.map(name => ({ prefix: 'global', name })) }
}
