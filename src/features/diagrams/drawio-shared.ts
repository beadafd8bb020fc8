import { DRAWIO_INCLUDE_MACRO, DRAWIO_MACRO, DRAWIO_MACROS, type DrawioMacro } from './names.ts'
import { WIDTHS, type DiagramReference } from './reference-shared.ts'

type Parameters = Readonly<Record<string, string>>

/** Largest width of a picture, px, and largest factor of it. */
const MOST_WIDTH = 10_000
const MOST_ZOOM = 10

/** The macro of draw.io with a name; undefined for other names. */
export function drawioMacro(name: string): DrawioMacro | undefined {
  const folded = name.toLowerCase()
  return DRAWIO_MACROS.find(macro => macro === folded)
}

/**
 * Parses the parameters of a macro of draw.io, ignoring invalid ones. Undefined when it names no diagram.
 *
 * Only `inc-drawio` shows a file of the page `pageId`: the others have the id of the page where they were drawn, which
 * stays when that page is copied, and show the file of their own page, as draw.io does. `revision` does not fix the
 * version, since each save in draw.io raises it. A `height` beside `width` means that both are of the drawing of that
 * version; a width alone was chosen by an author.
 */
export function readDrawio(
  macro: DrawioMacro,
  parameters: Parameters,
  currentPageId: number,
): DiagramReference | undefined {
  const given = (name: string) => parameters[name]?.trim() ?? ''
  const isSet = (name: string) => /^(?:1|true)$/i.test(given(name))
  const name = given('diagramName').slice(0, 1000)
  if (name === '' || name.includes('\0')) return undefined
  const owner = macro === DRAWIO_INCLUDE_MACRO ? numberIn(given('pageId'), Number.MAX_SAFE_INTEGER) : undefined
  const width = numberIn(given('width'), MOST_WIDTH)
  const zoom = numberIn(given('zoom'), MOST_ZOOM)
  const revision = numberIn(given('revision'), Number.MAX_SAFE_INTEGER)
  const isHidden = given('tbstyle').toLowerCase() === 'hidden' || isSet('simple') || isSet('simpleViewer')
  // The id of the page, and those of its layers.
  const [pagePin = ''] = given('aspect').split(' ')
  return {
    macro,
    ownerPageId: owner !== undefined && Number.isInteger(owner) ? owner : currentPageId,
    name,
    size: 'O',
    border: isSet('border'),
    chrome: isHidden ? 'min' : 'full',
    html5: true,
    ...(pagePin === '' ? {} : { pagePin: pagePin.slice(0, 255) }),
    ...(width === undefined ? {} : { width }),
    ...(width !== undefined && revision !== undefined && given('height') !== '' ? { widthOf: revision } : {}),
    ...(zoom === undefined || zoom === 1 ? {} : { zoom }),
  }
}

/** A positive number of up to `most`; undefined for any other text. */
function numberIn(text: string, most: number): number | undefined {
  const value = /^\d{1,15}(?:\.\d{1,6})?(?:px)?$/.test(text) ? Number.parseFloat(text) : 0
  return value > 0 && value <= most ? value : undefined
}

/** A macro of draw.io after a change: its name, and parameters by name, of which undefined ones go. All others stay. */
interface DrawioChange {
  macro: DrawioMacro
  parameters: Readonly<Record<string, string | undefined>>
}

/**
 * The change of a macro that makes it another reference.
 * @param stored parameters of the macro
 * @param currentPageId page that has the macro after the change
 */
export function drawioChange(
  { reference: before, stored }: { reference: DiagramReference; stored: Parameters },
  after: DiagramReference,
  currentPageId: number,
): DrawioChange {
  const { macro = DRAWIO_MACRO } = before
  const isIncluded = after.ownerPageId !== currentPageId
  const ownMacro = macro === DRAWIO_INCLUDE_MACRO ? DRAWIO_MACRO : macro
  const parameters: Record<string, string | undefined> = {}
  if (after.name !== before.name) {
    parameters['diagramName'] = after.name
    if (stored['diagramDisplayName'] !== undefined) parameters['diagramDisplayName'] = after.name
  }
  if (isIncluded && (macro !== DRAWIO_INCLUDE_MACRO || stored['pageId'] !== String(after.ownerPageId)))
    Object.assign(parameters, { pageId: String(after.ownerPageId), includedDiagram: '1' })
  if (!isIncluded && macro === DRAWIO_INCLUDE_MACRO)
    Object.assign(parameters, { pageId: String(currentPageId), includedDiagram: undefined })
  return {
    macro: isIncluded ? DRAWIO_INCLUDE_MACRO : ownMacro,
    parameters: { ...parameters, ...changedLooks(before, after) },
  }
}

function changedLooks(before: DiagramReference, after: DiagramReference): DrawioChange['parameters'] {
  const looks: Record<string, string | undefined> = {}
  if (after.size !== before.size || after.width !== before.width || after.zoom !== before.zoom) {
    const width = after.width ?? WIDTHS[after.size]
    looks['width'] = width === undefined ? undefined : String(width)
    looks['height'] = undefined
    looks['zoom'] = after.zoom === undefined ? undefined : String(after.zoom)
  }
  if (after.border !== before.border) looks['border'] = String(after.border)
  if (after.chrome !== before.chrome)
    Object.assign(looks, {
      tbstyle: after.chrome === 'min' ? 'hidden' : 'top',
      simple: undefined,
      simpleViewer: undefined,
    })
  if (after.pagePin !== before.pagePin) looks['aspect'] = after.pagePin
  return looks
}
