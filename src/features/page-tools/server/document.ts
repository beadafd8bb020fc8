import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts } from '#platform/server/http/document.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { screenMarkup } from '#platform/server/http/screen.ts'
import { languageTag } from '#platform/server/language.ts'
import { openTree } from '#features/content/contract.ts'
import { spaceSidebar, spaceTree, type ContentRow } from '#features/content/server/index.ts'
import { getPageHead, type PageHead } from '../contract.ts'
import { toolLinks, type Tool } from '../tools.ts'
import { say } from '../words.ts'
import { loadPageHead, requireSpaceOf } from './head.ts'

export interface ToolScreen {
  /** Heading, in the reader's language. */
  title: string
  /** The tab that is marked. */
  tool?: Tool | undefined
  content: Markup
  queries?: readonly SeededQuery[]
  width?: 'normal' | 'wide' | 'full'
}

/** The document of a screen about a page: the page's place above, the tabs between its screens, the space at the left. */
export async function toolDocument(ctx: Context, row: ContentRow, build: (head: PageHead, locale: string) => Promise<ToolScreen>): Promise<DocumentParts> {
  const head = await loadPageHead(ctx, row)
  const locale = languageTag(ctx.locale)
  const screen = await build(head, locale)
  const onPage = row.status === 'current' && row.type === 'page' ? row : undefined
  const tree = await spaceTree(ctx, await requireSpaceOf(ctx, row), onPage)
  return {
    title: `${screen.title} - ${head.title} - ${head.space.name}`,
    main: screenMarkup({
      locale: ctx.locale,
      title: screen.title, width: screen.width ?? 'wide',
      breadcrumbs: [{ label: head.space.name, href: head.space.url }, ...[...head.ancestors, head].map(page => ({ label: page.title, href: page.url }))],
      content: html`${screen.tool && tabs(head, screen.tool, locale)}${screen.content}`,
    }),
    sidebar: spaceSidebar(ctx, tree, { currentId: onPage && head.id }),
    queries: [
      { key: endpointKey(getPageHead, { params: { id: head.id } }), data: head },
      { key: endpointKey(openTree, { params: { key: head.space.key }, query: onPage ? { page: head.id } : {} }), data: tree },
      ...(screen.queries ?? []),
    ],
    createFrom: { spaceKey: head.space.key, pageId: row.id, allowed: head.permissions.createChild },
    metas: [
      { name: 'ajs-page-id', content: head.id }, { name: 'ajs-space-key', content: head.space.key },
      { name: 'ajs-page-title', content: head.title },
    ],
  }
}

function tabs(head: PageHead, current: Tool, locale: string): Markup {
  return html`<nav class="ox-tool-tabs" aria-label="${say(locale, 'About this page')}"><ul>${toolLinks(head).map(({ id, label, href }) =>
    html`<li><a href="${href}"${id === current ? html` aria-current="page"` : ''}>${say(locale, label)}</a></li>`)}</ul></nav>`
}
