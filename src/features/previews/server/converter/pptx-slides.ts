import { blankPage, documentOf, objectsById } from '#diagrams/model/blank.ts'
import type { Box, Colour, DiagramObject, Fill, Media } from '#diagrams/model/document.ts'
import { canvasOf, drawObjects, pictureOf } from '#diagrams/render/render.ts'
import { createScene } from '#diagrams/render/scene.ts'
import type { Drawing } from './diagram.ts'
import { PlaceholderStyles, textIn } from './pptx-text.ts'
import { colourIn, EMU, fillIn, strokeIn, themeOf, type Theme } from './pptx-theme.ts'
import { LIMITS } from './protocol.ts'
import { relationsIn } from './xml.ts'
import { allText, at, numberIn, treeOf, type XmlElement } from './xml-tree.ts'
import { xmlOf } from './zip.ts'

type Files = Parameters<typeof xmlOf>[0]

/** Shapes of DrawingML as those of the wiki's diagrams; others are drawn as rectangles. */
const SHAPES: Readonly<Record<string, string>> = {
  ellipse: 'basic.ellipse',
  roundRect: 'basic.rounded-rectangle',
  triangle: 'basic.triangle',
  rtTriangle: 'basic.right-triangle',
  diamond: 'basic.diamond',
  parallelogram: 'basic.parallelogram',
  trapezoid: 'basic.trapezoid',
  pentagon: 'basic.pentagon',
  hexagon: 'basic.hexagon',
  octagon: 'basic.octagon',
  plus: 'basic.cross',
  can: 'basic.cylinder',
  cube: 'basic.cube',
  cloud: 'basic.cloud',
  star5: 'basic.star',
}
const PICTURES: Readonly<Record<string, Media['type']>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}
/** Objects of one slide; what is above them is left out. */
const MOST_OBJECTS = 1000
/** Bytes of one picture. */
const MAX_PICTURE = 4 * 1024 * 1024
/** Time in which slides are drawn, in ms; further ones show their words. */
const MOST_TIME = 15_000
const [WIDTH, HEIGHT] = [960, 720]

/** Place of coordinates within groups: scaled, then moved. */
interface Frame {
  readonly x: number
  readonly y: number
  readonly scaleX: number
  readonly scaleY: number
}
const WHOLE: Frame = { x: 0, y: 0, scaleX: 1, scaleY: 1 }

/** Draws the slides of an Office Open XML presentation, with the places, colours and pictures of their objects. */
export class SlideDrawer {
  readonly #files: Files
  readonly #width: number
  readonly #height: number
  readonly #trees = new Map<string, XmlElement | undefined>()
  #left: number = LIMITS.result
  readonly #until = performance.now() + MOST_TIME

  constructor(files: Files, presentation: XmlElement) {
    this.#files = files
    const size = at(presentation, 'sldSz')
    this.#width = within((numberIn(size, 'cx') ?? NaN) / EMU, WIDTH)
    this.#height = within((numberIn(size, 'cy') ?? NaN) / EMU, HEIGHT)
  }

  /** The slide of a part; undefined if a text has no place, or once all together are too large or take too long. */
  draw(part: string, name: string): Drawing | undefined {
    if (this.#left < 0 || performance.now() > this.#until) return undefined
    const slide = this.#tree(part)
    const layoutPart = this.#related(part, 'slideLayout')
    const masterPart = layoutPart && this.#related(layoutPart, 'slideMaster')
    const themePart = masterPart && this.#related(masterPart, 'theme')
    const layers = [masterPart, layoutPart, part].flatMap(of =>
      of === undefined ? [] : { part: of, xml: this.#tree(of) },
    )
    const theme = themeOf(this.#tree(themePart))
    const styles = new PlaceholderStyles(this.#tree(layoutPart), this.#tree(masterPart))
    const painter = new SlidePainter(this.#files, theme, styles)
    const isPlain = slide?.attributes['showMasterSp'] === '0'
    for (const layer of layers)
      if (layer.part === part || !isPlain) painter.paint(layer.part, layer.xml, layer.part === part)
    // No other slide needs it.
    this.#trees.delete(part)
    if (!painter.isComplete) return undefined
    const background = layers.findLast(({ xml }) => at(xml, 'cSld', 'bg'))?.xml
    const page = blankPage({
      width: this.#width,
      height: this.#height,
      background: backgroundOf(background, theme),
      objects: objectsById(painter.objects),
    })
    const canvas = canvasOf(createScene({ ...documentOf(page), media: painter.media }, page))
    const body = drawObjects(canvas)
    const bounds = { left: 0, top: 0, right: this.#width, bottom: this.#height }
    const { svg } = pictureOf({ ...canvas, bounds }, body, { crop: 'page', margin: 0 })
    this.#left -= svg.length
    return this.#left < 0 ? undefined : { name, svg, width: this.#width, height: this.#height }
  }

  #tree(part: string | undefined): XmlElement | undefined {
    if (part === undefined) return undefined
    if (!this.#trees.has(part)) {
      const xml = xmlOf(this.#files, part)
      this.#trees.set(part, xml === undefined ? undefined : treeOf(xml))
    }
    return this.#trees.get(part)
  }

  /** The part that another one names by a folder such as `slideLayout`. */
  #related(part: string, kind: string): string | undefined {
    return [...relationsOf(this.#files, part).values()].find(target => target.includes(`/${kind}`))
  }
}

function relationsOf(files: Files, part: string): Map<string, string> {
  const cut = part.lastIndexOf('/')
  const folder = part.slice(0, cut)
  return relationsIn(xmlOf(files, `${folder}/_rels/${part.slice(cut + 1)}.rels`), folder)
}

function backgroundOf(xml: XmlElement | undefined, theme: Theme): Colour {
  const background = at(xml, 'cSld', 'bg')
  const fill = fillIn(at(background, 'bgPr'), theme)
  const colour = fill?.kind === 'solid' ? fill.colour : fill?.kind === 'gradient' ? fill.from : undefined
  return colour ?? colourIn(at(background, 'bgRef'), theme) ?? '#ffffff'
}

/** Objects of a slide and of its layout and master, from bottom to top. */
class SlidePainter {
  readonly objects: DiagramObject[] = []
  readonly media: Record<string, Media> = {}
  /** Whether all texts have a place. */
  isComplete = true
  readonly #files: Files
  readonly #theme: Theme
  readonly #styles: PlaceholderStyles
  #relations = new Map<string, string>()

  constructor(files: Files, theme: Theme, styles: PlaceholderStyles) {
    this.#files = files
    this.#theme = theme
    this.#styles = styles
  }

  /** @param isSlide whether placeholders are drawn; those of layouts and masters are prompts */
  paint(part: string, xml: XmlElement | undefined, isSlide: boolean): void {
    this.#relations = relationsOf(this.#files, part)
    this.#tree(at(xml, 'cSld', 'spTree'), WHOLE, isSlide)
  }

  #tree(tree: XmlElement | undefined, frame: Frame, isSlide: boolean): void {
    for (const child of tree?.children ?? []) {
      if (this.objects.length >= MOST_OBJECTS) return
      // Newer objects, such as formulas, with what programs show that do not know them.
      if (child.name === 'AlternateContent') this.#tree(at(child, 'Fallback') ?? at(child, 'Choice'), frame, isSlide)
      else if (child.name === 'grpSp') this.#tree(child, frameIn(child, frame), isSlide)
      else if (child.name === 'sp') this.#shape(child, frame, isSlide)
      else if (child.name === 'pic') this.#picture(child, frame)
      else if (child.name === 'cxnSp') this.#line(child, frame)
      else if (child.name === 'graphicFrame') this.#table(child, frame)
    }
  }

  #shape(shape: XmlElement, frame: Frame, isSlide: boolean): void {
    const placeholder = at(shape, 'nvSpPr', 'nvPr', 'ph')
    if (placeholder && !isSlide) return
    const properties = at(shape, 'spPr')
    const styles = this.#styles.of(placeholder)
    const place =
      boxOf(at(properties, 'xfrm'), frame) ??
      styles.shapes.map(style => boxOf(at(style, 'spPr', 'xfrm'), WHOLE)).find(box => box !== undefined)
    if (!place) {
      if (allText(at(shape, 'txBody')) !== '') this.isComplete = false
      return
    }
    const reference = at(shape, 'style', 'fillRef')
    const styled = numberIn(reference, 'idx') === 0 ? undefined : colourIn(reference, this.#theme)
    const fill: Fill =
      fillIn(properties, this.#theme) ?? (styled ? { kind: 'solid', colour: styled } : { kind: 'none' })
    const text = textIn(at(shape, 'txBody'), styles, this.#theme, at(shape, 'style', 'fontRef'))
    const stroke = strokeIn(properties, at(shape, 'style'), this.#theme)
    const preset = at(properties, 'prstGeom')?.attributes['prst'] ?? 'rect'
    if (preset === 'line') return this.#line(shape, frame)
    this.#add({
      kind: 'shape',
      ...place,
      shape: (Object.hasOwn(SHAPES, preset) && SHAPES[preset]) || 'basic.rectangle',
      style: { fill, stroke },
      ...(text && { text }),
    })
  }

  #line(line: XmlElement, frame: Frame): void {
    const box = boxOf(at(line, 'spPr', 'xfrm'), frame)
    if (!box) return
    const [left, right] = box.flipX ? [box.x + box.width, box.x] : [box.x, box.x + box.width]
    const [top, bottom] = box.flipY ? [box.y + box.height, box.y] : [box.y, box.y + box.height]
    const arrow = (name: string) =>
      (at(line, 'spPr', 'ln', name)?.attributes['type'] ?? 'none') === 'none' ? 'none' : 'filled'
    this.#add({
      kind: 'connector',
      from: { at: { x: left, y: top } },
      to: { at: { x: right, y: bottom } },
      route: 'straight',
      waypoints: [],
      stroke: strokeIn(at(line, 'spPr'), at(line, 'style'), this.#theme),
      startArrow: arrow('headEnd'),
      endArrow: arrow('tailEnd'),
      labels: [],
    })
  }

  #picture(picture: XmlElement, frame: Frame): void {
    const box = boxOf(at(picture, 'spPr', 'xfrm'), frame)
    const part = this.#relations.get(at(picture, 'blipFill', 'blip')?.attributes['*:embed'] ?? '') ?? ''
    const type = PICTURES[part.slice(part.lastIndexOf('.') + 1).toLowerCase()]
    const bytes = this.#files[part]
    if (!box || !type || !bytes || bytes.length > MAX_PICTURE) return
    this.media[part] ??= { type, data: Buffer.from(bytes).toString('base64'), width: box.width, height: box.height }
    this.#add({ kind: 'image', ...box, media: part })
  }

  #table(graphic: XmlElement, frame: Frame): void {
    const box = boxOf(at(graphic, 'xfrm'), frame)
    const table = at(graphic, 'graphic', 'graphicData', 'tbl')
    if (!box || !table) return
    const widths = (at(table, 'tblGrid')?.children ?? []).map(column => (numberIn(column, 'w') ?? 0) / EMU)
    let y = box.y
    for (const row of table.children.filter(({ name }) => name === 'tr')) {
      const height = (numberIn(row, 'h') ?? 0) / EMU
      let x = box.x
      for (const [index, cell] of row.children.filter(({ name }) => name === 'tc').entries()) {
        const width = widths[index] ?? 0
        const text = textIn(at(cell, 'txBody'), this.#styles.of(undefined), this.#theme, undefined)
        const fill = fillIn(at(cell, 'tcPr'), this.#theme) ?? { kind: 'none' }
        const style = { fill, stroke: { colour: '#8c8c8c', width: 1 } } as const
        this.#add({ kind: 'shape', x, y, width, height, shape: 'basic.rectangle', style, ...(text && { text }) })
        x += width
      }
      y += height
    }
  }

  #add(object: DistributedOmit<DiagramObject, 'id' | 'parent' | 'layer' | 'order'>): void {
    if (this.objects.length >= MOST_OBJECTS) return
    const number = String(this.objects.length).padStart(5, '0')
    this.objects.push({ ...object, id: `o${number}`, parent: null, layer: 'l1', order: `a${number}` })
  }
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** The box of a transformation in px; undefined without one. */
function boxOf(transform: XmlElement | undefined, frame: Frame): Box | undefined {
  const [offset, extent] = [at(transform, 'off'), at(transform, 'ext')]
  if (!offset || !extent) return undefined
  const length = (element: XmlElement, name: string) => (numberIn(element, name) ?? 0) / EMU
  const rotation = (numberIn(transform, 'rot') ?? 0) / 60_000
  return {
    x: clipped(frame.x + length(offset, 'x') * frame.scaleX),
    y: clipped(frame.y + length(offset, 'y') * frame.scaleY),
    width: clipped(Math.max(0, length(extent, 'cx') * frame.scaleX)),
    height: clipped(Math.max(0, length(extent, 'cy') * frame.scaleY)),
    ...(rotation === 0 ? {} : { rotation: ((rotation % 360) + 360) % 360 }),
    ...(transform?.attributes['flipH'] === '1' ? { flipX: true } : {}),
    ...(transform?.attributes['flipV'] === '1' ? { flipY: true } : {}),
  }
}

/** The frame of the objects in a group. */
function frameIn(group: XmlElement, outer: Frame): Frame {
  const transform = at(group, 'grpSpPr', 'xfrm')
  const [offset, extent, from, size] = ['off', 'ext', 'chOff', 'chExt'].map(name => at(transform, name))
  const ratio = (name: string) => {
    const [whole, inner] = [numberIn(extent, name) ?? 0, numberIn(size, name) ?? 0]
    return inner > 0 ? whole / inner : 1
  }
  const [scaleX, scaleY] = [ratio('cx'), ratio('cy')]
  const start = (name: string, scale: number) =>
    ((numberIn(offset, name) ?? 0) - (numberIn(from, name) ?? 0) * scale) / EMU
  return {
    x: outer.x + start('x', scaleX) * outer.scaleX,
    y: outer.y + start('y', scaleY) * outer.scaleY,
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
  }
}

function clipped(value: number): number {
  return Math.max(-100_000, Math.min(100_000, value))
}

function within(value: number, standard: number): number {
  return value >= 100 && value <= 10_000 ? value : standard
}
