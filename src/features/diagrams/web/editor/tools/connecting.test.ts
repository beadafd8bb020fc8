import { describe, expect, it } from 'vitest'
import type { ConnectorObject } from '#diagrams/model/document.ts'
import { connector, group, shape } from '#diagrams/model/test-documents.ts'
import { connectorPoints, sceneOf } from '../scene/live-scene.ts'
import { movedStretch } from './bending.ts'
import { targetAt } from './connect.ts'
import { pointsOf } from './connecting.ts'
import { runCommand } from './commands.ts'
import { arrowsOf, handlesOf } from './handles.ts'
import { nearestOnLine } from './hit.ts'
import { likelyAfter } from './likely.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { pointerOver, type Hand } from './test-pointer.ts'
import { writable } from './text.ts'
import { isBoxed, isConnector } from '#diagrams/render/scene.ts'

// 100 by 60, so the middles of their sides are at (150, 100), (200, 130), (150, 160), (100, 130) and 300 further right.
const a = shape('a', { x: 100, y: 100 })
const b = shape('b', { x: 400, y: 100, order: 'a1' })
const text = (words: string) => ({
  vertical: 'middle' as const,
  paragraphs: [
    { align: 'center' as const, runs: [{ text: words, font: 'sans' as const, size: 12, colour: '#000000' as const }] },
  ],
})

function lineOf(hand: Hand, known: readonly string[] = ['a', 'b']): ConnectorObject {
  const line = hand.added(known).find(({ kind }) => kind === 'connector')
  if (line?.kind !== 'connector') throw new Error('no connector')
  return line
}

function arrow(hand: Hand, id: string, side: string): [number, number] {
  const place = sceneOf(hand.editor).placed.get(id)
  const found = isBoxed(place) ? arrowsOf(hand.editor, place).find(one => one.side === side) : undefined
  if (!found) throw new Error('no arrow')
  return [found.at.x, found.at.y]
}

describe('a target', () => {
  const scene = sceneOf(
    pointerOver([a, shape('pool', { x: 400, y: 100, width: 200, height: 200, container: true, order: 'Zz' })]).editor,
  )
  const at = (x: number, y: number, snaps = true) => targetAt(scene, { x, y }, { reach: 14, snaps })

  it('is a connection point nearby, a place of the outline, or the shape as a whole', () => {
    expect(at(206, 134)).toEqual({ objectId: 'a', anchor: { x: 1, y: 0.5 } })
    expect(at(203, 147)).toMatchObject({ objectId: 'a', anchor: { x: 1 } })
    expect(at(125, 104)).toEqual({ objectId: 'a', anchor: { x: 0.25, y: 0 } })
    expect(at(130, 130)).toEqual({ objectId: 'a', anchor: null })
    expect(at(300, 300)).toBeNull()
  })

  it('is exactly where the pointer is with Ctrl', () => {
    expect(at(130, 115, false)).toEqual({ objectId: 'a', anchor: { x: 0.3, y: 0.25 } })
  })

  it('on a container is its edge alone', () => {
    expect(at(500, 200)).toBeNull()
    expect(at(402, 180)).toMatchObject({ objectId: 'pool', anchor: { x: 0 } })
  })
})

describe('connecting', () => {
  it('draws from a connection point of the hovered shape to one of another, in one step', () => {
    const hand = pointerOver([a, b])
    hand.hover([150, 130])
    hand.press([200, 130])
    hand.move([300, 130])
    expect(lineOf(hand)).toMatchObject({
      from: { attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
      to: { at: { x: 300, y: 130 } },
    })
    hand.move([395, 133])
    expect(hand.tools.hints().target).toEqual({ objectId: 'b', anchor: { x: 0, y: 0.5 } })
    hand.lift([395, 133])
    expect(lineOf(hand)).toMatchObject({
      route: 'orthogonal',
      to: { at: { x: 400, y: 130 }, attached: { objectId: 'b', anchor: { x: 0, y: 0.5 } } },
    })
    expect(hand.steps).toEqual(['Connect'])
    hand.editor.undo()
    expect(hand.added(['a', 'b'])).toEqual([])
  })

  it('from an arrow glides along what it is dropped on', () => {
    const hand = pointerOver([a, b])
    hand.hover([150, 130])
    hand.drag(arrow(hand, 'a', 'right'), [440, 130], {})
    expect(lineOf(hand)).toMatchObject({
      from: { attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
      to: { attached: { objectId: 'b', anchor: null } },
    })
  })

  it('with the connector tool begins and ends anywhere', () => {
    const hand = pointerOver([a, b])
    hand.editor.set({ tool: { kind: 'connector' } })
    hand.drag([20, 400], [340, 420])
    expect(lineOf(hand)).toMatchObject({ from: { at: { x: 20, y: 400 } }, to: { at: { x: 340, y: 420 } } })
    expect(hand.editor.state().tool).toEqual({ kind: 'select' })
  })

  it('runs level, upright or slanting by an eighth with Shift', () => {
    const hand = pointerOver([a, b])
    hand.editor.set({ tool: { kind: 'connector' } })
    hand.drag([20, 400], [220, 412], { shift: true })
    expect(lineOf(hand)).toMatchObject({ from: { at: { x: 20, y: 400 } }, to: { at: { x: 220, y: 400 } } })
    hand.drag([220, 400], [130, 500], { shift: true })
    expect(lineOf(hand)).toMatchObject({ to: { at: { x: 125, y: 505 } } })
  })

  it('never joins a place with itself, and nothing when called off', () => {
    const hand = pointerOver([a, b])
    hand.hover([150, 130])
    hand.press([200, 130])
    hand.move([150, 131])
    expect(hand.tools.hints().target).toBeNull()
    hand.tools.cancel()
    hand.lift([150, 131])
    expect(hand.added(['a', 'b'])).toEqual([])
    expect(hand.steps).toEqual([])
  })

  it('offers shapes where it ends on nothing: one is added and joined, none leaves the end free', async () => {
    const hand = pointerOver([a, b])
    const draw = async () => {
      hand.hover([150, 130])
      hand.drag(arrow(hand, 'a', 'bottom'), [150, 400])
      await Promise.resolve()
    }
    await draw()
    expect(hand.tools.hints().offer).toMatchObject({ at: { x: 150, y: 400 } })
    expect(hand.tools.hints().offer?.shapes[0]).toBe('basic.rectangle')
    expect(hand.steps).toEqual([])
    hand.tools.takeOffer?.('basic.ellipse')
    const made = hand.added(['a', 'b']).find(({ kind }) => kind === 'shape')
    expect(made).toMatchObject({ shape: 'basic.ellipse', x: 90, y: 400 })
    expect(lineOf(hand)).toMatchObject({ to: { attached: { objectId: made?.id, anchor: { x: 0.5, y: 0 } } } })
    expect(hand.steps).toEqual(['Add connected shape'])
    expect(hand.selection).toEqual([made?.id])
    hand.editor.undo()
    await draw()
    hand.tools.cancel()
    expect(lineOf(hand).to).toEqual({ at: { x: 150, y: 400 } })
    expect(hand.steps).toEqual(['Connect'])
    expect(hand.tools.hints().offer).toBeNull()
  })
})

describe('the next shape', () => {
  it('is of the same kind and look beside the last, and joined to it', () => {
    const hand = pointerOver([{ ...a, shape: 'basic.ellipse' }])
    hand.hover([150, 130])
    hand.click(arrow(hand, 'a', 'right'))
    hand.tools.takeOffer?.('basic.ellipse')
    const [next] = hand.added(['a']).filter(({ kind }) => kind === 'shape')
    expect(next).toMatchObject({ shape: 'basic.ellipse', x: 260, y: 100, width: 100, height: 60, style: a.style })
    expect(lineOf(hand, ['a'])).toMatchObject({
      from: { attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
      to: { attached: { objectId: next?.id, anchor: { x: 0, y: 0.5 } } },
    })
    expect(hand.selection).toEqual([next?.id])
    hand.editor.undo()
    expect(hand.added(['a'])).toEqual([])
  })

  it('goes aside where its place is taken, and by keys from what is selected', () => {
    const hand = pointerOver([a])
    hand.editor.select(['a'])
    for (let count = 0; count < 3; count++) {
      hand.editor.select(['a'])
      expect(runCommand(hand.editor, 'sameDown')).toBe(true)
    }
    const next = hand.added(['a']).filter(({ kind }) => kind === 'shape')
    expect(next.map(object => object.kind === 'shape' && object.y)).toEqual([220, 220, 220])
    expect(new Set(next.map(object => object.kind === 'shape' && object.x)).size).toBe(3)
  })
})

describe('what comes next', () => {
  const start = shape('s', { x: 95, y: 100, width: 120, height: 40, shape: 'flowchart.start-end' })

  it('is offered by a click on an arrow and by keys, the likely first, and shown before it is chosen', async () => {
    const hand = pointerOver([start])
    hand.hover([150, 120])
    hand.click(arrow(hand, 's', 'right'))
    await Promise.resolve()
    expect(hand.tools.hints().offer).toMatchObject({ label: 'What comes next' })
    expect(hand.tools.hints().offer?.shapes.slice(0, 2)).toEqual(['flowchart.process', 'flowchart.input-output'])
    hand.tools.showOffered?.('flowchart.decision')
    expect(hand.added(['s'])).toHaveLength(2)
    hand.tools.showOffered?.('flowchart.process')
    expect(hand.added(['s'])).toMatchObject([{ shape: 'flowchart.process' }, { kind: 'connector' }])
    hand.tools.takeOffer?.(null)
    expect(hand.added(['s'])).toEqual([])
    expect(hand.steps).toEqual([])
    hand.editor.select(['s'])
    runCommand(hand.editor, 'nextDown')
    expect(hand.tools.state).toBe('offering')
    hand.tools.cancel()
    expect(hand.tools.state).toBe('idle')
  })

  it('stands on the grid that way and level with the other, whose line to it is straight, and is ready for text', () => {
    for (const [side, box, at] of [
      ['right', { width: 120, height: 80 }, { y: 80 }],
      ['bottom', { width: 120, height: 80 }, { x: 95 }],
      ['left', { width: 120, height: 80 }, { y: 80 }],
      ['top', { width: 120, height: 80 }, { x: 95 }],
    ] as const) {
      const hand = pointerOver([start], { grid: { size: 10, visible: true, snap: true } })
      hand.hover([150, 120])
      hand.click(arrow(hand, 's', side))
      hand.tools.takeOffer?.('flowchart.decision')
      const [next] = hand.added(['s']).filter(({ kind }) => kind === 'shape')
      expect(next, side).toMatchObject({ shape: 'flowchart.decision', ...box, ...at })
      if (next?.kind !== 'shape') throw new Error('no shape')
      expect(Math.abs(side === 'right' || side === 'left' ? next.x : next.y) % 10, side).toBe(0)
      const line = sceneOf(hand.editor).placed.get(lineOf(hand, ['s']).id)
      expect(isConnector(line) && connectorPoints(sceneOf(hand.editor), line), side).toHaveLength(2)
      expect(writable(hand.editor)).toBe(next.id)
      expect(hand.steps).toEqual(['Add connected shape'])
    }
  })

  it('is a shape of another kind for what is no flowchart, and never twice the same', () => {
    for (const id of [
      undefined,
      'basic.rectangle',
      'bpmn.start',
      'org.person',
      'erd.entity',
      'network.server',
      'gone',
    ]) {
      const offered = likelyAfter(id, ['uml.actor', 'basic.ellipse'])
      expect(new Set(offered).size, id).toBe(offered.length)
      expect(offered.length, id).toBeGreaterThan(4)
      for (const shape of offered) expect(findShape(shape), shape).toBeDefined()
    }
    expect(likelyAfter('network.server', [])[0]).toBe('network.server')
  })
})

describe('changing a shape', () => {
  it('is offered for the selected ones, shown, and one step', async () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a'])
    runCommand(hand.editor, 'changeShape')
    await Promise.resolve()
    expect(hand.tools.hints().offer?.shapes).toContain('basic.ellipse')
    hand.tools.showOffered?.('basic.ellipse')
    expect(hand.editor.page.objects['a']).toMatchObject({ shape: 'basic.ellipse' })
    hand.tools.takeOffer?.('flowchart.decision')
    expect(hand.object('a')).toEqual({ ...a, shape: 'flowchart.decision' })
    expect(hand.selection).toEqual(['a'])
    expect(hand.steps).toEqual(['Change shape'])
  })
})

describe('commands of lines', () => {
  it('give them another way and swap their heads, for lines alone', () => {
    const hand = pointerOver([a, b, connector('line', { order: 'a2', startArrow: 'diamond' })])
    hand.editor.select(['line'])
    runCommand(hand.editor, 'routeCurved')
    runCommand(hand.editor, 'swapEnds')
    expect(hand.object('line')).toMatchObject({ route: 'curved', startArrow: 'filled', endArrow: 'diamond' })
    expect(hand.steps).toEqual(['Route', 'Swap the ends'])
    hand.editor.select(['line', 'a'])
    expect(runCommand(hand.editor, 'swapEnds')).toBe(false)
  })
})

describe('ends', () => {
  const line = connector('c', {
    from: { at: { x: 200, y: 130 }, attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
    to: { at: { x: 300, y: 300 } },
    order: 'a2',
  })

  it('are taken elsewhere, and off', () => {
    const hand = pointerOver([a, b, line])
    hand.editor.select(['c'])
    hand.drag([300, 300], [398, 128], {})
    expect(hand.object('c')).toMatchObject({ to: { attached: { objectId: 'b', anchor: { x: 0, y: 0.5 } } } })
    hand.drag([400, 130], [320, 240])
    expect(hand.object('c')).toMatchObject({ to: { at: { x: 320, y: 240 } } })
    expect((hand.object('c') as ConnectorObject).to.attached).toBeUndefined()
    expect(hand.steps).toEqual(['Connect', 'Connect'])
  })

  it('follow the shapes that they hang on', () => {
    const hand = pointerOver([a, b, line])
    hand.drag([150, 130], [150, 230])
    const place = sceneOf(hand.editor).placed.get('c')
    if (!isConnector(place)) throw new Error('no connector')
    expect(pointsOf(hand.editor, place)[0]).toEqual({ x: 200, y: 230 })
  })
})

describe('bending', () => {
  it('moves a stretch of an orthogonal way sideways, and adds corners beside its ends', () => {
    const way = [
      { x: 0, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 100 },
      { x: 100, y: 100 },
    ]
    expect(movedStretch(way, 1, { x: 70, y: 33 })).toEqual([
      { x: 0, y: 0 },
      { x: 70, y: 0 },
      { x: 70, y: 100 },
      { x: 100, y: 100 },
    ])
    expect(movedStretch(way, 0, { x: 20, y: -30 })).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: -30 },
      { x: 50, y: -30 },
      { x: 50, y: 100 },
      { x: 100, y: 100 },
    ])
    expect(movedStretch(way, 2, { x: 80, y: 140 })).toEqual([
      { x: 0, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 140 },
      { x: 100, y: 140 },
      { x: 100, y: 100 },
    ])
  })

  it('leaves a shape as before, and turns a little away from it', () => {
    const way = [
      { x: 0, y: 0 },
      { x: 60, y: 0 },
      { x: 60, y: 100 },
      { x: 160, y: 100 },
    ]
    expect(movedStretch(way, 0, { x: 30, y: -40 }, { from: true, to: true })).toEqual([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: -40 },
      { x: 60, y: -40 },
      { x: 60, y: 100 },
      { x: 160, y: 100 },
    ])
    expect(movedStretch(way, 2, { x: 80, y: 150 }, { to: true })).toEqual([
      { x: 0, y: 0 },
      { x: 60, y: 0 },
      { x: 60, y: 150 },
      { x: 140, y: 150 },
      { x: 140, y: 100 },
      { x: 160, y: 100 },
    ])
    // Dragged back it is straight again.
    expect(
      movedStretch(
        [
          { x: 0, y: 0 },
          { x: 90, y: 0 },
        ],
        0,
        { x: 30, y: 0 },
        { from: true, to: true },
      ),
    ).toEqual([
      { x: 0, y: 0 },
      { x: 90, y: 0 },
    ])
  })

  it('keeps the stretch where it was dragged, also when it was routed before', () => {
    const routed = connector('c', {
      route: 'orthogonal',
      order: 'a2',
      from: { at: { x: 200, y: 130 }, attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
      to: { at: { x: 400, y: 330 }, attached: { objectId: 'b', anchor: { x: 0, y: 0.5 } } },
    })
    const hand = pointerOver([a, { ...b, y: 300 }, routed])
    hand.editor.select(['c'])
    hand.drag([300, 230], [340, 230])
    const place = sceneOf(hand.editor).placed.get('c')
    if (!isConnector(place)) throw new Error('no connector')
    expect(pointsOf(hand.editor, place)).toEqual([
      { x: 200, y: 130 },
      { x: 340, y: 130 },
      { x: 340, y: 330 },
      { x: 400, y: 330 },
    ])
    expect(hand.steps).toEqual(['Bend line'])
  })

  it('gives a straight line a corner, which vanishes on the straight way and by a double click', () => {
    const straight = connector('c', { from: { at: { x: 0, y: 300 } }, to: { at: { x: 200, y: 300 } } })
    const hand = pointerOver([straight])
    hand.editor.select(['c'])
    const corners = () => (hand.object('c') as ConnectorObject).waypoints
    hand.drag([100, 300], [100, 380])
    expect(corners()).toEqual([{ x: 100, y: 380 }])
    hand.drag([100, 380], [90, 303])
    expect(corners()).toEqual([])
    hand.drag([100, 300], [100, 380])
    hand.tools.doubleClick(hand.pointer([100, 380]))
    expect(corners()).toEqual([])
  })

  it('slides a label along its line and away from it', () => {
    const labelled = connector('c', {
      from: { at: { x: 0, y: 300 } },
      to: { at: { x: 200, y: 300 } },
      labels: [{ text: text('yes'), along: 0.5, across: 0 }],
    })
    const hand = pointerOver([labelled])
    hand.editor.select(['c'])
    hand.drag([100, 300], [150, 302])
    expect(hand.object('c')).toMatchObject({ labels: [{ along: 0.75, across: 0 }] })
    hand.drag([150, 300], [50, 340])
    expect(hand.object('c')).toMatchObject({ labels: [{ along: 0.25, across: 40 }] })
    expect(hand.steps).toEqual(['Move label', 'Move label'])
  })
})

describe('in a group', () => {
  const inGroup = { parent: 'g' }
  const objects = [
    group('g', { x: 100, y: 100, width: 400, height: 60 }),
    shape('c', { ...inGroup, x: 0, y: 0 }),
    shape('d', { ...inGroup, x: 300, y: 0, order: 'a1' }),
    connector('line', {
      ...inGroup,
      order: 'a2',
      route: 'orthogonal',
      from: { at: { x: 100, y: 30 }, attached: { objectId: 'c', anchor: { x: 1, y: 0.5 } } },
      to: { at: { x: 300, y: 30 }, attached: { objectId: 'd', anchor: { x: 0, y: 0.5 } } },
    }),
  ]

  it('a line that is bent makes the group larger, and smaller again, in the same step', () => {
    const hand = pointerOver(objects)
    hand.editor.select(['line'])
    hand.press([300, 130])
    hand.move([300, 180])
    hand.move([300, 300])
    expect(hand.object('g')).toMatchObject({ x: 100, y: 100, width: 400, height: 200 })
    hand.lift([300, 300])
    expect(hand.steps).toEqual(['Bend line'])
    // Content of the group stays in place when its corner moves.
    hand.drag([300, 300], [300, 40])
    expect(hand.object('g')).toMatchObject({ x: 100, y: 40, width: 400, height: 120 })
    expect(hand.object('c')).toMatchObject({ x: 0, y: 60 })
    hand.editor.undo()
    hand.editor.undo()
    expect(hand.editor.page.objects).toEqual(Object.fromEntries(objects.map(object => [object.id, object])))
  })

  it('an end that is taken off makes the group as large as it reaches', () => {
    const hand = pointerOver(objects)
    hand.editor.select(['line'])
    hand.drag([400, 130], [300, 400])
    expect(hand.object('line')).toMatchObject({ to: { at: { x: 200, y: 300 } } })
    expect(hand.object('g')).toMatchObject({ width: 400, height: 300 })
  })
})

it('a line knows the place nearest to a point', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]
  expect(nearestOnLine(line, { x: 50, y: 10 })).toMatchObject({
    at: { x: 50, y: 0 },
    along: 0.25,
    across: 10,
    index: 0,
  })
  expect(nearestOnLine(line, { x: 130, y: 50 })).toMatchObject({ along: 0.75, across: -30, index: 1 })
  expect(nearestOnLine([{ x: 0, y: 0 }], { x: 1, y: 1 })).toBeNull()
})

it('handles of what is locked, or written in, are none', () => {
  const hand = pointerOver([{ ...a, locked: true }, b])
  hand.editor.select(['a'])
  expect(handlesOf(hand.editor)).toEqual([])
  hand.editor.select(['b'])
  expect(handlesOf(hand.editor)).toHaveLength(9)
  hand.editor.set({ editing: { objectId: 'b' } })
  expect(handlesOf(hand.editor)).toEqual([])
})
