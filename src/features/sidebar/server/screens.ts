import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { html, trusted } from '#platform/server/http/markup.ts'
import { firstValue, handleScreen, screenMarkup } from '#platform/server/http/screen.ts'
import { languageTag } from '#platform/server/language.ts'
import { endpointKey } from '#platform/page-data.ts'
import { openTree } from '#features/content/contract.ts'
import { spaceSidebar, spaceTree, whenExactly } from '#features/content/server/index.ts'
import { requireAdministeredSpace, requireSpace, spacePath } from '#features/spaces/server/index.ts'
import { COLLECTIONS, CUSTOM_CONTENT_PATH, type CollectionName } from '../collections.ts'
import { listCollection } from '../contract.ts'
import { say } from '../words.ts'
import { blogTreeAt } from './blog-tree.ts'
import { listCollectionOf } from './collection.ts'
import { customHtml, optionsOf } from './options.ts'

/** The screens that the sidebar's links lead to, and the custom content of a sidebar. */
export function sidebarScreens(app: App): void {
  for (const name of Object.keys(COLLECTIONS) as CollectionName[]) {
    const { path, title } = COLLECTIONS[name]
    handleScreen(app, path, `What a main link of a space leads to: ${title}`, async ({ ctx, query }) => {
      const space = await requireSpace(ctx, keyIn(query))
      const [list, tree] = await Promise.all([listCollectionOf(ctx, space, name), spaceTree(ctx, space, undefined)])
      const blog = name === 'blogs' ? await blogTreeAt(ctx, space, undefined) : null
      const shown = blog ? { ...tree, parts: { ...tree.parts, sidebar: { ...(tree.parts['sidebar'] as object), blog } } } : tree
      const locale = languageTag(ctx.locale)
      return {
        title: `${say(locale, title)} - ${space.name}`,
        main: screenMarkup({
          locale: ctx.locale,
          title: say(locale, title),
          breadcrumbs: [{ label: space.name, href: spacePath(space) }],
          content: html`${list.createLink !== '' && html`<p><a class="ox-create" href="${list.createLink}">${say(locale, CREATE[name])}</a></p>`}<ul class="ox-collection">${
            list.results.map(item => html`<li><a href="${item.url}">${item.title}</a><span>${item.authorName}, ${whenExactly(item.at, locale)}</span></li>`)}</ul>${
            list.results.length === 0 && html`<p>${say(locale, EMPTY[name])}</p>`}`,
        }),
        sidebar: spaceSidebar(ctx, shown, { path, ...(blog ? { place: 'blogs' as const } : {}) }),
        queries: [
          { key: endpointKey(listCollection, { params: { key: space.key }, query: { of: name } }), data: list },
          { key: endpointKey(openTree, { params: { key: space.key } }), data: shown },
        ],
      }
    })
  }
  handleScreen(app, CUSTOM_CONTENT_PATH, 'Custom content of a space\'s sidebar', async ({ ctx, query }) => {
    const space = await requireAdministeredSpace(ctx, keyIn(query))
    const [{ customContent }, tree] = await Promise.all([optionsOf(ctx, space), spaceTree(ctx, space, undefined)])
    const locale = languageTag(ctx.locale)
    return {
      title: `${say(locale, 'Sidebar content')} - ${space.name}`,
      main: screenMarkup({
        locale: ctx.locale,
        title: say(locale, 'Sidebar content'),
        breadcrumbs: [{ label: space.name, href: spacePath(space) }],
        content: html`<div class="wiki-content">${trusted(await customHtml(ctx, space, customContent))}</div><noscript><p>${say(locale, 'Changing settings needs script.')}</p></noscript>`,
      }),
      sidebar: spaceSidebar(ctx, tree, { place: 'settings', path: CUSTOM_CONTENT_PATH }),
      queries: [{ key: endpointKey(openTree, { params: { key: space.key } }), data: tree }],
    }
  })
}

const CREATE: Record<CollectionName, string> = { pages: 'Create page', blogs: 'Create blog post' }
const EMPTY: Record<CollectionName, string> = { pages: 'There are no pages here yet.', blogs: 'There are no blog posts here yet.' }

function keyIn(query: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const key = firstValue(query['key']) ?? firstValue(query['spaceKey'])
  if (!key) throw notFound('The address names no space')
  return key
}
