import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectorObject, DiagramObject, GroupObject, ShapeObject } from '../../model/document.ts'
import { readDocument, writeDocument } from '../../model/validate.ts'
import { renderDiagram } from '../../render/render.ts'
import { ImportError, type Imported } from '../contract.ts'
import { importGliffy, isGliffy } from './import.ts'

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus/gliffy')
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const file = (objects: unknown, stage: object = {}, rest: object = {}) =>
  JSON.stringify({
    contentType: 'application/gliffy+json',
    version: '1.3',
    metadata: { title: 'T' },
    embeddedResources: { index: 0, resources: [] },
    stage: { objects, background: '#FFFFFF', width: 400, height: 300, ...stage },
    ...rest,
  })
const box = (id: number, fields: object = {}, style: object = {}) => ({
  x: 10,
  y: 20,
  rotation: 0,
  id,
  uid: 'com.gliffy.shape.basic.basic_v1.default.rectangle',
  width: 100,
  height: 60,
  order: id,
  children: [],
  graphic: {
    type: 'Shape',
    Shape: {
      tid: 'com.gliffy.stencil.rectangle.basic_v1',
      strokeWidth: 2,
      strokeColor: '#333333',
      fillColor: '#FFCC00',
      gradient: false,
      dashStyle: null,
      dropShadow: false,
      opacity: 1,
      ...style,
    },
  },
  ...fields,
})
const words = (html: string, fields: object = {}, text: object = {}) => ({
  x: 2,
  y: 0,
  rotation: 0,
  id: 900,
  uid: null,
  width: 96,
  height: 14,
  order: 'auto',
  children: null,
  graphic: {
    type: 'Text',
    Text: {
      html,
      valign: 'middle',
      overflow: 'none',
      vposition: 'none',
      hposition: 'none',
      paddingLeft: 2,
      paddingRight: 2,
      paddingTop: 2,
      paddingBottom: 2,
      ...text,
    },
  },
  ...fields,
})
const line = (id: number, controlPath: unknown, fields: object = {}, style: object = {}) => ({
  x: 0,
  y: 0,
  rotation: 0,
  id,
  uid: 'com.gliffy.shape.basic.basic_v1.default.line',
  width: 1,
  height: 1,
  order: id,
  children: [],
  graphic: {
    type: 'Line',
    Line: {
      strokeWidth: 2,
      strokeColor: '#000000',
      fillColor: 'none',
      dashStyle: null,
      startArrow: 0,
      endArrow: 2,
      ortho: true,
      interpolationType: 'linear',
      cornerRadius: 10,
      controlPath,
      ...style,
    },
  },
  ...fields,
})
const ends = (start: object, end: object) => ({
  constraints: {
    constraints: [],
    startConstraint: { type: 'StartPositionConstraint', StartPositionConstraint: start },
    endConstraint: { type: 'EndPositionConstraint', EndPositionConstraint: end },
  },
})

it.each(['constructor', '__proto__', 'hasownproperty'])('takes %s for no unit, colour or kind of picture', name => {
  const picture = { ...box(2), graphic: { type: 'Image', Image: { url: `data:${name};base64,${PIXEL}` } } }
  const svg = { ...box(3), graphic: { type: 'Svg', Svg: { embeddedResourceId: 1 } } }
  const { document } = importGliffy(
    file(
      [
        box(
          1,
          { children: [words(`<p style="font-size: 12${name}; line-height: 2${name}">x</p>`)] },
          { fillColor: name },
        ),
        picture,
        svg,
      ],
      {},
      {
        embeddedResources: {
          index: 1,
          resources: [{ id: 1, mimeType: name, data: '<svg/>', x: 1, y: 1, width: 1, height: 1 }],
        },
      },
    ),
  )
  expect(readDocument(writeDocument(document))).toEqual(document)
})

function objectsOf({ document }: Imported): Record<string, DiagramObject> {
  return document.pages[0]?.objects ?? {}
}

function importOne<Kind extends DiagramObject = ShapeObject>(object: unknown): Kind {
  // The test says which kind it expects, and checks its fields.
  return Object.values(objectsOf(importGliffy(file([object]))))[0] as Kind
}

describe('importGliffy', () => {
  it('has text one px higher where the descent of its font is no whole px and was rounded up', () => {
    const paddingOf = (size: number) => {
      const html = `<p><span style="font-size: ${size}px; line-height: ${size + 2.5}px;">Heading</span></p>`
      return importOne({ ...box(1), children: [words(html)] }).text?.padding
    }
    expect(paddingOf(16)).toMatchObject({ top: 1, bottom: 3 })
    expect(paddingOf(14)).toMatchObject({ top: 2, bottom: 2 })
  })

  it('gives paragraphs without any content no height, but lines that are blank', () => {
    const html = '<p><span>a\n</span></p><p><span style="font-size: 12px;"></span></p><p><br></p><p>&nbsp;</p><p></p>'
    const { text } = importOne({ ...box(1), children: [words(html)] })
    expect(text?.paragraphs.map(({ runs }) => runs.map(run => run.text).join(''))).toEqual(['a ', '', '\u00a0'])
  })

  it('centres a label that hangs over both sides beneath its shape, whatever place the file has for it', () => {
    const label = (width: number, align: string) => {
      const html = `<p style="text-align: ${align};"><span style="font-size: 12px;">Key-value store</span></p>`
      const { text } = importOne({
        ...box(1),
        width,
        children: [words(html, { x: 2, width: 88 }, { overflow: 'both', vposition: 'below' })],
      })
      return text?.padding
    }
    const narrow = label(40, 'center')
    expect(narrow?.left).toBeCloseTo(narrow?.right ?? 0, 1)
    expect(narrow?.left).toBeLessThan(-15)
    expect(label(200, 'left')).toMatchObject({ left: 2, right: 2, top: 62 })
  })

  it('takes over a shape with its style and text', () => {
    const html =
      '<p style="text-align: left;"><span style="font-size: 14px; font-family: Courier; line-height: 16.5px; font-weight: bold; color: rgb(255, 0, 0);">a &lt;b&gt;&nbsp;</span><span style="text-decoration: underline;">c<br>d</span></p>'
    const shape = importOne(
      box(
        7,
        { children: [words(html)], rotation: 30, flipHorizontal: true },
        { dashStyle: '8,2', gradient: true, dropShadow: true, opacity: 0.5 },
      ),
    )
    expect(shape).toMatchObject({
      id: 'g7',
      shape: 'basic.rectangle',
      x: 10,
      y: 20,
      width: 100,
      height: 60,
      rotation: 30,
      flipX: true,
      style: {
        fill: { kind: 'gradient', from: '#ffeeaa', to: '#ffcc00' },
        stroke: { colour: '#333333', width: 2, dash: [4, 1] },
        opacity: 0.5,
        shadow: true,
      },
      text: { vertical: 'middle', padding: { left: 4, right: 4, top: 2, bottom: 2 } },
    })
    expect(shape.text?.paragraphs).toEqual([
      {
        align: 'left',
        lineHeight: 1.1429,
        runs: [
          { text: 'a <b>\u00A0', font: 'mono', size: 14, colour: '#ff0000', bold: true },
          { text: 'c\nd', font: 'sans', size: 12, colour: '#000000', underline: true },
        ],
      },
    ])
  })

  it('keeps the route of lines and ties their ends to shapes where they end', () => {
    const imported = importGliffy(
      file([
        line(
          3,
          [
            [110, 50],
            [150, 50],
            [150, 150],
            [200, 150],
          ],
          {
            ...ends({ nodeId: 1, px: 1, py: 0.5 }, { nodeId: 2, px: 0, py: 0.5 }),
            children: [
              words('<p><span>yes</span></p>', {}, { lineTValue: 0.25, linePerpValue: -20, overflow: 'both' }),
            ],
          },
          { startArrow: 5, endArrow: 9, dashStyle: '8,8' },
        ),
        box(1),
        box(2, { x: 200, y: 120 }),
      ]),
    )
    expect(objectsOf(imported)['g3']).toMatchObject({
      kind: 'connector',
      route: 'orthogonal',
      waypoints: [
        { x: 150, y: 50 },
        { x: 150, y: 150 },
      ],
      cornerRadius: 10,
      from: { at: { x: 110, y: 50 }, attached: { objectId: 'g1', anchor: { x: 1, y: 0.5 } } },
      to: { at: { x: 200, y: 150 }, attached: { objectId: 'g2', anchor: { x: 0, y: 0.5 } } },
      stroke: { colour: '#000000', width: 2, dash: [8, 8] },
      startArrow: 'hollow-diamond',
      endArrow: 'zero-or-many',
      labels: [{ along: 0.25, across: -20 }],
    })
    expect(imported.report).toEqual([])
  })

  it('leaves an end that is drawn elsewhere than its shape unattached', () => {
    const imported = importGliffy(
      file([
        line(
          3,
          [
            [300, 250],
            [390, 250],
          ],
          ends({ nodeId: 1, px: 1, py: 0.5 }, { nodeId: 99 }),
        ),
        box(1),
      ]),
    )
    expect(objectsOf(imported)['g3']).toMatchObject({
      from: { at: { x: 300, y: 250 } },
      to: { at: { x: 390, y: 250 } },
    })
    expect((objectsOf(imported)['g3'] as ConnectorObject).from.attached).toBeUndefined()
  })

  it('makes pools with lanes of swimlanes, whose titles stay where they were, and which store and draw as they are', () => {
    const part = (id: number, place: object, title: string) =>
      box(id, { uid: null, order: 'auto', ...place, children: [words(title, { id: id + 100 }, { valign: 'top' })] })
    const pool = (fields: object = {}) => ({
      x: 100,
      y: 50,
      id: 5,
      uid: 'com.gliffy.shape.swimlanes.swimlanes_v1.default.horizontal_two_lane_pool',
      width: 200,
      height: 400,
      rotation: 270,
      order: 1,
      graphic: null,
      children: [
        part(6, { x: 0, y: 0, width: 200, height: 30 }, 'Order'),
        part(7, { x: 0, y: 30, width: 120, height: 370 }, 'Sales'),
        part(8, { x: 120, y: 30, width: 80, height: 370 }, 'Stock'),
      ],
      ...fields,
    })
    const imported = importGliffy(file([pool()]))
    const objects = objectsOf(imported)
    expect(objects['g5']).toMatchObject({
      kind: 'shape',
      shape: 'swimlane.vertical-1',
      rotation: 270,
      container: true,
      parameters: { header: 30 },
      text: { paragraphs: [{ runs: [{ text: 'Order' }] }] },
    })
    expect(objects).not.toHaveProperty('g6')
    expect(objects['g7']).toMatchObject({ parent: 'g5', shape: 'swimlane.lane-vertical', container: true, width: 120 })
    // As shapes of a group, as other composites are, the titles of the lanes have the same positions.
    const grouped = importGliffy(file([pool({ uid: 'com.gliffy.shape.uml.uml_v1.default.class' })]))
    expect(objectsOf(grouped)['g7']).toMatchObject({ shape: 'basic.rectangle' })
    const place = (picture: string, title: string) => new RegExp(`<text[^>]*>${title}`).exec(picture)?.[0]
    const [as, was] = [imported, grouped].map(({ document }) => renderDiagram(document).svg)
    for (const title of ['Order', 'Sales', 'Stock']) expect(place(as ?? '', title), title).toBe(place(was ?? '', title))
    // Parts that are arranged otherwise stay a group.
    const odd = pool({ children: [part(6, { x: 0, y: 0, width: 90, height: 30 }, 'A'), part(7, { x: 90 }, 'B')] })
    expect(objectsOf(importGliffy(file([odd])))['g5']).toMatchObject({ kind: 'group' })
  })

  it('makes groups of composite shapes and keeps what they are', () => {
    const constraint = {
      type: 'HeightConstraint',
      HeightConstraint: { isMin: true, heightInfo: [{ id: 6, magnitude: 1 }] },
    }
    const objects = objectsOf(
      importGliffy(
        file([
          {
            x: 5,
            y: 6,
            id: 5,
            uid: 'com.gliffy.shape.uml.uml_v1.default.class',
            width: 100,
            height: 80,
            rotation: 0,
            graphic: null,
            constraints: { constraints: [constraint] },
            children: [
              box(6, { x: 0, y: 0, uid: null, order: 'auto' }),
              box(7, { x: 0, y: 60, uid: null, order: 'auto' }),
            ],
          },
        ]),
      ),
    )
    const group = objects['g5'] as GroupObject
    expect(group).toMatchObject({ kind: 'group', x: 5, y: 6 })
    expect(group.foreign).toEqual({
      source: 'gliffy',
      data: { uid: 'com.gliffy.shape.uml.uml_v1.default.class', constraints: [constraint] },
    })
    expect(objects['g6']).toMatchObject({ parent: 'g5' })
    expect((objects['g6']?.order ?? '') < (objects['g7']?.order ?? '')).toBe(true)
  })

  it('keeps layers, their order and what is hidden', () => {
    const { document } = importGliffy(
      file([box(1, { layerId: 'top' }), box(2, { layerId: 'low', hidden: true })], {
        layers: [
          { guid: 'top', order: 1, name: 'Top', visible: false, locked: true },
          { guid: 'low', order: 0, name: 'Low', visible: true },
        ],
      }),
    )
    expect(document.pages[0]?.layers).toEqual([
      { id: 'layer-low', name: 'Low', visible: true, locked: false },
      { id: 'layer-top', name: 'Top', visible: false, locked: true },
    ])
    expect(document.pages[0]?.objects).toMatchObject({
      g1: { layer: 'layer-top' },
      g2: { layer: 'layer-low', hidden: true },
    })
  })

  it('takes pictures from the file alone and reports the others', () => {
    const picture = (id: number, url: string) => ({
      x: 0,
      y: 0,
      id,
      width: 10,
      height: 10,
      graphic: { type: 'Image', Image: { url } },
    })
    const imported = importGliffy(
      file(
        [
          picture(1, `data:image/png;base64,${PIXEL}`),
          picture(2, 'https://example.org/a/cat.png?size=1'),
          picture(3, 'data:text/html,<script>'),
          { x: 0, y: 0, id: 4, width: 10, height: 10, graphic: { type: 'Svg', Svg: { embeddedResourceId: 0 } } },
        ],
        {},
        {
          embeddedResources: {
            resources: [{ id: 0, mimeType: 'image/svg+xml', data: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
          },
        },
      ),
    )
    expect(Object.values(imported.document.media).map(({ type }) => type)).toEqual(['image/png', 'image/svg+xml'])
    expect(objectsOf(imported)).toMatchObject({
      g1: { kind: 'image' },
      g2: { kind: 'shape' },
      g3: { kind: 'shape' },
      g4: { kind: 'image' },
    })
    expect((objectsOf(imported)['g2'] as ShapeObject).text?.paragraphs[0]?.runs[0]?.text).toBe('cat.png')
    expect(imported.report.map(({ path }) => path)).toEqual([
      'stage.objects[1].graphic.Image',
      'stage.objects[2].graphic.Image',
    ])
    expect(renderDiagram(imported.document).svg).not.toContain('example.org')
  })

  it('takes links over, but none that could run', () => {
    const link = (href: string) => [
      { id: 50, x: 0, y: 0, width: 1, height: 1, graphic: { type: 'Link', Link: { href } } },
    ]
    const imported = importGliffy(
      file([box(1, { children: link('https://example.org/') }), box(2, { children: link(' javascript:alert(1)') })]),
    )
    expect((objectsOf(imported)['g1'] as ShapeObject).link).toEqual({ kind: 'url', href: 'https://example.org/' })
    expect((objectsOf(imported)['g2'] as ShapeObject).link).toBeUndefined()
    expect(imported.report).toHaveLength(1)
  })

  it('reads several pages', () => {
    const { document } = importGliffy(
      JSON.stringify({
        contentType: 'application/gliffy+json',
        pages: [
          { title: 'One', scene: { objects: [box(1)] } },
          { title: 'Two', scene: { objects: [box(1)] } },
        ],
      }),
    )
    expect(document.pages.map(({ name, objects }) => [name, Object.keys(objects).length])).toEqual([
      ['One', 1],
      ['Two', 1],
    ])
  })
})

describe('importGliffy of hostile files', () => {
  const refused: [string, string, RegExp][] = [
    ['broken JSON', '{"stage": {"objects": [', /no JSON/],
    ['something else', '{"a": 1}', /no stage/],
    ['a list', '[]', /no object/],
    ['nesting without end', '['.repeat(100_000), /nested deeper/],
    [
      'groups 10^4 deep',
      file([]).replace('[]', `${'[{"id":1,"children":'.repeat(10_000)}[]${'}]'.repeat(10_000)}`),
      /nested deeper/,
    ],
    [
      '10^6 objects',
      file([]).replace('"objects":[]', `"objects":[${'{},'.repeat(999_999)}{}]`),
      /more than 20000 objects/,
    ],
  ]
  it.each(refused)('refuses %s with a clear message', (_what, text, message) => {
    expect(() => importGliffy(text)).toThrow(ImportError)
    expect(() => importGliffy(text)).toThrow(message)
  })

  it('takes deep groups apart and bears sizes and texts that are insane', () => {
    let inner: object = box(1, { width: '1e999', height: -5, x: null, y: 1e300, rotation: 'NaN' })
    for (let id = 2; id < 90; id++) inner = { id, x: 1, y: 1, width: 1, height: 1, graphic: null, children: [inner] }
    const script =
      '<p><script>alert(1)</script><span style="font-size:1e9px;color:url(x)" onclick="x()">"><img src=x onerror=alert(1)></span>'
    const imported = importGliffy(file([inner, box(200, { children: [words(`${script}${'<span>'.repeat(5000)}`)] })]))
    expect(imported.report.length).toBeGreaterThan(0)
    const { svg } = renderDiagram(readDocument(writeDocument(imported.document)))
    expect(svg).not.toMatch(/<script|<img|onerror="|onclick="|NaN/)
  })

  const junk = fc.oneof(
    fc.constantFrom(
      null,
      NaN,
      -1,
      1e308,
      '',
      'none',
      '#fff',
      'Line',
      'Shape',
      'Text',
      'data:image/png;base64,AAAA',
      '__proto__',
      [],
      {},
    ),
    fc.double(),
    fc.string(),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const keys = fc.constantFrom(
    'x',
    'y',
    'width',
    'height',
    'rotation',
    'id',
    'uid',
    'order',
    'graphic',
    'children',
    'constraints',
    'layerId',
    'controlPath',
    'html',
    'type',
    'Shape',
    'Line',
    'Text',
    'tid',
    'strokeWidth',
    'dashStyle',
    'objects',
    'layers',
    'stage',
    'startArrow',
    'nodeId',
    'px',
    '__proto__',
    'constructor',
  )

  it('makes of any file either a right document that draws or an ImportError', () => {
    const source = file(
      [
        box(1, { children: [words('<p><span style="font-size:12px">a</span></p>')] }),
        box(2, { x: 200 }),
        line(
          3,
          [
            [110, 50],
            [150, 50],
            [200, 50],
          ],
          { ...ends({ nodeId: 1, px: 1, py: 0.5 }, { nodeId: 2, px: 0, py: 0.5 }), children: [words('<p>l</p>')] },
        ),
        { id: 4, x: 0, y: 0, width: 9, height: 9, graphic: null, children: [box(5)] },
      ],
      { layers: [{ guid: 'a', order: 0, name: 'A' }] },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, junk, fc.nat(8)), { minLength: 1, maxLength: 6 }), changes => {
        const left = changes.map(([, , after]) => after)
        const text = JSON.stringify(
          JSON.parse(source, function change(this: unknown, key: string, value: unknown) {
            const at = changes.findIndex(([name]) => name === key)
            if (at === -1) return value
            const after = left[at] ?? 0
            left[at] = after - 1
            return after === 0 ? changes[at]?.[1] : value
          }),
        )
        let imported: Imported
        try {
          imported = importGliffy(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError)
          return
        }
        expect(readDocument(writeDocument(imported.document)).pages.length).toBeGreaterThan(0)
        expect(renderDiagram(imported.document).svg).not.toContain('NaN')
      }),
      { numRuns: 300, seed: 20261121 },
    )
  })
})

describe.skipIf(!existsSync(CORPUS))('importGliffy of the corpus (skipped where the folder is absent)', () => {
  it.each(['documents', 'pairs'])(
    'imports every diagram of %s',
    async folder => {
      const names = (await readdir(join(CORPUS, folder))).filter(name => name.endsWith('.gliffy'))
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) {
        const text = await readFile(join(CORPUS, folder, name), 'utf8')
        expect(isGliffy(text), name).toBe(true)
        const { document } = importGliffy(text)
        expect(() => writeDocument(document), name).not.toThrow()
      }
    },
    60_000,
  )
})
