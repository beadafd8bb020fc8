import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useScrollableBoxes } from '#platform/web/shell/useScrollableBoxes.ts'
import { ARTICLE_ID, ArticleView } from '../../view/ArticleView.tsx'
import { addCopyButtons } from './code-blocks.ts'
import { addSectionLinks } from './section-links.ts'
import { registerIsland, startIslands, type IslandContext } from './islands.ts'
import { addLozengeTips } from './lozenge-tips.ts'
import { stickHeads } from './sticky-heads.ts'
import { applyTicks, differsInTicksOnly } from './ticks.ts'

const HELPERS = [addSectionLinks, addCopyButtons, addLozengeTips, stickHeads]

// Of the page itself: comments run islands too, but their tables are not sorted.
registerIsland(`#${ARTICLE_ID} table.confluenceTable`, () => import('./sort-tables.ts'))

/**
 * Rendered article with its interactive parts. A text that differs in ticked tasks alone is shown without replacing the
 * elements, so that selection, focus and place stay.
 */
export function Article({ html: latest, ...context }: { html: string } & IslandContext) {
  const element = useRef<HTMLDivElement>(null)
  const [html, setHtml] = useState(latest)
  if (latest !== html && !differsInTicksOnly(html, latest)) setHtml(latest)
  const ticksOf = useRef(latest)
  useEffect(() => {
    if (element.current && ticksOf.current !== latest) applyTicks(element.current, latest)
    ticksOf.current = latest
  }, [latest])
  useScrollableBoxes(element)
  useEffect(() => {
    const article = element.current
    if (!article) return
    const undo = HELPERS.map(help => help(article))
    return () => {
      for (const step of undo) step()
    }
  }, [html])
  useIslands(element, html, context)
  return <ArticleView ref={element} html={html} />
}

/** Runs islands in an element, again for each new text. */
export function useIslands(
  element: { readonly current: HTMLElement | null },
  html: string,
  context: IslandContext,
): void {
  const { contentId, mayUpdate } = context
  const onChanged = useEffectEvent(() => context.onChanged())
  useEffect(() => {
    const article = element.current
    return article ? startIslands(article, { contentId, mayUpdate, onChanged: () => onChanged() }) : undefined
  }, [element, html, contentId, mayUpdate])
}
