/** Fidelity of the draw.io import: shapes defined in the file, and substitutes for shapes by name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { DiagramObject } from '../../model/document.ts'
import { readDocument, writeDocument } from '../../model/validate.ts'
import { ImportError } from '../contract.ts'
import { importDrawio } from './import.ts'

const model = (cells: string) =>
  `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel>`
const vertex = (id: string, style: string, value = '', box = 'x="10" y="20" width="100" height="50"') =>
  `<mxCell id="${id}" value="${value}" style="${style}" vertex="1" parent="1"><mxGeometry ${box} as="geometry"/></mxCell>`
const packed = (xml: string) => deflateRawSync(encodeURIComponent(xml)).toString('base64')

async function imported(cells: string) {
  const { document, report } = await importDrawio(model(cells))
  expect(readDocument(writeDocument(document))).toEqual(document)
  const objects: Record<string, DiagramObject> = document.pages[0]?.objects ?? {}
  const svgOf = (id: string) => {
    const object = objects[id]
    const media = object?.kind === 'image' ? document.media[object.media] : undefined
    return media ? Buffer.from(media.data, 'base64').toString() : ''
  }
  return { objects, report: report.map(({ message }) => message), svgOf }
}

describe('stencils', () => {
  const stencil =
    '<shape name="flag" w="50" h="25" aspect="variable" strokewidth="inherit"><background><path><move x="0" y="0"/>' +
    '<line x="50" y="0"/><quad x1="50" y1="25" x2="25" y2="25"/><arc rx="5" ry="5" x-axis-rotation="0" large-arc-flag="1" sweep-flag="0" x="0" y="20"/><close/></path></background>' +
    '<foreground><fillstroke/><save/><strokecolor color="#00ff00"/><strokewidth width="2"/><dashed dashed="1"/><rect x="10" y="5" w="10" h="10"/><stroke/><restore/>' +
    '<fillcolor color="strokeColor"/><ellipse x="0" y="0" w="10" h="5"/><fill/><text str="a&lt;b" x="25" y="10" align="center" valign="middle"/></foreground></shape>'

  it('are drawn as the file describes them, stretched to the box, in the colours of the style', async () => {
    const { objects, report, svgOf } = await imported(
      vertex('a', `shape=stencil(${packed(stencil)});fillColor=#ff0000;strokeColor=#0000ff;strokeWidth=4`, 'Label'),
    )
    expect(report).toEqual([])
    // The picture is larger than the box by half a line (4 px), so that no line is cut.
    expect(objects['a']).toMatchObject({ kind: 'image', x: 8, y: 18, width: 104, height: 54 })
    expect(objects['a']).toMatchObject({ text: { paragraphs: [{ runs: [{ text: 'Label' }] }] } })
    const svg = svgOf('a')
    expect(svg).toContain('viewBox="-2 -2 104 54"')
    expect(svg).toContain(
      '<path d="M0 0L100 0Q100 50 50 50A10 10 0 1 0 0 40Z" fill="#ff0000" stroke="#0000ff" stroke-width="4"',
    )
    expect(svg).toContain(
      '<rect x="20" y="10" width="20" height="20" rx="0" fill="none" stroke="#00ff00" stroke-width="4"',
    )
    expect(svg).toMatch(/stroke="#00ff00"[^>]*stroke-dasharray="3 3"/)
    expect(svg).toContain('<ellipse cx="10" cy="5" rx="10" ry="5" fill="#0000ff"/>')
    expect(svg).toContain('>a&lt;b</text>')
  })

  it('keep their proportions when they say so', async () => {
    const fixed = stencil.replace('variable', 'fixed')
    const { svgOf } = await imported(
      vertex('a', `shape=stencil(${packed(fixed)})`, '', 'x="0" y="0" width="100" height="100"'),
    )
    expect(svgOf('a')).toContain('d="M0 25L100 25')
  })

  it.each([
    ['no base64', 'AAA'],
    ['no deflated text', btoa('hello')],
    ['other XML', packed('<svg><script/></svg>')],
    ['no XML', packed('<shape')],
  ])('that are %s become boxes that say so', async (_, text) => {
    const { objects, report } = await imported(vertex('a', `shape=stencil(${text})`))
    expect(objects['a']).toMatchObject({ kind: 'shape', shape: 'basic.rectangle' })
    expect(report).toEqual(['The shape “stencil” is not known here; a box stands for it.'])
  })

  it('are refused when they unfold without end', async () => {
    const bomb = deflateRawSync(Buffer.alloc(60 * 1024 * 1024, 'A')).toString('base64')
    const error: unknown = await importDrawio(model(vertex('a', `shape=stencil(${bomb})`))).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ImportError)
    expect((error as Error).message).toMatch(/unfold to more than 48 MB/)
  })

  it('write nothing into the picture but what the language has', async () => {
    const hostile =
      '<shape w="10" h="10"><foreground><script>alert(1)</script><image src="https://example.org/a.png" x="0" y="0" w="5" h="5"/>' +
      '<fillcolor color="&quot;/&gt;&lt;script&gt;"/><linecap cap="&quot; onload=&quot;x"/><path><move x="NaN" y="1e999"/><line x="5" y="&quot;"/></path><fillstroke/>' +
      '<fontfamily family="&quot; onclick=&quot;x"/><text str="&lt;script&gt;" x="0" y="0"/></foreground></shape>'
    const { svgOf } = await imported(vertex('a', `shape=stencil(${packed(hostile)})`))
    expect(svgOf('a')).not.toMatch(/<script|<image|onload="|onclick="|NaN|Infinity|href/)
    expect(svgOf('a')).toContain('&lt;script&gt;')
  })
})

describe('shapes that numbers of their style describe', () => {
  it('are drawn by them', async () => {
    const { report, svgOf } = await imported(
      vertex('pie', 'shape=mxgraph.mockup.graphics.pieChart;parts=1,3;partColors=#ff0000,#00ff00;strokeColor=none') +
        vertex(
          'rating',
          'shape=mxgraph.mockup.misc.rating;grade=2;ratingScale=3;fillColor=#ffff00;emptyFillColor=#eeeeee',
        ) +
        vertex('grid', 'shape=mxgraph.mockup.graphics.iconGrid;gridSize=2,3') +
        vertex('bar', 'shape=mxgraph.ios7ui.downloadBar;barPos=30') +
        vertex('line', 'shape=mxgraph.lean_mapping.timeline2;dx1=0;dy1=1;dx2=30;dy2=0;dx3=60;dy3=1;strokeWidth=2'),
    )
    expect(report).toEqual([])
    expect(svgOf('pie').match(/<path d="[^"]*" fill="#(?:ff0000|00ff00)"/g)).toHaveLength(2)
    expect(svgOf('rating').match(/#ffff00/g)).toHaveLength(2)
    expect(svgOf('rating').match(/#eeeeee/g)).toHaveLength(1)
    expect(svgOf('grid').match(/<rect/g)).toHaveLength(6)
    expect(svgOf('bar')).toContain('d="M0 30H30" stroke="#0080f0"')
    expect(svgOf('line')).toContain('d="M0 49L30 49L30 1L60 1L60 49L100 49"')
  })

  it('bear numbers that are none', async () => {
    const { svgOf } = await imported(
      vertex('a', 'shape=mxgraph.mockup.graphics.pieChart;parts=-1,x,1e999;partColors=&quot;') +
        vertex('b', 'shape=mxgraph.mockup.misc.rating;grade=x;ratingScale=1e9') +
        vertex('c', 'shape=mxgraph.lean_mapping.timeline2;dx1=x;strokeWidth=-5'),
    )
    expect(svgOf('a') + svgOf('b') + svgOf('c')).not.toMatch(/NaN|Infinity|undefined/)
    expect(svgOf('b').length).toBeLessThan(50_000)
  })

  it('turn an arc as far as its angles say', async () => {
    const { objects } = await imported(vertex('a', 'shape=mxgraph.basic.arc;startAngle=0.25;endAngle=0.75'))
    expect(objects['a']).toMatchObject({ shape: 'basic.arc', parameters: { start: 90, end: 270 } })
  })
})

describe('names of libraries of icons and symbols', () => {
  const shapeFor = async (style: string) => {
    const object = (await imported(vertex('a', style))).objects['a']
    return object?.kind === 'shape' ? object.shape : object?.kind
  }

  it.each([
    ['shape=mxgraph.signs.transportation.train_2', 'object.train'],
    ['shape=mxgraph.signs.people.woman_1', 'network.user-female'],
    ['shape=mxgraph.gcp2.campaign_manager', 'object.megaphone'],
    ['shape=mxgraph.aws4.resourceIcon;resIcon=mxgraph.aws4.organizations', 'network.offices'],
    ['shape=mxgraph.cisco.routers.atm_3800', 'network.router'],
    ['shape=mxgraph.cisco19.rect;prIcon=firewall', 'network.firewall'],
    ['shape=mxgraph.kubernetes.icon;prIcon=pvc', 'cloud.volume'],
    ['shape=mxgraph.sap.icon;SAPIcon=SAP_Task_Center', 'object.clipboard'],
    ['shape=mxgraph.office.users.response_group', 'network.user-group'],
    ['shape=mxgraph.electrical.logic_gates.logic_gate;operation=or;negating=1', 'electrical.nor'],
    ['shape=mxgraph.electrical.transistors.npn_transistor_5', 'electrical.transistor-npn'],
    ['shape=mxgraph.pid.heat_exchangers.heat_exchanger_(plate)', 'process.exchanger-plate'],
    ['shape=mxgraph.pid.vessels.tank_(conical_roof)', 'process.tank-roof'],
    ['shape=mxgraph.pid2valves.valve;valveType=ball', 'process.valve-ball'],
    ['shape=mxgraph.pid2valves.valve;valveType=gate;actuator=motor', 'process.valve-motor'],
    ['shape=mxgraph.pid2inst.discInst;mounting=room', 'process.instrument-panel'],
    ['shape=mxgraph.pid2inst.discInst;mounting=field', 'process.instrument'],
    ['shape=mxgraph.rack.oracle.sun_zfs_storage_7320', 'network.rack-storage'],
    ['shape=mxgraph.cabinets.cb_2p', 'electrical.breaker'],
    ['shape=mxgraph.electrical.resistors.resistor_with_instrument_or_relay_shunt', 'electrical.resistor'],
    ['shape=mxgraph.electrical.iec_logic_gates.nand_2', 'electrical.nand'],
    ['shape=mxgraph.salesforce.non_profit2', 'wireframe.icon-heart'],
    ['shape=mxgraph.mockup.rrect;rSize=0', 'basic.rounded-rectangle'],
    ['shape=mxgraph.bootstrap.checkbox2', 'wireframe.checkbox-checked'],
    // A shape whose name says nothing, or a frame, stays a box.
    ['shape=mxgraph.signs.travel.unheard_of', 'basic.rectangle'],
    ['shape=mxgraph.aws2.frame', 'basic.rectangle'],
    ['shape=mxgraph.electrical.unheard_of', 'basic.rectangle'],
  ])('lead %s to what shows the same', async (style, shape) => {
    expect(await shapeFor(style)).toBe(shape)
  })

  it('draw labels of screens alone, and round boxes by their radius in px', async () => {
    const { objects } = await imported(
      vertex('a', 'shape=mxgraph.mockup.containers.anchor;fillColor=#ff0000', 'Page') +
        vertex('b', 'shape=mxgraph.bootstrap.rrect;rSize=5;fillColor=#CCE7FE'),
    )
    expect(objects['a']).toMatchObject({
      shape: 'basic.text',
      style: { fill: { kind: 'none' }, stroke: { colour: 'none' } },
    })
    expect(objects['b']).toMatchObject({ parameters: { radius: 5 }, style: { fill: { colour: '#cce7fe' } } })
  })

  it('give light icons on something dark a light line', async () => {
    const { objects } = await imported(
      vertex('a', 'shape=mxgraph.signs.transportation.bicycle_2;fillColor=#ffffff;strokeColor=none'),
    )
    expect(objects['a']).toMatchObject({ shape: 'object.bicycle', style: { stroke: { colour: '#ffffff' } } })
  })
})

const edge = (id: string, style: string, ends: string, geometry = '', value = '') =>
  `<mxCell id="${id}" value="${value}" style="${style}" edge="1" parent="1" ${ends}><mxGeometry relative="1" as="geometry">${geometry}</mxGeometry></mxCell>`
const corners = (...points: readonly (readonly [number, number])[]) =>
  `<Array as="points">${points.map(([x, y]) => `<mxPoint x="${x}" y="${y}"/>`).join('')}</Array>`

describe('edges', () => {
  const boxes =
    vertex('a', '', '', 'x="0" y="0" width="100" height="40"') +
    vertex('b', '', '', 'x="300" y="200" width="100" height="40"')

  it('bend an elbow at its waypoint, from the middles of the shapes', async () => {
    const { objects } = await imported(
      boxes +
        edge('across', 'edgeStyle=elbowEdgeStyle', 'source="a" target="b"', corners([250, 90])) +
        edge('down', 'edgeStyle=elbowEdgeStyle;elbow=vertical', 'source="a" target="b"', corners([250, 90])) +
        edge('beyond', 'edgeStyle=elbowEdgeStyle', 'source="a" target="b"', corners([200, 300])) +
        edge('fixed', 'edgeStyle=elbowEdgeStyle;exitX=1;exitY=0.25', 'source="a" target="b"', corners([250, 90])),
    )
    // Not through the waypoint's own height, where an orthogonal line would go.
    expect(objects['across']).toMatchObject({
      route: 'orthogonal',
      waypoints: [
        { x: 250, y: 20 },
        { x: 250, y: 220 },
      ],
    })
    expect(objects['down']).toMatchObject({
      waypoints: [
        { x: 50, y: 90 },
        { x: 350, y: 90 },
      ],
    })
    expect(objects['beyond']).toMatchObject({
      waypoints: [
        { x: 50, y: 300 },
        { x: 350, y: 300 },
      ],
    })
    expect(objects['fixed']).toMatchObject({
      waypoints: [
        { x: 250, y: 10 },
        { x: 250, y: 220 },
      ],
    })
  })

  it('end squarely on shapes that say so, and on lifelines', async () => {
    const bar = (id: string, x: number, y: number) =>
      vertex(id, 'perimeter=orthogonalPerimeter', '', `x="${x}" y="${y}" width="10" height="100"`)
    const { objects } = await imported(
      bar('one', 0, 0) +
        bar('two', 200, 40) +
        vertex('life', 'shape=umlLifeline;size=40', '', 'x="300" y="0" width="100" height="200"') +
        edge('call', 'edgeStyle=none', 'source="one" target="two"') +
        edge('send', 'exitX=1;exitY=0.7', 'source="two" target="life"'),
    )
    // Straight across from the height of the other's middle, instead of slanting between the middles.
    expect(objects['call']).toMatchObject({
      from: { attached: { anchor: { x: 1, y: 0.9 } } },
      to: { attached: { anchor: { x: 0, y: 0.1 } } },
    })
    expect(objects['send']).toMatchObject({ to: { attached: { anchor: { x: 0.5, y: 0.55 } } } })
  })

  it('leave out waypoints within the shape at a loose end, and keep the others', async () => {
    const { objects } = await imported(
      boxes +
        edge('e', '', 'source="a" target="b"', corners([50, 20], [200, 20], [320, 210], [350, 220])) +
        edge('all', '', 'source="a" target="b"', corners([50, 20])) +
        edge('anchored', 'entryX=0.5;entryY=0.5', 'source="a" target="b"', corners([320, 210])),
    )
    expect(objects['e']).toMatchObject({ waypoints: [{ x: 200, y: 20 }] })
    expect(objects['all']).toMatchObject({ waypoints: [] })
    expect(objects['anchored']).toMatchObject({ waypoints: [{ x: 320, y: 210 }] })
  })

  it('have the heads of sockets and additions', async () => {
    const { objects, report } = await imported(
      edge('e', 'startArrow=halfCircle;endArrow=circlePlus', '', '<mxPoint x="9" y="0" as="targetPoint"/>'),
    )
    expect(objects['e']).toMatchObject({ startArrow: 'half-circle', endArrow: 'circle-plus' })
    expect(report).toEqual([])
  })

  it('carry shapes where draw.io has them, and labels as labels', async () => {
    const child = (id: string, style: string, size: string, value = '') =>
      `<mxCell id="${id}" value="${value}" style="${style}" vertex="1" parent="e"><mxGeometry x="-0.5" y="10" relative="1" ${size} as="geometry"><mxPoint x="-8" y="-4" as="offset"/></mxGeometry></mxCell>`
    const { objects } = await imported(
      edge('e', '', '', '<mxPoint x="100" y="100" as="sourcePoint"/><mxPoint x="300" y="100" as="targetPoint"/>') +
        child('dot', 'ellipse', 'width="16" height="8"') +
        child('plain', 'edgeLabel', 'width="16" height="8"', 'label') +
        child('old', 'html=1', '', 'label'),
    )
    // A quarter of the way, 10 px above the line, moved by the offset.
    expect(objects['dot']).toMatchObject({ kind: 'shape', shape: 'basic.ellipse', x: 142, y: 86, width: 16, height: 8 })
    expect(objects['plain']).toBeUndefined()
    expect(objects['e']).toMatchObject({ labels: [{}, {}] })
  })
})

describe('labels', () => {
  const textsOf = (object: DiagramObject | undefined) =>
    object?.kind === 'shape' || object?.kind === 'image'
      ? object.text?.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join(''))
      : undefined

  it('take placeholders from the cell, what holds it, the page and the file', async () => {
    const object = (id: string, data: string, parent: string) =>
      `<object id="${id}" ${data}><mxCell style="" vertex="1" parent="${parent}"><mxGeometry width="90" height="40" as="geometry"/></mxCell></object>`
    const page =
      '<mxGraphModel><root><object id="0" team="Core"><mxCell/></object><mxCell id="1" parent="0"/>' +
      object('outer', 'label="%name%" placeholders="1" name="Outer" env="test"', '1') +
      object(
        'inner',
        'label="%name% %env% %team% %client% %page% %pagenumber%/%pagecount% %unknown%" placeholders="1" name="Inner"',
        'outer',
      ) +
      object('plain', 'label="%name%" name="no"', '1') +
      object('loop', 'label="%label% %x%" placeholders="1"', 'loop') +
      '</root></mxGraphModel>'
    const { document } = await importDrawio(
      `<mxfile vars="{&quot;client&quot;:&quot;ACME&quot;,&quot;n&quot;:1}"><diagram name="Plan">${page}</diagram><diagram name="Two"/></mxfile>`,
    )
    const objects = document.pages[0]?.objects ?? {}
    expect(textsOf(objects['outer'])).toEqual(['Outer'])
    expect(textsOf(objects['inner'])).toEqual(['Inner test Core ACME Plan 1/2 %unknown%'])
    expect(textsOf(objects['plain'])).toEqual(['%name%'])
    expect(textsOf(objects['loop'])).toEqual(['%label% %x%'])
  })

  it.each([
    ['$$\\frac{a}{b} \\times \\alpha^2$$', 'a/b × α²'],
    ['\\(\\sqrt{x+1} \\le x_{10}\\)', '√(x+1) ≤ x₁₀'],
    ['`x^2 + sum_(i=0)`', 'x² + ∑ᵢ₌₀'],
    ['\\[e^{i\\pi}\\]', 'e^(iπ)'],
    ['costs $5 or $$ 6', 'costs $5 or $$ 6'],
  ])('show the formula %s as %s where the file has formulas typeset', async (label, shown) => {
    const { document } = await importDrawio(
      model(vertex('a', '', label)).replace('<mxGraphModel>', '<mxGraphModel math="1">'),
    )
    expect(textsOf(document.pages[0]?.objects['a'])).toEqual([shown])
    expect(textsOf((await imported(vertex('a', '', label))).objects['a'])).toEqual([label])
  })

  it('read hostile formulas in one pass', async () => {
    for (const piece of ['$$', '`', '\\(', '{', '\\frac{', '^{', '$${']) {
      const { document } = await importDrawio(
        model(vertex('a', '', piece.repeat(30_000))).replace('<mxGraphModel>', '<mxGraphModel math="1">'),
      )
      expect(Object.keys(document.pages[0]?.objects ?? {})).toEqual(['a'])
    }
  })

  it('begin at the top of a shape that they fill', async () => {
    const { objects } = await imported(
      vertex('a', 'html=1;overflow=fill', 'one two three four five six seven eight nine ten') +
        vertex('b', 'html=1', 'one'),
    )
    expect(objects['a']).toMatchObject({ text: { vertical: 'top' } })
    expect(objects['b']).toMatchObject({ text: { vertical: 'middle' } })
  })

  it('read downwards where they are written so, and turn with their shape', async () => {
    const { objects } = await imported(
      vertex('down', 'textDirection=vertical-rl', 'Down') + vertex('up', 'horizontal=0;rotation=90', 'Up'),
    )
    expect(objects['down.label']).toMatchObject({ rotation: 90, width: 50, height: 100 })
    expect(objects['up.label']).toMatchObject({ rotation: 0 })
  })
})

describe('frames of UML', () => {
  it('fill their tab alone, with their name in it', async () => {
    const { objects } = await imported(
      vertex('a', 'shape=umlFrame;width=80;height=20;fillColor=#ff0000', 'sd') +
        vertex('b', 'shape=umlFrame;swimlaneFillColor=#ffffff', 'sd'),
    )
    expect(objects['a']).toMatchObject({
      shape: 'uml.frame-open',
      parameters: { tab: 80, height: 20 },
      style: { fill: { colour: '#ff0000' } },
      text: { padding: { top: 0, bottom: 0 } },
    })
    expect(objects['b']).toMatchObject({ shape: 'uml.frame' })
  })
})

const corpus = new URL('../../../../../shared/corpus/drawio/', import.meta.url)
describe.skipIf(!existsSync(corpus))('the documents of the corpus (skipped where ../shared/corpus is absent)', () => {
  it('show a plain box for a shape that they name in at most one of ten files', async () => {
    let files = 0
    const boxed: string[] = []
    for (const name of readdirSync(corpus)) {
      const text = readFileSync(new URL(name, corpus), 'utf8')
      if (text.includes('<templates>')) continue
      files++
      const { report } = await importDrawio(text)
      if (report.some(({ message }) => /^The shape .* a box stands for it\.$/.test(message))) boxed.push(name)
    }
    expect(files).toBeGreaterThan(190)
    expect(boxed.length, boxed.join(', ')).toBeLessThanOrEqual(files / 10)
  })
})
