import { type RefObject, useEffect } from 'react'

/** Makes overflowing code and tables focusable for keyboard scrolling (WCAG 2.1.1), and only those. */
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
    // The resize observer fires at once; the mutation observer covers islands and the editor.
    const sizes = new ResizeObserver(check)
    const contents = new MutationObserver(check)
    sizes.observe(element)
    contents.observe(element, { childList: true, subtree: true })
    // Late fonts widen lines without resizing the article.
    document.fonts.addEventListener('loadingdone', check)
    return () => {
      document.fonts.removeEventListener('loadingdone', check)
      sizes.disconnect()
      contents.disconnect()
    }
  }, [article])
}
