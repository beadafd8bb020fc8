import type { Html } from '../html/html.ts'
import { empty, h, text } from '../html/html.ts'
import type { ElementNode } from '../model.ts'
import { textContent } from '../model.ts'
import { headingLevel, macroOf } from '../views.ts'
import { common, integer } from './attributes.ts'
import { formatDate } from './dates.ts'
import { renderHtmlImage } from './images.ts'
import { renderHtmlLink } from './links.ts'
import type { Renderer } from './renderer.ts'
import { renderCell, renderTable } from './tables.ts'

const inlineElements: ReadonlySet<string> = new Set(
  `b strong em i u s strike del ins sub sup code tt kbd samp var small big cite q abbr dfn mark span bdi bdo
  ruby rt rp acronym font`.split(/\s+/),
)

/** Elements with the same name in HTML and only common attributes. */
const plainElements: ReadonlySet<string> = new Set(
  `p div blockquote ul dl dt dd hr br thead tbody tfoot tr colgroup figure figcaption section article aside address center
  header footer nav details summary wbr`.split(/\s+/),
)

const listTypes: ReadonlySet<string> = new Set(['1', 'a', 'A', 'i', 'I'])

/** Elements removed with their text. */
const dropped: ReadonlySet<string> = new Set(
  `script style iframe object embed applet frame frameset noscript noframes template head title meta link base
  svg math canvas audio video source track select option textarea input button form`.split(/\s+/),
)

/** Obsolete names and their replacements. */
const renamed: Readonly<Record<string, string>> = { acronym: 'abbr', font: 'span', strike: 's', tt: 'code' }

/** HTML of an HTML element; undefined for one that is not listed, of which only the content is rendered. */
export function renderHtmlElement(renderer: Renderer, element: ElementNode): Html | undefined {
  const { name } = element
  if (dropped.has(name)) return empty
  if (headingLevel(element) > 0) return renderHeading(renderer, element)
  if (inlineElements.has(name)) {
    return h(renamed[name] ?? name, common(renderer, element), renderer.nodes(element.children))
  }
  switch (name) {
    case 'a':
      return renderHtmlLink(renderer, element)
    case 'img':
      return renderHtmlImage(renderer, element)
    case 'table':
      return renderTable(renderer, element)
    case 'td':
    case 'th':
      return renderCell(renderer, element)
    case 'pre':
      return h('pre', common(renderer, element), renderer.nodes(element.children))
    case 'ol':
      return h(
        'ol',
        {
          ...common(renderer, element),
          start: integer(element.attributes.start),
          type: oneOf(listTypes, element.attributes.type),
        },
        renderer.nodes(element.children),
      )
    case 'li':
      return h(
        'li',
        { ...common(renderer, element), value: integer(element.attributes.value) },
        renderer.nodes(element.children),
      )
    case 'col':
      return h('col', { ...common(renderer, element), span: integer(element.attributes.span) })
    case 'caption':
      return h('caption', common(renderer, element), renderer.nodes(element.children))
    case 'time':
      return renderTime(renderer, element)
    case 'label':
      return h('span', common(renderer, element), renderer.nodes(element.children))
    default:
      if (!plainElements.has(name)) return undefined
      return h(name, common(renderer, element), renderer.nodes(element.children))
  }
}

function renderHeading(renderer: Renderer, element: ElementNode): Html {
  const id = renderer.headingOf(element)?.id
  return h(element.name, { id, ...common(renderer, element) }, renderer.nodes(element.children))
}

/** Whether a macro's output is a block: as defined; for an unknown one, if it has a body or requests it. */
export function isBlockMacro(renderer: Renderer, element: ElementNode): boolean {
  const invocation = macroOf(element)
  const known = renderer.macro(invocation)
  if (known) return known.output(invocation) === 'block'
  const asked = invocation.parameters['atlassian-macro-output-type']?.toUpperCase()
  if (asked === 'INLINE') return false
  return asked === 'BLOCK' || invocation.bodyKind !== 'none'
}

function renderTime(renderer: Renderer, element: ElementNode): Html {
  const datetime = element.attributes.datetime ?? ''
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.+Z-]{2,30})?$/.test(datetime)) return renderer.nodes(element.children)
  const written = textContent(element).trim()
  return h('time', { datetime }, written === '' ? formatDate(datetime, renderer.session.locale) : text(written))
}

function oneOf(allowed: ReadonlySet<string>, value: string | undefined): string | undefined {
  return value !== undefined && allowed.has(value) ? value : undefined
}
