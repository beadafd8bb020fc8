/** A document that uses every head, every feature of text and most of the rest; for tests of the renderer. */
import { blankPage, documentOf, objectsById } from '../model/blank.ts'
import {
  ARROWS,
  type ConnectorObject,
  type DiagramDocument,
  type DiagramObject,
  type GroupObject,
  type ImageObject,
  type Paragraph,
  type ShapeObject,
  type TextBlock,
  type TextRun,
} from '../model/document.ts'

let counter = 0

/** Orders follow the calls. */
function base(id: string) {
  return { id, parent: null, layer: 'l1', order: String(++counter).padStart(6, '0') }
}

export function shape(
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
  more: Partial<ShapeObject> = {},
): ShapeObject {
  return {
    ...base(id),
    kind: 'shape',
    shape: 'basic.rectangle',
    x,
    y,
    width,
    height,
    style: { fill: { kind: 'solid', colour: '#deebff' }, stroke: { colour: '#0052cc', width: 1 } },
    ...more,
  }
}

export function group(
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
  more: Partial<GroupObject> = {},
): GroupObject {
  return { ...base(id), kind: 'group', x, y, width, height, ...more }
}

export function image(
  id: string,
  media: string,
  x: number,
  y: number,
  width: number,
  height: number,
  more: Partial<ImageObject> = {},
): ImageObject {
  return { ...base(id), kind: 'image', media, x, y, width, height, ...more }
}

type Place = readonly [x: number, y: number]

export function connector(id: string, from: Place, to: Place, more: Partial<ConnectorObject> = {}): ConnectorObject {
  return {
    ...base(id),
    kind: 'connector',
    from: { at: { x: from[0], y: from[1] } },
    to: { at: { x: to[0], y: to[1] } },
    route: 'straight',
    waypoints: [],
    stroke: { colour: '#172b4d', width: 1 },
    startArrow: 'none',
    endArrow: 'none',
    labels: [],
    ...more,
  }
}

export function run(text: string, more: Partial<TextRun> = {}): TextRun {
  return { text, font: 'sans', size: 12, colour: '#172b4d', ...more }
}

export function text(
  content: string | TextRun[],
  more: Partial<TextBlock> & Pick<Partial<Paragraph>, 'align' | 'lineHeight'> = {},
): TextBlock {
  const { align = 'center', lineHeight, ...rest } = more
  const runs = typeof content === 'string' ? [run(content)] : content
  return { vertical: 'middle', ...rest, paragraphs: [{ align, runs, ...(lineHeight && { lineHeight }) }] }
}

export function diagram(objects: readonly DiagramObject[], more: Partial<DiagramDocument> = {}): DiagramDocument {
  const layers = [
    { id: 'l1', name: 'Layer 1', visible: true, locked: false },
    { id: 'l2', name: 'Layer 2', visible: false, locked: false },
  ]
  return { ...documentOf(blankPage({ width: 800, height: 600, layers, objects: objectsById(objects) })), ...more }
}

/** Red, one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** Each head at the end of a line, and on thick lines at its start. */
export function allArrows(): ConnectorObject[] {
  return ARROWS.flatMap((arrow, index) => [
    connector(`thin ${arrow}`, [20, 30 + index * 26], [160, 30 + index * 26], {
      endArrow: arrow,
      labels: [{ text: text(arrow), along: 0.3, across: -9 }],
    }),
    connector(`thick ${arrow}`, [200, 30 + index * 26], [340, 30 + index * 26], {
      startArrow: arrow,
      endArrow: arrow,
      stroke: { colour: '#bf2600', width: 2, dash: [4, 2] },
    }),
  ])
}

/** Everything else at once. */
export function everything(): DiagramObject[] {
  const attached = (objectId: string, x: number, y: number, at: Place) => ({
    at: { x: at[0], y: at[1] },
    attached: { objectId, anchor: { x, y } },
  })
  const gliding = (objectId: string) => ({ at: { x: 0, y: 0 }, attached: { objectId, anchor: null } })
  const styled = text(
    [
      run('Plain, '),
      run('bold', { bold: true }),
      run(' italic ', { italic: true }),
      run('both', { bold: true, italic: true }),
      run(' underlined', { underline: true }),
      run(' struck', { strike: true, colour: '#de350b' }),
      run(' marked ', { background: '#fff0b3' }),
      run('serif ', { font: 'serif', size: 16 }),
      run('mono', { font: 'mono' }),
    ],
    { align: 'left', padding: { top: 4, right: 4, bottom: 4, left: 4 }, vertical: 'top' },
  )
  return [
    shape('a', 400, 20, 120, 60, {
      text: text('Shadow & <gradient>'),
      style: {
        fill: { kind: 'gradient', from: '#ffffff', to: '#79e2f2' },
        stroke: { colour: '#0052cc', width: 2 },
        shadow: true,
      },
    }),
    shape('b', 640, 120, 120, 60, { shape: 'basic.ellipse', text: text('Ellipse') }),
    shape('styled', 400, 220, 160, 90, { text: styled }),
    shape('turned', 620, 230, 120, 40, { rotation: 30, text: text('Turned by 30°') }),
    shape('flipped', 400, 340, 120, 60, { shape: 'basic.right-triangle', flipX: true, text: text('Flipped') }),
    shape('clipped', 560, 340, 60, 30, { text: text('Text that is cut off because it is long', { overflow: 'clip' }) }),
    group('group', 660, 330, 100, 80, { rotation: 15 }),
    shape('inner', 10, 10, 80, 30, {
      parent: 'group',
      text: text('In a group'),
      link: { kind: 'url', href: 'https://example.com' },
    }),
    image('picture', 'red', 400, 430, 60, 40, { rotation: 10, text: text('Picture', { vertical: 'bottom' }) }),
    image('gone', 'nothing', 480, 430, 60, 40),
    shape('unknown', 560, 430, 100, 40, { shape: 'other.time-machine' }),
    connector('routed', [0, 0], [0, 0], {
      from: attached('a', 1, 0.5, [0, 0]),
      to: attached('b', 0.5, 0, [0, 0]),
      route: 'orthogonal',
      cornerRadius: 8,
      endArrow: 'filled',
      labels: [{ text: text([run('routed', { background: '#ffffff' })]), along: 0.5, across: 0 }],
    }),
    connector('glides', [0, 0], [0, 0], { from: gliding('styled'), to: gliding('b'), endArrow: 'open' }),
    connector('curves', [0, 0], [0, 0], {
      from: gliding('a'),
      to: attached('styled', 0.5, 0, [0, 0]),
      route: 'curved',
      endArrow: 'hollow',
      waypoints: [
        { x: 380, y: 120 },
        { x: 500, y: 160 },
      ],
    }),
    connector('jumps', [370, 190], [770, 200], { jumps: true, stroke: { colour: '#36b37e', width: 2 } }),
    shape('hidden', 0, 0, 10, 10, { hidden: true, text: text('hidden text') }),
    shape('other layer', -500, 0, 10, 10, { layer: 'l2', text: text('text of layer 2') }),
  ]
}
