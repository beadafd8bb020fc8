import { describe, expect, it } from 'vitest'
import { macros, parse, serialise } from '#language/index.ts'
import { diagramsIn, isSameReference, rewriteDiagrams, unpinned } from './macros-shared.ts'

const macro = (parameters: Record<string, string>, name = 'gliffy') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`
const of = (name: string, version: number) => ({ ownerPageId: 7, name, version })
/** The text of page 7 after the macros of a diagram were unpinned. */
const unpin = (storage: string, meant = of('Flow', 3)) => {
  const { document, changed } = unpinned(parse(storage), 7, reference => isSameReference(reference, meant))
  return { storage: serialise(document), changed }
}

describe('the diagram macros of a text', () => {
  it('are unpinned where name, version and owner page are those of the diagram; without a page id it is the current page [D4-03]', () => {
    const others = [
      macro({ name: 'Flow', version: '2' }),
      macro({ name: 'Flow', pageid: '8', version: '3' }),
      macro({ name: 'Other', version: '3' }),
      macro({ name: 'Flow' }),
      macro({ name: 'Flow', version: '3' }, 'other-macro'),
    ].join('')
    expect(
      unpin(macro({ name: 'Flow', version: '3' }) + macro({ name: 'Flow', pageid: '7', version: '3' }) + others),
    ).toEqual({
      storage: macro({ name: 'Flow' }) + macro({ name: 'Flow' }) + others,
      changed: 2,
    })
    expect(unpin(others)).toEqual({ storage: others, changed: 0 })
  })

  it('lose parameters of empty name and those that say what is so anyway, and keep what others wrote [D4-04]', () => {
    const stored = {
      '': 'x',
      size: 'L',
      name: 'Flow',
      version: '3',
      border: 'true',
      chrome: 'full',
      html5: 'true',
      custom: 'kept',
    }
    expect(unpin(macro(stored)).storage).toBe(macro({ name: 'Flow', border: 'true', custom: 'kept' }))
    // The unnamed parameter of another macro means something.
    const include = macro({ '': 'Another page' }, 'include')
    expect(unpin(include + macro({ name: 'Flow', version: '3' })).storage).toBe(include + macro({ name: 'Flow' }))
  })

  it('are found and changed in layouts, tables, other macros and the old form', () => {
    const around = (inner: string) =>
      `<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell>${inner}</ac:layout-cell></ac:layout-section></ac:layout>` +
      `<table><tbody><tr><td><p>${inner}</p></td></tr></tbody></table>` +
      `<ac:structured-macro ac:name="panel"><ac:rich-text-body><ac:structured-macro ac:name="unknown"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro></ac:rich-text-body></ac:structured-macro>` +
      `<p><ac:macro ac:name="Gliffy">${inner.replace(/^<ac:structured-macro[^>]*>|<\/ac:structured-macro>$/g, '')}</ac:macro></p>`
    const pinned = around(macro({ name: 'Flow', version: '3', size: 'M' }))
    expect(diagramsIn(macros(parse(pinned)), 7).map(({ name, version }) => [name, version])).toEqual(
      Array(4).fill(['Flow', 3]),
    )
    expect(unpin(pinned)).toEqual({ storage: around(macro({ name: 'Flow', size: 'M' })), changed: 4 })
  })

  it('may show another diagram, of which the page is named where it is another one', () => {
    const to = (ownerPageId: number) =>
      serialise(
        rewriteDiagrams(parse(macro({ pageid: '9', name: 'Flow', pagePin: '2' })), 7, reference => ({
          ...reference,
          ownerPageId,
          name: 'A & B',
        })).document,
      )
    expect(to(7)).toBe(macro({ name: 'A &amp; B', pagePin: '2' }))
    expect(to(8)).toBe(macro({ pageid: '8', name: 'A &amp; B', pagePin: '2' }))
  })
})
