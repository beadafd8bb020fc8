import { describe, expect, it } from 'vitest'
import { macros, parse, serialise } from '#language/index.ts'
import { diagramsIn, latest, mayShowDiagrams, rewriteDiagrams } from './macros-shared.ts'
import { drawioMacro } from './drawio-shared.ts'
import { DRAWIO_MACROS, MACRO } from './names.ts'
import { plainReference, sizeOnPage, type DiagramReference } from './reference-shared.ts'

const macro = (name: string, parameters: Record<string, string>) =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1" ac:macro-id="m1">\n${Object.entries(parameters)
    .map(([key, value]) => `  <ac:parameter ac:name="${key}">${value}</ac:parameter>\n`)
    .join('')}</ac:structured-macro>`
/** The reference of a macro on page 7. */
const read = (parameters: Record<string, string>, name = 'drawio') => {
  const [reference] = diagramsIn(macros(parse(macro(name, parameters))), 7)
  return reference
}
const plain = { ...plainReference(7, 'Flow'), macro: 'drawio' as const }

describe('the reference of a macro of draw.io', () => {
  it('is read of each of its macros, in whatever case', () => {
    expect(DRAWIO_MACROS.map(name => read({ diagramName: 'Flow' }, name)?.macro)).toEqual(DRAWIO_MACROS)
    expect(drawioMacro('DrawIO')).toBe('drawio')
    expect([drawioMacro('gliffy'), drawioMacro('drawio-board'), drawioMacro('constructor')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    for (const name of [MACRO, ...DRAWIO_MACROS]) expect(mayShowDiagrams(macro(name, {})), name).toBe(true)
    expect(mayShowDiagrams('<p>A draw.io diagram</p>')).toBe(false)
  })

  it('needs a name', () => {
    expect(read({ diagramName: ' Flow ' })).toEqual(plain)
    for (const parameters of [{}, { diagramName: ' ' }, { name: 'Flow' }, { diagramUrl: 'https://example.org/x' }])
      expect(read(parameters as Record<string, string>)).toBeUndefined()
  })

  it('has another page for inc-drawio alone', () => {
    const elsewhere = { diagramName: 'Flow', pageId: '9' }
    expect(DRAWIO_MACROS.map(name => read(elsewhere, name)?.ownerPageId)).toEqual([7, 7, 9])
    for (const pageId of ['', '0', '1.5', 'x', '-9'])
      expect(read({ diagramName: 'Flow', pageId }, 'inc-drawio')?.ownerPageId, pageId).toBe(7)
  })

  it('says how the diagram is shown, and leaves out what says nothing', () => {
    expect(
      read({
        diagramName: 'Flow',
        width: '320',
        zoom: '0.5',
        border: 'true',
        tbstyle: 'hidden',
        aspect: 'Ab_-1 1 x2',
        links: 'auto',
      }),
    ).toEqual({ ...plain, width: 320, zoom: 0.5, border: true, chrome: 'min', pagePin: 'Ab_-1' })
    expect(read({ diagramName: 'Flow', simpleViewer: 'true' })?.chrome).toBe('min')
    expect(read({ diagramName: 'Flow', simple: '1' })?.chrome).toBe('min')
    const nothing = { width: '', zoom: '1', border: 'false', simple: '0', tbstyle: 'top', aspect: '', revision: '4' }
    expect(read({ diagramName: 'Flow', ...nothing })).toEqual(plain)
    for (const wrong of ['0', '-1', '1e9', '99999999', 'NaN', '100%', '12em'])
      expect(read({ diagramName: 'Flow', width: wrong, zoom: wrong }), wrong).toEqual(plain)
  })

  it('has the size of the drawing at its revision where the macro has width and height', () => {
    const drawing = { width: 600, height: 300 }
    const both = read({ diagramName: 'Flow', width: '400', height: '250', revision: '3', zoom: '2' })
    expect(both).toEqual({ ...plain, width: 400, widthOf: 3, zoom: 2 })
    const size = (parameters: Partial<DiagramReference>, version?: number) =>
      sizeOnPage({ ...plain, ...parameters }, drawing, version)
    expect(size(both ?? {}, 3)).toEqual({ width: 800, height: 400 })
    expect(size(both ?? {}, 4)).toEqual({ width: 1200, height: 600 })
    expect(size(both ?? {})).toEqual({ width: 800, height: 400 })
    expect(size({ width: 300 }, 9)).toEqual({ width: 300, height: 150 })
    expect(size({ size: 'S' })).toEqual({ width: 200, height: 100 })
    expect(sizeOnPage({ ...plain, width: 5 }, { width: 0, height: 0 })).toEqual({ width: 5, height: 1 })
  })
})

describe('a changed reference of a macro of draw.io', () => {
  const full = {
    zoom: '1',
    simple: '0',
    inComment: '0',
    pageId: '7',
    lbox: '1',
    diagramDisplayName: 'Flow',
    contentVer: '2',
    revision: '2',
    diagramName: 'Flow',
    width: '600',
    height: '300',
    custContentId: '98304',
  }
  const rewritten = (
    name: string,
    parameters: Record<string, string>,
    change: (reference: DiagramReference) => DiagramReference,
    to = 7,
  ) => serialise(rewriteDiagrams(parse(macro(name, parameters)), 7, change, to).document)
  const canonical = (name: string, parameters: Record<string, string>) => serialise(parse(macro(name, parameters)))

  it('leaves a text as it is where nothing differs', () => {
    for (const [name, parameters] of [
      ['drawio', full],
      ['DrawIO', { ...full, zoom: '2', border: 'TRUE', tbstyle: 'hidden', aspect: 'p1 0' }],
      ['drawio-sketch', { diagramName: 'Flow', '': 'x', width: '' }],
      ['inc-drawio', { ...full, pageId: '9', includedDiagram: '1' }],
    ] as const) {
      const document = parse(macro(name, parameters))
      expect(rewriteDiagrams(document, 7, latest).document, name).toBe(document)
    }
  })

  it('changes the name, and the title that is shown in draw.io', () => {
    const rename = (reference: DiagramReference) => ({ ...reference, name: 'A & B' })
    expect(rewritten('drawio', full, rename)).toBe(
      canonical('drawio', { ...full, diagramDisplayName: 'A &amp; B', diagramName: 'A &amp; B' }),
    )
    expect(rewritten('drawio-sketch', { diagramName: 'Flow' }, rename)).toBe(
      canonical('drawio-sketch', { diagramName: 'A &amp; B' }),
    )
  })

  it('includes a diagram of another page, and shows one of its own page', () => {
    const stays = (reference: DiagramReference) => reference
    const appended = (parameters: Record<string, string>, name: string, more: string) =>
      canonical(name, parameters).replace('</ac:structured-macro>', `${more}</ac:structured-macro>`)
    const included = '<ac:parameter ac:name="includedDiagram">1</ac:parameter>'
    for (const name of ['drawio', 'drawio-sketch'])
      expect(rewritten(name, full, stays, 8)).toBe(appended(full, 'inc-drawio', included))
    expect(rewritten('drawio', { diagramName: 'Flow' }, stays, 8)).toBe(
      appended({ diagramName: 'Flow' }, 'inc-drawio', `<ac:parameter ac:name="pageId">7</ac:parameter>${included}`),
    )
    const foreign = { diagramName: 'Flow', pageId: '9' }
    expect(rewritten('inc-drawio', foreign, stays, 9)).toBe(canonical('drawio', foreign))
    expect(rewritten('inc-drawio', foreign, reference => ({ ...reference, ownerPageId: 7 }))).toBe(
      canonical('drawio', { ...foreign, pageId: '7' }),
    )
    expect(rewritten('inc-drawio', foreign, stays, 8)).toBe(canonical('inc-drawio', foreign))
  })

  it('is shown otherwise', () => {
    const looks = (change: Partial<DiagramReference>, parameters: Record<string, string> = full) =>
      read(parametersOf(rewritten('drawio', parameters, reference => ({ ...reference, ...change }))))
    const parametersOf = (storage: string) => ({ ...macros(parse(storage))[0]?.parameters })
    expect(parametersOf(rewritten('drawio', full, sized('M')))).toEqual(
      without({ ...full, width: '300' }, 'height', 'zoom'),
    )
    expect(parametersOf(rewritten('drawio', full, sized('O')))).toEqual(without(full, 'width', 'height', 'zoom'))
    expect(looks({ border: true })?.border).toBe(true)
    expect(looks({ border: false }, { ...full, border: 'true' })?.border).toBe(false)
    expect(looks({ chrome: 'min' })?.chrome).toBe('min')
    expect(looks({ chrome: 'full' }, { ...full, simpleViewer: 'true' })?.chrome).toBe('full')
    expect(looks({ pagePin: 'p2' })?.pagePin).toBe('p2')
  })

  const sized =
    (size: DiagramReference['size']) =>
    ({ width: _width, widthOf: _version, zoom: _zoom, ...reference }: DiagramReference): DiagramReference => ({
      ...reference,
      size,
    })
  const without = (parameters: Record<string, string>, ...names: string[]) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)))
})
