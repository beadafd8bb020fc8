import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { docOf, schema } from './testing/state.ts'
import { atoms, samples } from './testing/samples.ts'
import { startOf, withLastLine } from './web/tiptap/start.ts'

/** Nodes of the schema that are selected as a whole. */
const selectable = Object.values(schema.nodes).filter(
  type => type.isAtom && !type.isText && NodeSelection.isSelectable(type.create()),
)

describe('where writing begins', () => {
  const opened = (storage: string) => schema.nodeFromJSON(withLastLine(docOf(storage).toJSON() as never))

  it.each(selectable.map(({ name }) => name))('is a place for text on a page that begins with the node %s', name => {
    const source = Object.entries(samples).find(([sample]) => sample === name)?.[1] ?? ''
    const doc = opened(source)
    let found = false
    doc.descendants(({ type }) => {
      found ||= type.name === name
    })
    expect(found, `a sample of ${name}`).toBe(true)
    expect(startOf(doc)).toBeInstanceOf(TextSelection)
  })

  const cases: Record<string, string> = {
    ...atoms,
    'several in a row': Object.values(atoms).join(''),
    'one in a panel': `<ac:structured-macro ac:name="panel"><ac:rich-text-body>${atoms['toc']}</ac:rich-text-body></ac:structured-macro>`,
    'one in a column': `<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell>${atoms['toc']}</ac:layout-cell></ac:layout-section></ac:layout>`,
    'one in a cell': `<table><tbody><tr><td>${atoms['toc']}</td></tr></tbody></table>`,
  }
  it.each(Object.entries(cases))('is after blocks that are shown as a whole: %s', (_name, source) => {
    for (const rest of ['', '<p>text</p>', '<h2>text</h2>', '<ul><li>text</li></ul>']) {
      const doc = opened(source + rest)
      const start = startOf(doc)
      expect(start).toBeInstanceOf(TextSelection)
      expect(start.empty).toBe(true)
      expect(start.$from.parent.textContent).toBe(rest === '' ? '' : 'text')
      expect(start.$from.parentOffset).toBe(0)
      expect(start.eq(Selection.atStart(doc))).toBe(false)
    }
  })
})
