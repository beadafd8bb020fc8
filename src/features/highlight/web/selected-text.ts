import type { FoundText } from './slots.ts'

/** Elements shown in an article that are not text of the page itself. */
const NOT_OWN =
  'button, .ox-section-link, [aria-hidden="true"], .conf-macro[data-hasbody="false"], .user-mention, time, .emoticon, .error, ' +
  '.panelHeader, .expand-control, .confluence-information-macro > .title, .codeContent, .preformattedContent, ' +
  '.inline-task-checkbox, .unknown-macro-name, .excerpt-include'

const INVISIBLE = /[\s\u00ad\u200b-\u200d\u2060\ufeff]+/g

/** Finds out which occurrence of its words a range is. White space does not count, as in the stored page. */
export function findInArticle(range: Range, article: HTMLElement): FoundText | undefined {
  let whole = ''
  let start = 0
  const pieces: string[] = []
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(NOT_OWN)) continue
    if (range.intersectsNode(node)) {
      const from = node === range.startContainer ? range.startOffset : 0
      const to = node === range.endContainer ? range.endOffset : node.data.length
      const piece = node.data.slice(from, to)
      if (squeeze(piece) !== '') {
        if (pieces.length === 0) start = whole.length + squeeze(node.data.slice(0, from)).length
        pieces.push(piece)
      }
    }
    whole += squeeze(node.data)
  }
  const needle = squeeze(pieces.join(''))
  if (needle === '') return undefined
  let [index, numMatches] = [0, 0]
  for (let at = whole.indexOf(needle); at >= 0; at = whole.indexOf(needle, at + 1)) {
    if (at < start) index++
    numMatches++
  }
  return { text: range.toString().trim(), pieces, index, numMatches }
}

function squeeze(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}
