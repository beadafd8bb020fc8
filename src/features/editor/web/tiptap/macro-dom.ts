import type { DOMOutputSpec, Node as ProseNode } from '@tiptap/pm/model'
import { macroParameter } from '#language/editor/index.ts'
import { readBoolean, readLength } from '#language/macros/parameters.ts'
import { t } from '#platform/web/i18n.ts'

/** Message box classes, as rendered. */
const boxes: ReadonlyMap<string, readonly [kind: string, icon: string]> = new Map([
  ['info', ['information', 'info']],
  ['note', ['note', 'warning']],
  ['tip', ['tip', 'approve']],
  ['warning', ['warning', 'error']],
])

export function macroName(node: ProseNode): string {
  return (node.attrs['attributes'] as Record<string, string> | null)?.['ac:name'] ?? ''
}

/** Marks the element of a macro's body; the rest is rendered from parameters. */
export const BODY = 'data-ox-body'

/**
 * Macro with an editable body, as in view mode; the title is edited in the toolbar.
 * @param titles of macros, by their names
 */
export function macroDom(
  node: ProseNode,
  base: Record<string, string>,
  titles: ReadonlyMap<string, string>,
): DOMOutputSpec {
  const name = macroName(node)
  const title = macroParameter(String(node.attrs['head']), 'title')
  const fixed = { contenteditable: 'false' }
  const box = boxes.get(name)
  if (box) {
    return [
      'div',
      { ...base, class: `confluence-information-macro confluence-information-macro-${box[0]}` },
      ...(title ? [['p', { class: 'title', ...fixed }, title]] : []),
      ['span', { class: `aui-icon aui-icon-small aui-iconfont-${box[1]} confluence-information-macro-icon`, ...fixed }],
      ['div', { class: 'confluence-information-macro-body', [BODY]: '' }, 0],
    ] as unknown as DOMOutputSpec
  }
  if (name === 'panel') {
    return [
      'div',
      { ...base, class: 'panel' },
      ...(title ? [['div', { class: 'panelHeader', ...fixed }, ['b', title]]] : []),
      ['div', { class: 'panelContent', [BODY]: '' }, 0],
    ] as unknown as DOMOutputSpec
  }
  if (name === 'expand') {
    return [
      'div',
      { ...base, class: 'expand-container ox-expand' },
      [
        'div',
        { class: 'expand-control', ...fixed },
        ['span', { class: 'expand-icon' }],
        ['span', title || t('Click here to expand...')],
      ],
      ['div', { class: 'expand-content', [BODY]: '' }, 0],
    ] as unknown as DOMOutputSpec
  }
  if (name === 'section') {
    const hasBorder = readBoolean((macroParameter(String(node.attrs['head']), 'border') ?? '').trim()) ?? false
    return [
      'div',
      { ...base, class: 'sectionColumnWrapper ox-section' },
      [
        'div',
        { class: `sectionMacro${hasBorder ? ' sectionMacroWithBorder' : ''}` },
        ['div', { class: 'sectionMacroRow', [BODY]: '' }, 0],
      ],
    ]
  }
  if (name === 'column') {
    const width = readLength((macroParameter(String(node.attrs['head']), 'width') ?? '').trim())
    const style = width && `width: ${width}; min-width: ${width}; max-width: ${width}`
    return [
      'div',
      { ...base, class: `columnMacro${style ? ' columnMacroSized' : ''}`, ...(style ? { style } : {}) },
      ['div', { [BODY]: '' }, 0],
    ]
  }
  const kind = titles.get(name) ?? name
  const label = title ? `${kind}: ${title}` : kind
  const alignment = alignmentIn(name, String(node.attrs['head']))
  return [
    'div',
    { ...base, class: 'ox-macro' },
    ['div', { class: 'ox-macro-label', ...fixed }, label],
    ['div', { class: 'ox-macro-body', [BODY]: '', ...(alignment ? { style: `text-align: ${alignment}` } : {}) }, 0],
  ]
}

/** The alignment that a macro gives to its body. */
function alignmentIn(name: string, head: string): string | undefined {
  if (name === 'center') return 'center'
  const written = name === 'align' ? macroParameter(head, 'align') || macroParameter(head, '') : undefined
  return /^(?:left|center|right|justify)$/i.exec(written?.trim() ?? '')?.[0].toLowerCase()
}
