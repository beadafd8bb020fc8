import { describe, expect, it } from 'vitest'
import { connector, shape } from '#diagrams/model/test-documents.ts'
import { carrying } from './placing.ts'
import { pointerOver, type Hand } from './test-pointer.ts'

const a = shape('a', { x: 0, y: 100 })
const b = shape('b', { x: 500, y: 100, order: 'a1' })
const label = { text: { vertical: 'middle' as const, paragraphs: [] }, across: 0 }
const line = connector('line', {
  order: 'a2',
  route: 'orthogonal',
  startArrow: 'diamond',
  labels: [
    { ...label, along: 0.25 },
    { ...label, along: 0.75 },
  ],
  from: { at: { x: 100, y: 130 }, attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
  to: { at: { x: 500, y: 130 }, attached: { objectId: 'b', anchor: { x: 0, y: 0.5 } } },
})
const known = ['a', 'b', 'line']

function drop(hand: Hand, kind: string, [x, y]: [number, number], keys = {}): void {
  hand.tools.begin(() => carrying(hand.tools, kind, () => true))
  hand.move([x - 50, y - 40], keys)
  hand.move([x, y], keys)
}

describe('a shape on the middle of a connector', () => {
  it('comes between those that it joins, in the step that adds it', () => {
    const hand = pointerOver([a, b, line])
    drop(hand, 'basic.rectangle', [300, 132])
    expect(hand.tools.hints().drop).toBe('line')
    hand.lift([300, 132])
    const [station] = hand.added(known).filter(({ kind }) => kind === 'shape')
    const [second] = hand.added(known).filter(({ kind }) => kind === 'connector')
    const onIt = { attached: { objectId: station?.id, anchor: null } }
    expect(hand.object('line')).toMatchObject({
      from: line.from,
      to: onIt,
      startArrow: 'diamond',
      endArrow: 'filled',
      labels: [{ along: 0.5 }],
    })
    expect(second).toMatchObject({
      from: onIt,
      to: line.to,
      startArrow: 'none',
      endArrow: 'filled',
      labels: [{ along: 0.5 }],
      route: 'orthogonal',
    })
    expect(hand.selection).toEqual([station?.id])
    expect(hand.steps).toEqual(['Add shape'])
    hand.editor.undo()
    expect(hand.editor.page.objects).toEqual({ a, b, line })
  })

  it('leaves the line alone beside it, with Ctrl, as a text or a container, and when the line is locked', () => {
    const untouched = (kind: string, at: [number, number], keys = {}, given = line) => {
      const hand = pointerOver([a, b, given])
      drop(hand, kind, at, keys)
      hand.lift(at, keys)
      expect(hand.added(known), kind).toHaveLength(1)
      expect(hand.object('line')).toEqual(given)
    }
    untouched('basic.rectangle', [300, 170], { ctrl: true })
    untouched('basic.rectangle', [300, 130], { ctrl: true })
    untouched('basic.text', [300, 130])
    untouched('container.box', [300, 130])
    untouched('basic.rectangle', [300, 130], {}, { ...line, locked: true })
    untouched('basic.rectangle', [300, 300])
  })
})
