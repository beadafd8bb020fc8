import type { Html } from '../html/html.ts'
import { h } from '../html/html.ts'
import type { ElementNode } from '../model.ts'
import { common, integer } from './attributes.ts'
import type { Renderer } from './renderer.ts'
import { isLight } from './theme.ts'

/** A table in a scrollable frame. */
export function renderTable(renderer: Renderer, element: ElementNode): Html {
  const table = h('table', common(renderer, element, 'confluenceTable'), renderer.nodes(element.children))
  return h('div', { class: 'table-wrap' }, table)
}

export function renderCell(renderer: Renderer, element: ElementNode): Html {
  const a = element.attributes
  const colour = a['data-highlight-colour']
  const named = colour !== undefined && /^[a-z]{3,12}$/.test(colour) && colour !== 'transparent' ? colour : undefined
  const custom = colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined
  const base = common(
    renderer,
    element,
    element.name === 'th' ? 'confluenceTh' : 'confluenceTd',
    named && `highlight-${named}`,
    custom && `highlight-custom ${isLight(custom) ? 'highlight-light' : 'highlight-dark'}`,
  )
  const attributes = {
    ...base,
    class: [...new Set(String(base.class).split(' '))].join(' '),
    style: custom ? [base.style, `background-color: ${custom}`].filter(Boolean).join('; ') : base.style,
    colspan: span(a.colspan),
    rowspan: span(a.rowspan),
    scope: /^(?:row|col|rowgroup|colgroup)$/.test(a.scope ?? '') ? a.scope : undefined,
    'data-highlight-colour': named ?? custom,
  }
  return h(element.name, attributes, renderer.nodes(element.children))
}

/** A span of 1 to 1,000, as browsers take it. */
function span(value: string | undefined): string | undefined {
  const written = integer(value)
  return written !== undefined && Number(written) >= 1 && Number(written) <= 1000 ? written : undefined
}
