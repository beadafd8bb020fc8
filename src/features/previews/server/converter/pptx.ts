import { element, text as textNode, type StorageNode } from '#language/index.ts'
import type { Drawing } from './diagram.ts'
import { SlideDrawer } from './pptx-slides.ts'
import { LIMITS, Refusal } from './protocol.ts'
import { readXml, relationsIn } from './xml.ts'
import { treeOf } from './xml-tree.ts'
import { unzipWithin, xmlOf } from './zip.ts'

/** Parts by which slides are drawn, beside those that have their words. */
const DRAWN =
  /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|theme\/[^/]+\.xml|media\/[^/]+\.(?:png|jpe?g|gif|webp)|slide(?:s|Layouts|Masters)\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/i
const WANTED = /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml)$/

/**
 * Titles, paragraphs and tables of the slides of an Office Open XML presentation (ECMA-376, part 1, 19), in order.
 * @throws Refusal for what is no presentation
 */
export function readPptx(bytes: Uint8Array): StorageNode[][] {
  const files = unzipWithin(bytes, WANTED)
  return partsOfSlides(files).map(part => readSlide(xmlOf(files, part) ?? ''))
}

/**
 * Pictures of the slides that {@link readPptx} reads, in the same order; undefined for those that are too much to draw.
 * None where the file as a whole is too large for that.
 */
export function drawPptx(bytes: Uint8Array): (Drawing | undefined)[] {
  try {
    const files = unzipWithin(bytes, DRAWN)
    const drawer = new SlideDrawer(files, treeOf(xmlOf(files, 'ppt/presentation.xml') ?? '<none/>'))
    return partsOfSlides(files).map((part, index) => drawer.draw(part, String(index + 1)))
  } catch (error) {
    // Their words are shown all the same.
    if (error instanceof Refusal) return []
    throw error
  }
}

/** Parts of the slides in their order, of those that are there. */
function partsOfSlides(files: ReturnType<typeof unzipWithin>): string[] {
  const presentation = xmlOf(files, 'ppt/presentation.xml')
  if (presentation === undefined) throw new Refusal('This file is damaged or protected by a password')
  const parts = relationsIn(xmlOf(files, 'ppt/_rels/presentation.xml.rels'), 'ppt')
  const slides: string[] = []
  readXml(presentation, {
    open(name, attributes) {
      const part = name === 'sldId' ? parts.get(attributes['*:id'] ?? '') : undefined
      if (part !== undefined && files[part] && slides.length < LIMITS.slides) slides.push(part)
    },
  })
  return slides
}

interface Row {
  cells: StorageNode[]
}

function readSlide(xml: string): StorageNode[] {
  const nodes: StorageNode[] = []
  let isTitle = false
  let paragraph: { text: StorageNode[]; level: number } | undefined
  let inText = false
  let table: Row[] | undefined
  let cell: StorageNode[] | undefined
  const add = (node: StorageNode) => (cell ?? nodes).push(node)
  readXml(xml, {
    open(name, attributes) {
      if (name === 'sp') isTitle = false
      else if (name === 'ph') isTitle = /^(?:title|ctrTitle)$/.test(attributes['type'] ?? '')
      else if (name === 'tbl') table = []
      else if (name === 'tr') table?.push({ cells: [] })
      else if (name === 'tc') cell = []
      else if (name === 'p') paragraph = { text: [], level: 0 }
      else if (name === 'pPr' && paragraph) paragraph.level = Number(attributes['lvl'] ?? 0)
      else if (name === 'br' && paragraph) paragraph.text.push(element('br', {}, []))
      else if (name === 't') inText = true
    },
    text(text) {
      if (inText) paragraph?.text.push(textNode(text))
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'p' && paragraph) {
        if (paragraph.text.length > 0) add(blockOf(paragraph, isTitle))
        paragraph = undefined
      } else if (name === 'tc' && cell) {
        table?.at(-1)?.cells.push(element('td', {}, cell))
        cell = undefined
      } else if (name === 'tbl' && table) {
        const rows = table.map(({ cells }) => element('tr', {}, cells))
        nodes.push(element('table', {}, [element('tbody', {}, rows)]))
        table = undefined
      }
    },
  })
  return nodes
}

function blockOf({ text, level }: { text: StorageNode[]; level: number }, isTitle: boolean): StorageNode {
  if (isTitle) return element('h2', {}, text)
  let block: StorageNode = element('p', {}, text)
  // A list within a list, as deep as the outline of the slide.
  for (let depth = 0; depth < Math.min(level, 8); depth++) block = element('ul', {}, [element('li', {}, [block])])
  return block
}
