/** A selection in the text of a page or of one of its comments. */
export interface SelectedPlace {
  range: Range
  area: 'main' | 'comment'
  /** Element of the text. */
  root: HTMLElement
}

/** The selection, if it is within one text and holds words or a picture. */
export function selectedPlace(): SelectedPlace | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0).cloneRange()
  const root = elementOf(range.commonAncestorContainer)?.closest<HTMLElement>('#main-content, .ox-comment-body')
  if (!root || root.isContentEditable) return undefined
  const hasPicture = range.cloneContents().querySelector('img, svg') !== null
  if (range.toString().trim() === '' && !hasPicture) return undefined
  return { range, root, area: root.id === 'main-content' ? 'main' : 'comment' }
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}
