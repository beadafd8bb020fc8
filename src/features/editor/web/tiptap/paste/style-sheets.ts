/** Styles of pasted HTML: those of its style sheets that the editor understands, as styles of elements. */

import { inside } from './dom.ts'

/** Attribute of a template with the text of a style sheet. */
export const SHEET = 'data-ox-sheet'

/** Properties that text and cells keep. */
const KEPT: ReadonlySet<string> = new Set([
  'background',
  'background-color',
  'color',
  'display',
  'font-style',
  'font-weight',
  'text-align',
  'text-decoration',
  'width',
])
/** Length and number of rules beyond which style sheets are ignored, to keep the page responsive. */
const MOST_TEXT = 300_000
const MOST_RULES = 2000
const COMMENT = /<!--|-->|\/\*[\s\S]*?\*\//g
const RULE = /([^{}]{1,2000})\{([^{}]{0,4000})\}/g
const SELECTOR = /^(?:p|span|td|th|tr|col|table)?\.[\w-]{1,80}$/

/** Writes the rules for classes into the elements that have them; styles that an element has win. */
export function inlineStyleSheets(dom: Element): void {
  const text = takeSheets(dom).join('\n')
  if (text === '' || text.length > MOST_TEXT) return
  let rules = 0
  for (const [, selectors = '', declarations = ''] of text.replaceAll(COMMENT, '').matchAll(RULE)) {
    const style = keptOf(declarations)
    if (style.length === 0) continue
    for (const selector of selectors.split(',').map(part => part.trim())) {
      if (!SELECTOR.test(selector) || ++rules > MOST_RULES) continue
      for (const element of inside(dom, selector)) apply(element, style)
    }
  }
}

function takeSheets(dom: Element): string[] {
  return [...dom.querySelectorAll<HTMLTemplateElement>(`template[${SHEET}]`)].map(template => {
    template.remove()
    return template.content.textContent ?? ''
  })
}

type Declaration = readonly [property: string, value: string]

function keptOf(declarations: string): Declaration[] {
  return declarations.split(';').flatMap((declaration): Declaration[] => {
    const [name = '', ...value] = declaration.split(':')
    const property = name.trim().toLowerCase()
    return KEPT.has(property) ? [[property, value.join(':').trim()]] : []
  })
}

function apply(element: HTMLElement, style: readonly Declaration[]): void {
  for (const [property, value] of style) {
    if (element.style.getPropertyValue(property) === '') element.style.setProperty(property, value)
  }
}
