import type { Html } from '../html/html.ts'
import { h } from '../html/html.ts'
import { walk } from '../model.ts'
import type { Reference } from '../references.ts'
import type { Renderer } from './renderer.ts'
import type { RenderContext } from './types.ts'

/** Maximum depth of includes. */
const maxDepth = 10

/**
 * Renders part of another page with its own links and attachments. A page that includes itself, nests too deep or
 * cannot be read gives a notice.
 */
export async function include(
  renderer: Renderer,
  reference: Reference,
  show: Parameters<RenderContext['include']>[1],
  prepare: typeof Renderer.prepare,
): Promise<Html> {
  const { session, t } = renderer
  session.depends.reference(reference)
  // Nested includes, link targets and lists of the other page may change, or become forbidden to a reader, untracked
  // here.
  session.depends.volatile()
  const chain = [...renderer.including, renderer.page.id]
  if (chain.length > maxDepth || !session.budget.takeInclude()) {
    return notice(t('This page includes too many pages.'))
  }
  await session.turn()
  const included = await session.host.includePage?.(reference, renderer.page)
  if (!included) return notice(t('The included page could not be found.'))
  if (chain.includes(included.page.id)) {
    return notice(t('The page "{title}" already includes this page.', { title: included.page.title }))
  }
  session.depends.content(included.page.id)
  if (!session.budget.spend(walk(included.document).reduce(count => count + 1, 1))) {
    return notice(t('This page includes too many pages.'))
  }
  const inner = await prepare(included.document, included.page, session, chain)
  return show(included, nodes => Promise.resolve(inner.nodes(nodes)))
}

/** A line explaining why something is not shown. */
export function notice(message: string): Html {
  return h('div', { class: 'error', role: 'note' }, message)
}
