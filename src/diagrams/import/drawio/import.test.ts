import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentLane, shareOf } from '../../../../test/lanes.ts'
import type { DiagramDocument, DiagramObject, TextBlock } from '../../model/document.ts'
import { readDocument, writeDocument } from '../../model/validate.ts'
import { renderDiagram } from '../../render/render.ts'
import { layoutText } from '../../render/text-layout.ts'
import { findShape } from '../../shapes/library.ts'
import { ImportError } from '../contract.ts'
import { importDrawio, isDrawio } from './import.ts'
import { USED_SHAPES } from './shape-names.ts'
import { SUBSTITUTES } from './substitutes.ts'

const model = (cells: string, attributes = '') =>
  `<mxGraphModel ${attributes}><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel>`
const vertex = (
  id: string,
  style: string,
  { value = '', parent = '1', box = 'x="10" y="20" width="100" height="50"', more = '' } = {},
) =>
  `<mxCell id="${id}" value="${value}" style="${style}" vertex="1" parent="${parent}" ${more}><mxGeometry ${box} as="geometry"/></mxCell>`
const packed = (xml: string) => deflateRawSync(encodeURIComponent(xml)).toString('base64')

async function objectsOf(xml: string): Promise<Record<string, DiagramObject>> {
  return (await importDrawio(xml)).document.pages[0]?.objects ?? {}
}

async function shapeOf(style: string, value = '', more: { box?: string } = {}) {
  const object = (await objectsOf(model(vertex('a', style, { value, ...more }))))['a']
  if (object?.kind !== 'shape') throw new Error(`${style} became no shape`)
  return object
}

const textOf = (block: TextBlock | undefined) =>
  block?.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join('')) ?? []

describe('files of draw.io', () => {
  it('reads plain and compressed pages, in their order and with their names', async () => {
    const file =
      `<?xml version="1.0"?><mxfile pages="3"><diagram id="one" name="First">${model(vertex('a', 'ellipse'), 'background="#FFEEDD" pageWidth="400" gridSize="5" grid="0"')}</diagram>` +
      `<diagram id="__proto__" name="Zweite &amp; letzte">${packed(model(vertex('b', 'rhombus', { value: 'ä%' })))}</diagram><diagram/></mxfile>`
    const { pages } = (await importDrawio(file)).document
    expect(pages.map(({ id, name, objects }) => [id, name, Object.keys(objects)])).toEqual([
      ['one', 'First', ['a']],
      ['c1', 'Zweite & letzte', ['b']],
      ['page3', 'Page 3', []],
    ])
    expect(pages[0]).toMatchObject({
      background: '#ffeedd',
      width: 400,
      height: 1100,
      grid: { size: 5, visible: false },
    })
    expect(pages[1]?.objects['b']).toMatchObject({ shape: 'basic.diamond', x: 10, y: 20, width: 100, height: 50 })
    expect(isDrawio(file)).toBe(true)
    expect(isDrawio('<svg/>')).toBe(false)
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'takes %s for no direction, colour or size',
    async name => {
      const style = `shape=mxgraph.basic.${name};fillColor=#ff0000;gradientColor=#00ff00;gradientDirection=${name};direction=${name};html=1;fontColor=${name};endArrow=${name}`
      const { document } = await importDrawio(
        model(vertex('a', style, { value: `&lt;p style=&quot;font-size: ${name}&quot;&gt;x&lt;/p&gt;` })),
      )
      expect(readDocument(writeDocument(document))).toEqual(document)
    },
  )

  it('puts the shapes of a library side by side', async () => {
    const entry = model(
      vertex('2', 'group', { box: 'width="60" height="40"' }) + vertex('3', 'ellipse', { parent: '2' }),
    )
    const json = JSON.stringify([
      { xml: entry, w: 60, h: 40, title: 'one' },
      { xml: packed(entry), w: 60, h: 40 },
      { data: 'data:image/png;base64,iVBORw0KGgo=', w: 10, h: 10 },
    ])
    const { document } = await importDrawio(
      `<mxlibrary>${json.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</mxlibrary>`,
    )
    const objects = document.pages[0]?.objects ?? {}
    expect(Object.values(objects).map(({ id, kind, parent }) => [id, kind, parent])).toEqual([
      ['e1', 'group', null],
      ['e1.2', 'group', 'e1'],
      ['e1.3', 'shape', 'e1.2'],
      ['e2', 'group', null],
      ['e2.2', 'group', 'e2'],
      ['e2.3', 'shape', 'e2.2'],
      ['e3', 'group', null],
      ['e3.2', 'image', 'e3'],
    ])
    expect(document.media['m1']).toEqual({ type: 'image/png', data: 'iVBORw0KGgo=', width: 10, height: 10 })
  })

  it('takes over layers, groups and containers with what they hold', async () => {
    const { document } = await importDrawio(
      model(
        '<mxCell id="L" value="Notes" style="locked=1" parent="0" visible="0"/>' +
          vertex('g', 'group') +
          vertex('in', 'rounded=1;arcSize=20', { parent: 'g', box: 'x="5" y="6" width="30" height="20"' }) +
          vertex('lane', 'swimlane;startSize=30', { value: 'Title' }) +
          vertex('step', '', { parent: 'lane' }) +
          vertex('turned', 'rotation=90', { box: 'x="100" y="100" width="40" height="20"' }) +
          vertex('child', '', { parent: 'turned', box: 'x="1" y="2" width="5" height="5"' }) +
          vertex('note', 'shape=note', { parent: 'L' }),
      ),
    )
    const [page] = document.pages
    expect(page?.layers).toEqual([
      { id: '1', name: 'Background', visible: true, locked: false },
      { id: 'L', name: 'Notes', visible: false, locked: true },
    ])
    expect(page?.objects['g']).toMatchObject({ kind: 'group', parent: null })
    expect(page?.objects['in']).toMatchObject({
      parent: 'g',
      x: 5,
      y: 6,
      shape: 'basic.rounded-rectangle',
      parameters: { radius: 4 },
    })
    expect(page?.objects['lane']).toMatchObject({
      shape: 'container.titled',
      container: true,
      parameters: { header: 30 },
    })
    expect(page?.objects['step']).toMatchObject({ parent: 'lane' })
    // Children of a turned shape are placed beside it and not turned with it.
    expect(page?.objects['child']).toMatchObject({ parent: null, x: 101, y: 102 })
    expect(page?.objects['note']).toMatchObject({ layer: 'L', shape: 'basic.note' })
    expect(
      Object.values(page?.objects ?? {})
        .filter(({ parent }) => parent === null)
        .map(({ order }) => order),
    ).toEqual(
      Object.values(page?.objects ?? {})
        .filter(({ parent }) => parent === null)
        .map(({ order }) => order)
        .sort(),
    )
  })

  it('takes over fills, lines, turns and flips', async () => {
    expect(
      await shapeOf(
        'fillColor=#F8CECC;gradientColor=#EA6B66;gradientDirection=east;strokeColor=rgb(1,2,3);strokeWidth=2;dashed=1;dashPattern=8 4;opacity=50;shadow=1',
      ),
    ).toMatchObject({
      style: {
        fill: { kind: 'gradient', from: '#f8cecc', to: '#ea6b66', angle: 0 },
        stroke: { colour: '#010203', width: 2, dash: [8, 4] },
        opacity: 0.5,
        shadow: true,
      },
    })
    expect((await shapeOf('fillColor=none;strokeColor=none')).style).toEqual({
      fill: { kind: 'none' },
      stroke: { colour: 'none', width: 1 },
    })
    expect((await shapeOf('fillColor=light-dark(#ABC, #000);fillOpacity=50')).style.fill).toEqual({
      kind: 'solid',
      colour: '#aabbcc80',
    })
    expect(await shapeOf('rotation=30;flipH=1')).toMatchObject({ rotation: 30, flipX: true })
    expect(await shapeOf('triangle;direction=south')).toMatchObject({
      rotation: 90,
      x: 35,
      y: -5,
      width: 50,
      height: 100,
    })
  })

  it('takes over labels in HTML and plain, within the shape, below it and upright', async () => {
    const block = (
      await shapeOf(
        'html=1;whiteSpace=wrap;align=left;verticalAlign=top;fontSize=14',
        '&lt;div&gt;One &lt;b style=&quot;color:red&quot;&gt;two&lt;/b&gt;&lt;/div&gt;&lt;div&gt;&lt;br&gt;&lt;/div&gt;&lt;font color=&quot;#00f&quot; face=&quot;Courier&quot;&gt;a&amp;nbsp;&amp;lt;b&lt;/font&gt;&lt;script&gt;x()&lt;/script&gt;',
      )
    ).text
    expect(textOf(block)).toEqual(['One two', '', 'a <b'])
    expect(block).toMatchObject({ vertical: 'top', padding: { left: 2, right: 2, top: 2, bottom: 0 } })
    expect(block?.paragraphs[0]).toMatchObject({
      align: 'left',
      runs: [
        { size: 14, font: 'sans' },
        { text: 'two', bold: true, colour: '#ff0000' },
      ],
    })
    expect(block?.paragraphs[2]?.runs[0]).toMatchObject({ font: 'mono', colour: '#0000ff' })
    expect(textOf((await shapeOf('', 'a &lt;b&gt;&#10;c')).text)).toEqual(['a <b>', 'c'])
    expect(
      (await shapeOf('html=1;whiteSpace=wrap;verticalLabelPosition=bottom;verticalAlign=top', 'below')).text?.padding,
    ).toEqual({ top: 52, left: 2, right: 2, bottom: -50 })
    const objects = await objectsOf(model(vertex('lane', 'swimlane;horizontal=0;startSize=20', { value: 'Upright' })))
    expect(objects['lane']).toMatchObject({ shape: 'container.titled-left' })
    expect(objects['lane.label']).toMatchObject({
      shape: 'basic.text',
      rotation: 270,
      width: 50,
      height: 20,
      x: -5,
      y: 35,
    })
  })

  it('takes over edges: ends, anchors, corners, heads and labels', async () => {
    const edge =
      '<mxCell id="e" value="yes" style="edgeStyle=orthogonalEdgeStyle;rounded=1;html=1;exitX=1;exitY=0.5;endArrow=block;endFill=0;startArrow=ERmany;dashed=1" edge="1" parent="g" source="a" target="b"><mxGeometry x="-0.5" y="6" relative="1" as="geometry"><Array as="points"><mxPoint x="40" y="7"/></Array></mxGeometry></mxCell>'
    const label =
      '<mxCell id="l" value="one" style="edgeLabel;html=1" vertex="1" connectable="0" parent="e"><mxGeometry x="1" relative="1" as="geometry"/></mxCell>'
    const free =
      '<mxCell id="f" edge="1" parent="1" source="gone"><mxGeometry relative="1" as="geometry"><mxPoint x="1" y="2" as="sourcePoint"/><mxPoint x="3" y="4" as="targetPoint"/></mxGeometry></mxCell>'
    const objects = await objectsOf(
      model(
        vertex('g', 'group', { box: 'x="100" y="100" width="300" height="100"' }) +
          vertex('a', '', { parent: 'g' }) +
          vertex('b', '', { box: 'x="400" y="20" width="100" height="50"' }) +
          edge +
          label +
          free,
      ),
    )
    expect(objects['e']).toMatchObject({
      kind: 'connector',
      parent: 'g',
      route: 'orthogonal',
      cornerRadius: 10,
      waypoints: [{ x: 40, y: 7 }],
      startArrow: 'many',
      endArrow: 'hollow',
      stroke: { dash: [3, 3] },
      from: { at: { x: 110, y: 45 }, attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
      to: { at: { x: 350, y: -55 }, attached: { objectId: 'b', anchor: null } },
      labels: [
        { along: 0.25, across: -6 },
        { along: 1, across: 0 },
      ],
    })
    expect(objects['f']).toMatchObject({
      route: 'straight',
      from: { at: { x: 1, y: 2 } },
      to: { at: { x: 3, y: 4 } },
      endArrow: 'filled',
      startArrow: 'none',
    })
    expect(objects['f']).not.toHaveProperty('from.attached')
    expect(objects['l']).toBeUndefined()
  })

  it('takes over pictures that the file holds, once each, and links that are safe', async () => {
    const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const { document, report } = await importDrawio(
      model(
        vertex('a', `shape=image;image=data:image/svg+xml,${svg};`) +
          vertex('b', `shape=image;image=data:image/svg+xml,${svg};`) +
          vertex('c', 'shape=image;image=https://example.org/server.png') +
          `<UserObject id="d" label="Go" link="https://example.org/"><mxCell style="" vertex="1" parent="1"><mxGeometry width="9" height="9" as="geometry"/></mxCell></UserObject>` +
          `<object id="e" label="%who%" who="me" placeholders="1" link="javascript:alert(1)"><mxCell style="" vertex="1" parent="1"><mxGeometry width="9" height="9" as="geometry"/></mxCell></object>`,
      ),
    )
    expect(Object.keys(document.media)).toEqual(['m1'])
    const objects = document.pages[0]?.objects ?? {}
    expect([objects['a'], objects['b']]).toMatchObject([
      { kind: 'image', media: 'm1' },
      { kind: 'image', media: 'm1' },
    ])
    expect(objects['c']).toMatchObject({ kind: 'shape', shape: 'basic.rectangle' })
    expect(objects['d']).toMatchObject({ link: { kind: 'url', href: 'https://example.org/' } })
    expect(objects['e']).not.toHaveProperty('link')
    expect(objects['e']).toMatchObject({
      foreign: { data: { link: 'javascript:alert(1)' } },
      text: { paragraphs: [{ runs: [{ text: 'me' }] }] },
    })
    expect(report.map(({ path }) => path)).toEqual(['page 1, cell c', 'page 1, cell e'])
  })

  it('keeps what it does not know as a labelled box with its style', async () => {
    const style = 'shape=mxgraph.electrical.xenapp_server;fillColor=#fff;image=data:image/png,AAAA'
    const { document, report } = await importDrawio(model(vertex('a', style)))
    const object = document.pages[0]?.objects['a']
    expect(object).toMatchObject({
      shape: 'basic.rectangle',
      foreign: { source: 'drawio', data: { style: 'shape=mxgraph.electrical.xenapp_server;fillColor=#fff;image=' } },
    })
    expect(object?.kind === 'shape' && textOf(object.text)).toEqual(['Xenapp server'])
    expect(report).toEqual([
      {
        path: 'page 1, cell a',
        message: 'The shape “mxgraph.electrical.xenapp_server” is not known here; a box stands for it.',
      },
    ])
  })

  it('draws icons of products by what their names tell, in their colour and seen through', async () => {
    const icon =
      'shape=mxgraph.aws4.resourceIcon;resIcon=mxgraph.aws4.lambda;fillColor=#ED7100;strokeColor=#ffffff;verticalLabelPosition=bottom'
    const { document, report } = await importDrawio(model(vertex('a', icon, { value: 'Resize' })))
    expect(document.pages[0]?.objects['a']).toMatchObject({
      shape: 'cloud.function',
      style: { fill: { kind: 'solid', colour: '#ed710024' }, stroke: { colour: '#ed7100', width: 1.5 } },
      foreign: { data: { style: icon } },
      text: { paragraphs: [{ runs: [{ text: 'Resize' }] }] },
    })
    expect(report.map(({ message }) => message)).toEqual([
      'The shape “mxgraph.aws4.lambda” is not known here; “Function” stands for it.',
    ])
    expect((await shapeOf('shape=mxgraph.gcp2.compute_engine_icon;fillColor=#5184F3')).shape).toBe('cloud.compute')
    expect((await shapeOf('shape=mxgraph.azure.virtual_machine;fillColor=#0079D6')).shape).toBe('cloud.compute')
    expect((await shapeOf('shape=mxgraph.citrix.firewall;fillColor=#0079D6')).shape).toBe('network.firewall')
    // The same words mean other things elsewhere.
    expect((await shapeOf('shape=mxgraph.electrical.function;fillColor=#0079D6')).shape).toBe('basic.rectangle')
  })

  it('draws a line for a shape that is only one, from corner to corner, mirrored and turned as it was', async () => {
    // The box is 100 by 50: its diagonal is 111.8 long and falls by 26.57 degrees.
    const length = Math.hypot(100, 50)
    const plain = await shapeOf('shape=mxgraph.aws3d.dashedArrowlessEdge2;strokeColor=#2D6195')
    expect(plain).toMatchObject({
      shape: 'basic.line-horizontal',
      x: 10 + (100 - length) / 2,
      width: length,
      style: { fill: { kind: 'none' }, stroke: { colour: '#2d6195', dash: [4, 4] } },
    })
    expect(plain.rotation).toBeCloseTo(360 - 26.57, 1)
    expect((await shapeOf('shape=mxgraph.aws3d.arrowNE;flipV=1;fillColor=#000000')).rotation).toBeCloseTo(26.57, 1)
    expect((await shapeOf('shape=mxgraph.aws3d.arrowSW;fillColor=#000000')).rotation).toBeCloseTo(180 - 26.57, 1)
    expect(await shapeOf('shape=mxgraph.aws3d.arrowSE;fillColor=#ff0000')).toMatchObject({
      shape: 'basic.arrow-right',
      style: { fill: { colour: '#ff0000' }, stroke: { colour: 'none' } },
    })
  })

  it('has labels where draw.io has them: in titles of lanes, tables and rows, in the head of a lifeline, with no word broken', async () => {
    const { text } = await shapeOf('html=1;whiteSpace=wrap;fontSize=20', 'Opportunity', {
      box: 'x="0" y="0" width="30" height="50"',
    })
    expect(text && layoutText(text, 30, 50).lines).toHaveLength(1)
    expect(text?.padding?.left).toBeCloseTo(text?.padding?.right ?? 0)
    expect(text?.padding?.left).toBeLessThan(-30)
    expect((await shapeOf('shape=table;startSize=40;fillColor=none', 'Title')).text?.padding).toMatchObject({
      top: 0,
      bottom: 0,
    })
    const objects = await objectsOf(
      model(
        vertex('row', 'shape=tableRow;horizontal=0;startSize=40;fillColor=none', {
          value: 'Customer',
          box: 'x="0" y="0" width="300" height="100"',
        }),
      ),
    )
    expect(objects['row.label']).toMatchObject({ rotation: 270, width: 100, height: 40, x: -30, y: 30 })
    expect(
      await shapeOf('shape=umlLifeline;size=30', ':Object', { box: 'x="0" y="0" width="100" height="300"' }),
    ).toMatchObject({ parameters: { header: 30 }, text: { padding: { top: 0, bottom: 0 } } })
  })

  it('fills the title of a lane alone where only that is filled', async () => {
    expect(await shapeOf('swimlane;fillColor=#6d8764', 'Task')).toMatchObject({
      shape: 'container.open',
      style: { fill: { colour: '#6d8764' } },
      parameters: { header: 23 },
    })
    expect(await shapeOf('swimlane;fillColor=#6d8764;swimlaneFillColor=#ffffff', 'Task')).toMatchObject({
      shape: 'container.titled',
    })
    expect(await shapeOf('swimlane;horizontal=0;fillColor=#6d8764')).toMatchObject({ shape: 'container.open-left' })
  })

  it('writes upright in shapes that point another way', async () => {
    expect(await shapeOf('shape=note;direction=west', 'Task')).toMatchObject({ flipX: true, flipY: true, text: {} })
    expect(await shapeOf('shape=note;direction=west;flipH=1')).not.toHaveProperty('flipX')
    const objects = await objectsOf(model(vertex('a', 'shape=step;direction=south', { value: 'Down' })))
    expect(objects['a']).toMatchObject({ rotation: 90 })
    expect(objects['a']).not.toHaveProperty('text')
    expect(objects['a.label']).toMatchObject({ shape: 'basic.text', x: 10, y: 20, width: 100, height: 50 })
    expect(objects['a.label']).not.toHaveProperty('rotation')
  })

  it('takes colours from the lane about a shape, and from what holds it', async () => {
    const objects = await objectsOf(
      model(
        vertex('lane', 'swimlane;fillColor=#006600;fontColor=#ff0000') +
          vertex('card', 'fillColor=swimlane;fontColor=inherit', { parent: 'lane', value: 'Card' }) +
          vertex('free', 'fillColor=swimlane') +
          vertex('x', 'fillColor=inherit', { parent: 'y' }) +
          vertex('y', 'fillColor=inherit', { parent: 'x' }),
      ),
    )
    expect(objects['card']).toMatchObject({
      style: { fill: { colour: '#006600' } },
      text: { paragraphs: [{ runs: [{ colour: '#ff0000' }] }] },
    })
    expect(objects['free']).toMatchObject({ style: { fill: { colour: '#ffffff' } } })
  })

  it('spaces headings and paragraphs as browsers do, and as they say themselves', async () => {
    const heights = async (html: string) =>
      (await shapeOf('html=1;whiteSpace=wrap;fontSize=12', html.replaceAll('<', '&lt;'))).text?.paragraphs.map(
        ({ runs }) => runs[0]?.text || Math.round(runs[0]?.size ?? 0),
      )
    expect(await heights('<h1>Heading</h1><p>Words</p>')).toEqual([16, 'Heading', 16, 'Words'])
    expect(await heights("<p style='margin:0px;margin-top:4px'>One</p><p style='margin:0'>Two</p>Three")).toEqual([
      4,
      'One',
      'Two',
      'Three',
    ])
    expect(await heights('<div>One</div><div>Two</div>')).toEqual(['One', 'Two'])
  })

  it('lets what lies beneath be seen through the box of an unknown shape, but for a label that needs its fill', async () => {
    expect((await shapeOf('shape=mxgraph.aws3d.unheard;fillColor=#000000')).style).toMatchObject({
      fill: { colour: '#00000024' },
      stroke: { colour: '#000000' },
    })
    expect(
      (await shapeOf('shape=mxgraph.aws3d.unheard;fillColor=#000000;fontColor=#ffffff', 'Legible')).style,
    ).toMatchObject({ fill: { colour: '#000000' } })
  })

  it.each([
    ['rhombus', 'basic.diamond'],
    ['shape=umlActor', 'uml.actor'],
    ['shape=weakEntity', 'erd.weak-entity'],
    ['doubleEllipse', 'erd.multivalued-attribute'],
    ['shape=orEllipse', 'flowchart.or'],
    ['shape=sumEllipse', 'flowchart.summing-junction'],
    ['triangle', 'basic.triangle-right'],
    ['shape=mxgraph.flowchart.multi-document', 'flowchart.multiple-documents'],
    ['shape=mxgraph.basic.heart', 'basic.heart'],
    ['shape=mxgraph.networks.firewall', 'network.firewall'],
    ['shape=mxgraph.mockup.containers.videoPlayer', 'wireframe.video'],
    ['shape=mxgraph.bpmn.shape;outline=end;symbol=terminate', 'bpmn.terminate-end'],
    ['shape=mxgraph.bpmn.event;outline=catching;symbol=timer', 'bpmn.timer-intermediate'],
    ['shape=mxgraph.bpmn.event;outline=throwing;symbol=timer', 'bpmn.intermediate'],
    ['shape=mxgraph.bpmn.shape;perimeter=rhombusPerimeter;symbol=parallelGw', 'bpmn.gateway-parallel'],
    ['shape=mxgraph.bpmn.gateway2;gwType=exclusive', 'bpmn.gateway-exclusive'],
    ['shape=mxgraph.bpmn.gateway2', 'basic.diamond'],
    ['shape=mxgraph.bpmn.task;taskMarker=user', 'bpmn.user-task'],
    ['shape=mxgraph.bpmn.task', 'basic.rounded-rectangle'],
    ['shape=mxgraph.lean_mapping.data_box', 'lean.data-box'],
    ['shape=mxgraph.floorplan.bed_double', 'floorplan.bed-double'],
    ['shape=mxgraph.electrical.logic_gates.or', 'electrical.or'],
    ['shape=mxgraph.sysml.callBehAct', 'uml.call-behaviour'],
    ['shape=mxgraph.ios7ui.pageControl', 'wireframe.page-control'],
  ])('knows %s', async (style, shape) => {
    const { document, report } = await importDrawio(model(vertex('a', style)))
    expect(Object.values(document.pages[0]?.objects ?? {})).toMatchObject([{ shape }])
    expect(report).toEqual([])
  })

  it.each([
    'shape=something.new',
    'shape=__proto__',
    'shape=mxgraph.constructor.name',
    'shape=mxgraph.basic.toString',
    'shape=mxgraph',
  ])('says that %s is not known', async style => {
    const { document, report } = await importDrawio(model(vertex('a', style)))
    expect(Object.values(document.pages[0]?.objects ?? {})).toMatchObject([{ shape: 'basic.rectangle' }])
    expect(report).toHaveLength(1)
  })

  it('names only shapes that the library has', () => {
    expect([...USED_SHAPES, ...SUBSTITUTES].filter(id => !findShape(id))).toEqual([])
  })

  it('takes broken trees for what they can be', async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      vertex(`n${index}`, 'group', { parent: index ? `n${index - 1}` : '1' }),
    ).join('')
    const deep = await objectsOf(model(many))
    expect(Object.keys(deep)).toHaveLength(3000)
    const circle = await objectsOf(
      model(vertex('a', '', { parent: 'b' }) + vertex('b', '', { parent: 'a' }) + vertex('c', '', { parent: 'c' })),
    )
    expect(Object.keys(circle).sort()).toEqual(['a', 'b', 'c'])
    const twins = await objectsOf(
      model(
        vertex('a', '') +
          vertex('a', 'ellipse') +
          vertex('constructor', '') +
          vertex('x y', '', { box: 'x="NaN" y="1e99" width="-5" height="Infinity"' }),
      ),
    )
    expect(Object.keys(twins)).toHaveLength(4)
    expect(Object.values(twins)).toContainEqual(expect.objectContaining({ x: 0, y: 50_000, width: 0, height: 0 }))
  })

  it.each([
    ['nothing', '', /not well-formed|no element/],
    ['other XML', '<svg/>', /begins with <svg>/],
    ['no XML', '{"a":1}', /not well-formed/],
    ['cut XML', '<mxfile><diagram>', /not well-formed/],
    ['no page', '<mxfile/>', /no page/],
    [
      'a declaration of entities',
      '<!DOCTYPE mxfile [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><mxfile>&b;</mxfile>',
      /DOCTYPE is not allowed/,
    ],
    ['an unknown entity', '<mxfile>&b;</mxfile>', /not well-formed/],
    ['a deep tree', '<a>'.repeat(100_000), /nested deeper than 100/],
    ['wide trees', `<mxfile>${'<a/>'.repeat(600_000)}</mxfile>`, /more than 500000 elements/],
    ['no base64', '<mxfile><diagram>%%%</diagram></mxfile>', /page 1 cannot be unpacked/],
    ['no deflate', `<mxfile><diagram>${btoa('hello world')}</diagram></mxfile>`, /page 1 cannot be unpacked/],
    [
      'a cut stream',
      `<mxfile><diagram>${packed(model(vertex('a', ''))).slice(0, 40)}</diagram></mxfile>`,
      /page 1 cannot be unpacked/,
    ],
    [
      'a page of something else',
      `<mxfile><diagram>${packed('<svg/>')}</diagram></mxfile>`,
      /begins with <svg> instead/,
    ],
    [
      'a bomb',
      `<mxfile><diagram>${deflateRawSync(Buffer.alloc(100 * 1024 * 1024, 'A')).toString('base64')}</diagram></mxfile>`,
      /unfold to more than 48 MB/,
    ],
    ['too many objects', model(vertex('a', '', { box: '' }).repeat(20_001)), /at most 20000/],
    ['a library without a list', '<mxlibrary>{"a":1}</mxlibrary>', /not a list/],
    ['a broken library', '<mxlibrary>[</mxlibrary>', /not JSON/],
  ])('refuses %s', async (_, text, message) => {
    const error: unknown = await importDrawio(text).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ImportError)
    expect((error as Error).message).toMatch(message)
  })

  it('survives labels and styles of any characters', async () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '<div>',
      '</div>',
      '<b',
      '<br>',
      '<!--',
      '-->',
      '<script>',
      '</script',
      '&amp;',
      '&#x110000;',
      ';',
      '=',
      'image=data:image/png,',
      'shape=',
      'rotation=1e999',
      'fontSize=-1',
      'text',
      '\u0000',
      '💥',
    )
    const escaped = fc
      .array(parts, { maxLength: 30 })
      .map(list =>
        list
          .join('')
          .replaceAll('\u0000', '')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('"', '&quot;'),
      )
    await fc.assert(
      fc.asyncProperty(escaped, escaped, async (value, style) => {
        const { document } = await importDrawio(
          model(vertex('a', `html=1;${style}`, { value }) + vertex('b', style, { value, parent: 'a' })),
        )
        expect(readDocument(writeDocument(document))).toEqual(document)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  it('reads long hostile labels in one pass', async () => {
    for (const piece of ['<', '<a "', '<a\'"', '<script></script>', '<!--', '<div>', '</div>', '&', '<b>']) {
      const value = piece.repeat(30_000).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
      const objects = await objectsOf(model(vertex('a', 'html=1;whiteSpace=wrap', { value })))
      expect(Object.keys(objects)).toEqual(['a'])
    }
  })
})

const corpus = new URL('../../../../../shared/corpus/drawio/', import.meta.url)
describe.skipIf(!existsSync(corpus))('the documents of the corpus (skipped where ../shared/corpus is absent)', () => {
  it('are taken over, written, read and drawn', async () => {
    let drawn = 0
    const names = readdirSync(corpus)
    expect(names.length).toBeGreaterThan(100)
    for (const name of shareOf(names, 4)) {
      const text = readFileSync(new URL(name, corpus), 'utf8')
      // The list of templates among them has no diagram.
      if (text.includes('<templates>')) continue
      const document: DiagramDocument = (await importDrawio(text)).document
      expect(readDocument(writeDocument(document)), name).toEqual(document)
      for (const { id } of document.pages) expect(renderDiagram(document, { pageId: id }).svg, name).toMatch(/^<svg/)
      drawn += document.pages.length
    }
    expect(drawn).toBeGreaterThan(currentLane() === 'full' ? 200 : 20)
  })
})
