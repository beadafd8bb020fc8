import { opened } from './state.ts'

/** A selection that was cleared may be about to be replaced by another. */
const SETTLED_MS = 1000

/**
 * Calls back once when no text of the article is selected or being commented on, now or later.
 * @returns a function that cancels it
 */
export function whenTextIsFree(run: () => void): () => void {
  if (!isTextInUse()) {
    run()
    return () => undefined
  }
  const events = new AbortController()
  let timer: number | undefined
  const look = () => {
    window.clearTimeout(timer)
    if (isTextInUse()) return
    timer = window.setTimeout(() => {
      end()
      run()
    }, SETTLED_MS)
  }
  document.addEventListener('selectionchange', look, { signal: events.signal })
  const leave = opened.subscribe(look)
  const end = () => {
    window.clearTimeout(timer)
    events.abort()
    leave()
  }
  return end
}

function isTextInUse(): boolean {
  const selection = document.getSelection()
  const article = document.getElementById('main-content')
  const isSelected =
    selection !== null &&
    !selection.isCollapsed &&
    article !== null &&
    selection.rangeCount > 0 &&
    selection.getRangeAt(0).intersectsNode(article)
  return isSelected || opened.get()?.kind === 'new'
}
