import { type RefObject, useEffect } from 'react'

/**
 * Code and tables wider than the page scroll in boxes of their own; the keyboard reaches those (WCAG 2.1.1), and only
 * those: a box that shows all it has is no stop for Tab.
 */
export function useScrollableBoxes(article: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = article.current
    if (!element) return
    const check = () => {
      for (const box of element.querySelectorAll<HTMLElement>('pre, .table-wrap')) {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
        else if (box.tabIndex === 0) box.removeAttribute('tabindex')
      }
    }
    // The observer's first call comes at once; the second one follows what islands and the editor change.
    const sizes = new ResizeObserver(check)
    const contents = new MutationObserver(check)
    sizes.observe(element)
    contents.observe(element, { childList: true, subtree: true })
    // A typeface that arrives late makes lines longer without changing the article's size.
    document.fonts.addEventListener('loadingdone', check)
    return () => {
      document.fonts.removeEventListener('loadingdone', check)
      sizes.disconnect()
      contents.disconnect()
    }
  }, [article])
}
