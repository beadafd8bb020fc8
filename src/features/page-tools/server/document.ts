import { createElement as h, type ReactElement } from 'react'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts } from '#platform/server/http/document.ts'
import { screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { openTree } from '#features/content/contract.ts'
import { spaceSidebar, spaceTree } from '#features/content/server/index.ts'
import { getPageHead, type PageHead } from '../contract.ts'
import type { Tool } from '../tools.ts'
import { ToolTabsView } from '../view/ToolTabsView.tsx'
import { loadPageHead, requireSpaceOf } from './head.ts'

export interface ToolScreen {
  /** Heading, in the reader's language. */
  title: string
  /** The tab that is marked. */
  tool?: Tool | undefined
  /** Content for readers without script; the browser renders the screen. */
  noscript?: ReactElement
  /** All that the address shows. */
  form?: ReactElement
  queries?: readonly SeededQuery[]
  width?: 'normal' | 'wide' | 'full'
}

/**
 * The document of a screen about a page: the page's place above, the tabs between its screens, the space at the left.
 */
export async function toolDocument(
  ctx: Context,
  row: ContentRow,
  build: (head: PageHead, reader: Reader) => Promise<ToolScreen>,
): Promise<DocumentParts> {
  const head = await loadPageHead(ctx, row)
  const reader = readerOf(ctx)
  const screen = await build(head, reader)
  const onPage = row.status === 'current' && row.type === 'page' ? row : undefined
  const tree = await spaceTree(ctx, await requireSpaceOf(ctx, row), onPage)
  const frame = (content: ReactElement) =>
    screenFrame(
      ctx,
      {
        title: screen.title,
        width: screen.width ?? 'wide',
        breadcrumbs: [
          { label: head.space.name, href: head.space.url },
          ...[...head.ancestors, head].map(page => ({ label: page.title, href: page.url })),
        ],
      },
      screen.tool && h(ToolTabsView, { page: head, current: screen.tool, reader }),
      content,
    )
  return {
    title: `${screen.title} - ${head.title} - ${head.space.name}`,
    ...(screen.form
      ? { main: frame(screen.form), isWhole: true }
      : screen.noscript
        ? { noscript: frame(screen.noscript) }
        : {}),
    sidebar: spaceSidebar(ctx, tree, { currentId: onPage && head.id }),
    queries: [
      { key: endpointKey(getPageHead, { params: { id: head.id } }), data: head },
      {
        key: endpointKey(openTree, { params: { key: head.space.key }, query: onPage ? { page: head.id } : {} }),
        data: tree,
      },
      ...(screen.queries ?? []),
    ],
    createFrom: { spaceKey: head.space.key, pageId: row.id, allowed: head.permissions.createChild },
    metas: [
      { name: 'ajs-page-id', content: head.id },
      { name: 'ajs-space-key', content: head.space.key },
      { name: 'ajs-page-title', content: head.title },
    ],
  }
}
