import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { firstValue, handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { endpointKey } from '#platform/page-data.ts'
import { spaceFrame, spaceTree } from '#features/content/server/index.ts'
import { requireAdministeredSpace, requireSpace, spacePath } from '#features/spaces/server/index.ts'
import { COLLECTIONS, CUSTOM_CONTENT_PATH, type CollectionName } from '../collections.ts'
import { listCollection } from '../contract.ts'
import { CollectionView, CreateInCollectionView } from '../view/CollectionView.tsx'
import { blogTreeAt } from './blog-tree.ts'
import { listCollectionOf } from './collection.ts'

/** The screens that the sidebar's links lead to, and the custom content of a sidebar. */
export function sidebarScreens(app: App): void {
  for (const name of Object.keys(COLLECTIONS) as CollectionName[]) {
    const { path, title, empty } = COLLECTIONS[name]
    handleScreen(app, path, `What a main link of a space leads to: ${title}`, async ({ ctx, query }) => {
      const space = await requireSpace(ctx, keyIn(query))
      const [list, tree] = await Promise.all([listCollectionOf(ctx, space, name), spaceTree(ctx, space, undefined)])
      const blog = name === 'blogs' ? await blogTreeAt(ctx, space, undefined) : null
      const shown = blog
        ? { ...tree, parts: { ...tree.parts, sidebar: { ...(tree.parts['sidebar'] as object), blog } } }
        : tree
      const reader = readerOf(ctx)
      const { sidebar, queries } = spaceFrame(ctx, shown, { path, ...(blog ? { place: 'blogs' as const } : {}) })
      return {
        title: `${reader.t(title)} - ${space.name}`,
        noscript: screenFrame(
          ctx,
          { title: reader.t(title), breadcrumbs: [{ label: space.name, href: spacePath(space) }] },
          h(CreateInCollectionView, { href: list.createLink, name, reader }),
          list.results.length > 0 ? h(CollectionView, { items: list.results, reader }) : h('p', null, reader.t(empty)),
        ),
        sidebar,
        queries: [
          { key: endpointKey(listCollection, { params: { key: space.key }, query: { of: name } }), data: list },
          ...queries,
        ],
      }
    })
  }
  handleScreen(app, CUSTOM_CONTENT_PATH, "Custom content of a space's sidebar", async ({ ctx, query }) => {
    const space = await requireAdministeredSpace(ctx, keyIn(query))
    const tree = await spaceTree(ctx, space, undefined)
    return {
      title: `${readerOf(ctx).t('Sidebar content')} - ${space.name}`,
      ...spaceFrame(ctx, tree, { place: 'settings', path: CUSTOM_CONTENT_PATH }),
    }
  })
}

function keyIn(query: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const key = firstValue(query['key']) ?? firstValue(query['spaceKey'])
  if (!key) throw notFound('The address names no space', { forPrograms: true })
  return key
}
