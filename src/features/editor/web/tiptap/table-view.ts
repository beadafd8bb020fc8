import type { Node as ProseNode } from '@tiptap/pm/model'
import { TableView } from '@tiptap/pm/tables'
import { tableColumns, safeStyle } from '#language/editor/index.ts'

/** Table in its scrolling frame with column widths, as in view mode. */
export class WikiTableView extends TableView {
  constructor(node: ProseNode, minWidth: number) {
    super(node, minWidth)
    this.dom.className = 'table-wrap'
    this.#draw(node)
  }

  override update(node: ProseNode): boolean {
    const before = this.node
    if (node.type === before.type && hasSameFrame(node, before)) {
      this.node = node
      return true
    }
    if (!super.update(node)) return false
    this.#draw(node)
    return true
  }

  #draw(node: ProseNode): void {
    const bag = (node.attrs['attributes'] ?? {}) as Record<string, string>
    this.table.className = `confluenceTable ${(bag['class'] ?? '')
      .split(/\s+/)
      .filter(name => /^[\w-]{1,40}$/.test(name))
      .join(' ')}`
    const style = bag['style'] ? safeStyle(bag['style']) : undefined
    if (style) this.table.style.cssText += `;${style}`
    const dir = /^(?:ltr|rtl|auto)$/.exec(bag['dir'] ?? '')?.[0]
    if (dir) this.table.dir = dir
    else this.table.removeAttribute('dir')
    // Relative widths are not editable; they show until columns change.
    const written = tableColumns(String(node.attrs['head']))
    const columns = [...this.colgroup.children]
    if (written.length !== columns.length) return
    columns.forEach((column, index) => {
      const own = safeStyle(written[index]?.attributes['style'] ?? '')
      if (column instanceof HTMLElement && column.style.width === '' && own) column.style.cssText = own
    })
  }
}

/** Whether tables have the same columns and attributes: typing in a cell changes neither. */
function hasSameFrame(table: ProseNode, before: ProseNode): boolean {
  const { firstChild: row } = table
  const { firstChild: rowBefore } = before
  if (table.attrs !== before.attrs || !row || !rowBefore) return false
  if (row === rowBefore) return true
  return (
    row.childCount === rowBefore.childCount &&
    row.children.every((cell, index) => cell.attrs === rowBefore.child(index).attrs)
  )
}
