/** Import of Gliffy's JSON, versions 1.1 and 1.3; real files have invalid numbers, sizes and parents. */
import { DiagramError } from '../../model/check.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  LIMITS,
  type DiagramDocument,
  type DiagramPage,
  type Layer,
} from '../../model/document.ts'
import { checkJsonText } from '../../model/json-text.ts'
import { checkDocument } from '../../model/validate.ts'
import { ImportError, type Imported } from '../contract.ts'
import { foreign } from './foreign.ts'
import { fieldsAt, isFields, lengthOf, listAt, numberAt, textAt, type Fields } from './json.ts'
import { connectorOf } from './lines.ts'
import { MediaStore } from './media.ts'
import { readObjects, topOf } from './objects.ts'
import { ImportState, PageState } from './state.ts'
import { colourOf } from './style.ts'

const CONTENT_TYPE = 'application/gliffy+json'
/** Fields of a stage that our model has, or that Gliffy can derive. */
const TAKEN: ReadonlySet<string> = new Set(['objects', 'layers', 'background', 'width', 'height', 'imageCache'])

/** Whether a text looks like a diagram of Gliffy, by its beginning and end. */
export function isGliffy(text: string): boolean {
  const edge = text.length > 20_000 ? text.slice(0, 10_000) + text.slice(-10_000) : text
  return /^\uFEFF?\s*\{/.test(text) && (edge.includes(CONTENT_TYPE) || /"(?:stage|embeddedResources)"\s*:/.test(edge))
}

/**
 * Imports a diagram of Gliffy. Unsupported data is preserved in `foreign`; visual deviations are reported.
 * @throws ImportError when it is not JSON, no diagram of Gliffy, or too large; in roughly linear time
 */
export function importGliffy(text: string): Imported {
  const file = parse(text)
  const state = new ImportState(new MediaStore(listAt(fieldsAt(file, 'embeddedResources'), 'resources')))
  const pages = stagesOf(file).map((source, index) => readPage(state, source, index))
  const { stage: _stage, pages: _pages, embeddedResources: _resources, ...rest } = file
  const document: DiagramDocument = {
    format: FORMAT,
    version: FORMAT_VERSION,
    pages,
    media: state.media.media,
    ...foreign(rest),
  }
  try {
    checkDocument(document)
  } catch (error) {
    if (error instanceof DiagramError)
      throw new ImportError(`The Gliffy diagram cannot be taken over: ${error.message}`)
    throw error
  }
  return { document, report: state.finish() }
}

function parse(text: string): Fields {
  let file: unknown
  try {
    checkJsonText(text, LIMITS.bytes)
    file = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch (error) {
    const why = (error as Error).message
    if (error instanceof DiagramError) throw new ImportError(`The Gliffy file cannot be read: ${why}.`)
    throw new ImportError(
      `The Gliffy file is damaged: it is no JSON (${why.slice(0, 200)}). Export it from Gliffy again.`,
    )
  }
  if (!isFields(file))
    throw new ImportError('This is no Gliffy diagram: its JSON is no object. Choose a file that Gliffy saved.')
  return file
}

interface Source {
  stage: Fields
  name: string | undefined
  path: string
}

function stagesOf(file: Fields): Source[] {
  const pages = listAt(file, 'pages')
  if (pages.length > LIMITS.pages)
    throw new ImportError(`The Gliffy diagram has ${pages.length} pages; at most ${LIMITS.pages} are taken over.`)
  const sources = pages.flatMap((page, index): Source[] => {
    if (!isFields(page)) return []
    const scene = ['scene', 'stage'].find(name => isFields(page[name]))
    return [
      {
        stage: scene ? fieldsAt(page, scene) : page,
        name: textAt(page, 'title') ?? textAt(page, 'name'),
        path: `pages[${index}].${scene ?? 'objects'}`,
      },
    ]
  })
  if (sources.length > 0) return sources
  const stage = file['stage']
  if (isFields(stage)) return [{ stage, name: undefined, path: 'stage' }]
  throw new ImportError('This is no Gliffy diagram: it has no stage. Choose a file that Gliffy saved.')
}

function readPage(state: ImportState, { stage, name, path }: Source, index: number): DiagramPage {
  const background = colourOf(stage['background'])
  const { layers, ids } = layersOf(state, stage, path)
  const page = new PageState(layers, ids, background ?? '#ffffff')
  readObjects(state, page, listAt(stage, 'objects'), topOf(layers[0]?.id ?? '', `${path}.objects`))
  for (const line of page.lines) page.objects[line.id] = connectorOf(state, page, line)
  const unsupported = Object.fromEntries(Object.entries(stage).filter(([field]) => !TAKEN.has(field)))
  return {
    id: state.id(index + 1, 'page'),
    name: name?.slice(0, LIMITS.name) || `Page ${index + 1}`,
    width: lengthOf(numberAt(stage, 'width'), 800),
    height: lengthOf(numberAt(stage, 'height'), 600),
    background,
    grid: { size: 10, visible: stage['gridOn'] === true, snap: stage['snapToGrid'] === true },
    layers: [...layers],
    objects: page.objects,
    ...foreign(unsupported),
  }
}

/** Layers bottom to top, with their ids by those of the file. */
function layersOf(state: ImportState, stage: Fields, path: string): { layers: Layer[]; ids: Map<string, string> } {
  const ids = new Map<string, string>()
  const found = listAt(stage, 'layers').filter(isFields)
  if (found.length > LIMITS.layers)
    throw new ImportError(
      `${path}.layers: the diagram has ${found.length} layers; at most ${LIMITS.layers} are taken over.`,
    )
  const layers = found
    .toSorted((a, b) => (numberAt(a, 'order') ?? 0) - (numberAt(b, 'order') ?? 0))
    .map((layer, index): Layer => {
      const guid = textAt(layer, 'guid')
      const id = state.id(guid ?? index, 'layer-')
      if (guid !== undefined && !ids.has(guid)) ids.set(guid, id)
      return {
        id,
        name: textAt(layer, 'name')?.slice(0, LIMITS.name) || `Layer ${index + 1}`,
        visible: layer['visible'] !== false,
        locked: layer['locked'] === true,
      }
    })
  if (layers.length === 0) layers.push({ id: state.id(1, 'layer-'), name: 'Layer 1', visible: true, locked: false })
  return { layers, ids }
}
