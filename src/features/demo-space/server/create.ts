import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { contentById } from '#features/content-core/server/read.ts'
import { createPage, updatePage } from '#features/content-core/server/write.ts'
import { storeDiagram } from '#features/diagrams/server/index.ts'
import { createSpace, existingSpace, type Space } from '#features/spaces/server/index.ts'
import { DEMO_DIAGRAM, howWeWork } from './diagram.ts'
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
  const { home_page_id: homeId } = await existingSpace(ctx.app.database.read, space.id)
  const home = homeId === null ? undefined : await contentById(ctx.app.database.read, homeId)
  if (!home) throw new Error('The new space has no home page')
  await updatePage(ctx, home, {
    version: home.version + 1,
    title: demoPages.title,
    body: { value: storageOf(demoPages, home.id), representation: 'storage' },
    metadata: metadataOf(demoPages),
  })
  const pageIds = new Map<string, number>()
  await createBelow(ctx, { space, homeId: home.id, pageIds }, home.id, demoPages.children ?? [])
  for (const isWhole of [false, true]) {
    const stored = await storeDiagram(ctx, {
      pageId: home.id,
      name: DEMO_DIAGRAM,
      version: isWhole ? 1 : 0,
      document: { ...howWeWork(pageIds, isWhole) },
      comment: '',
    })
    if (stored instanceof Answer) throw new Error('The diagram of the demonstration could not be stored')
  }
  return space
}

interface Demonstration {
  space: Space
  homeId: number
  /** By title; grows. */
  pageIds: Map<string, number>
}

async function createBelow(
  ctx: Context,
  demonstration: Demonstration,
  parentId: number,
  pages: readonly DemoPage[],
): Promise<void> {
  const { space, homeId, pageIds } = demonstration
  for (const page of pages) {
    const { id } = await createPage(ctx, {
      type: 'page',
      status: 'current',
      space,
      parentId,
      title: page.title,
      body: { value: storageOf(page, homeId), representation: 'storage' },
      metadata: metadataOf(page),
    })
    pageIds.set(page.title, id)
    await createBelow(ctx, demonstration, id, page.children ?? [])
  }
}

function storageOf({ storage }: DemoPage, homeId: number): string {
  return typeof storage === 'string' ? storage : storage(homeId)
}

function metadataOf({ labels = [] }: DemoPage): Record<string, unknown> {
  return { labels: labels.map(name => ({ prefix: 'global', name })) }
}
