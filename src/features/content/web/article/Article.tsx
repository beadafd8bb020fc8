import { useEffect, useRef } from 'react'
import { useScrollableBoxes } from '#platform/web/shell/useScrollableBoxes.ts'
import { addCopyButtons } from './code-blocks.ts'
import { addSectionLinks } from './section-links.ts'
import { startIslands } from './islands.ts'
import { addLozengeTips } from './lozenge-tips.ts'
import { makeTablesSortable } from './sort-tables.ts'

const HELPERS = [addSectionLinks, addCopyButtons, makeTablesSortable, addLozengeTips, startIslands]

/** A rendered article. Its HTML is the renderer's; what makes it handy is added when it is shown. */
export function Article({ html }: { html: string }) {
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
  return <div ref={element} id="main-content" className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
}
