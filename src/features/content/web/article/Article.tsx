import { useEffect, useEffectEvent, useRef } from 'react'
import { useScrollableBoxes } from '#platform/web/shell/useScrollableBoxes.ts'
import { ArticleView } from '../../view/ArticleView.tsx'
import { addCopyButtons } from './code-blocks.ts'
import { addSectionLinks } from './section-links.ts'
import { startIslands, type IslandContext } from './islands.ts'
import { addLozengeTips } from './lozenge-tips.ts'
import { makeTablesSortable } from './sort-tables.ts'

const HELPERS = [addSectionLinks, addCopyButtons, makeTablesSortable, addLozengeTips]

/** A rendered article. Its HTML is the renderer's; what makes it handy is added when it is shown. */
export function Article({ html, ...context }: { html: string } & IslandContext) {
  const element = useRef<HTMLDivElement>(null)
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

/** Brings to life what the rendered text in an element holds, anew whenever it is another text. */
export function useIslands(element: { readonly current: HTMLElement | null }, html: string, context: IslandContext): void {
  const { contentId, mayUpdate } = context
  const onChanged = useEffectEvent(() => context.onChanged())
  useEffect(() => {
    const article = element.current
    return article ? startIslands(article, { contentId, mayUpdate, onChanged: () => onChanged() }) : undefined
  }, [element, html, contentId, mayUpdate])
}
