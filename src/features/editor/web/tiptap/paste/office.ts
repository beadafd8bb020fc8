/** HTML of office programs: Word, Outlook, Excel, Google Docs and Sheets, Numbers. */
import { macroSource } from '#language/editor/index.ts'
import { groundOf, inkOf } from './colours.ts'
import { create, elementOf, inside, retag, toTaskList } from './dom.ts'

/** Signs of an office program, whose colours of text are meant; those of web pages belong to their design. */
const SIGNS = [
  '[class*="Mso"]',
  '[class^="xl"]',
  '[id^="docs-internal-guid"]',
  'google-sheets-html-origin',
  '[data-sheets-root]',
  'meta[content*="Excel"]',
  'meta[content*="Word"]',
  'meta[content*="Cocoa"]',
].join()

/** Turns the elements of office programs into those that the editor reads. @returns whether they come from one */
export function readOffice(dom: Element): boolean {
  for (const hidden of inside(dom, '[style*="display"]')) if (hidden.style.display === 'none') hidden.remove()
  if (!dom.querySelector(SIGNS)) return false
  readWord(dom)
  readChecklists(dom)
  for (const text of inside(dom, 'span[style], td[style], th[style]')) keepColours(text)
  return true
}

function readWord(dom: Element): void {
  const contents = [...dom.querySelectorAll('[class*="MsoToc"]')]
  contents[0]?.before(elementOf(dom, 'opaqueBlock', { source: macroSource('toc') }))
  for (const line of contents) line.remove()
  for (const title of inside(dom, '.MsoTitle')) retag(title, 'h1')
  for (const quote of inside(dom, 'p[class*="MsoQuote"], p[class*="MsoIntenseQuote"]'))
    quote.replaceWith(create(dom, 'blockquote', [create(dom, 'p', quote.childNodes)]))
  // Empty lines hold a blank, and links to footnotes lead nowhere.
  for (const line of inside(dom, 'p[class*="Mso"]')) {
    if ((line.textContent ?? '').trim() === '' && !line.querySelector('img')) line.replaceChildren()
  }
  for (const link of inside(dom, 'a[href^="#_"]')) link.removeAttribute('href')
}

/** Lists of Google Docs whose items have a check box, with a picture of it. */
function readChecklists(dom: Element): void {
  for (const list of inside(dom, 'ul')) {
    const items = [...list.children].filter(child => child.matches('li'))
    const isOfTasks = items.length > 0 && items.every(item => item.getAttribute('role') === 'checkbox')
    for (const box of list.querySelectorAll(':scope > li > img[aria-roledescription="checkbox"]')) box.remove()
    if (isOfTasks)
      toTaskList(
        list,
        items.map(item => [item, item.getAttribute('aria-checked') === 'true']),
      )
  }
}

/** Colours of a text as a mark around its content; links have their own, and grounds of cells are attributes. */
function keepColours(text: HTMLElement): void {
  const ink = text.closest('a') || text.querySelector('a') ? undefined : inkOf(text.style.color)
  const ground = text.matches('span') ? groundOf(text.style.backgroundColor) : undefined
  if (ink === undefined && ground === undefined) return
  const style = [ink && `color: ${ink};`, ground && `background-color: ${ground};`].filter(Boolean).join(' ')
  text.append(elementOf(text, 'textStyle', { attributes: { style } }, text.childNodes))
}
