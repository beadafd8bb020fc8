import { describe, expect, it } from 'vitest'
import { connector, group, shape } from '#diagrams/model/test-documents.ts'
import { plainBlock } from '#diagrams/operations/text.ts'
import { gripped } from './by-keys.ts'
import { handleKey } from './handles.ts'
import { pressKey } from './keys.ts'
import { pointerOver, type Hand } from './test-pointer.ts'

function press(hand: Hand, ...names: string[]): void {
  for (const name of names) {
    const ctrlKey = name.startsWith('Ctrl+')
    const key = name.replace('Ctrl+', '')
    pressKey(hand.editor, { key, shiftKey: false, altKey: false, ctrlKey, metaKey: false }, { onCanvas: true })
  }
}

const held = (hand: Hand) => {
  const handle = gripped(hand.editor)
  return handle && handleKey(handle)
}

describe('without a pointer', () => {
  it('two shapes are drawn from nothing beside each other, and connected', () => {
    const hand = pointerOver([])
    press(hand, 'r', 'Enter')
    const [first] = hand.added([])
    expect(first).toMatchObject({ kind: 'shape', shape: 'basic.rectangle', x: 340, y: 270 })
    press(hand, 'Escape', 'o', 'Enter')
    const [second] = hand.added([first?.id ?? ''])
    expect(second).toMatchObject({ shape: 'basic.ellipse', x: 492, y: 260 })
    expect(hand.selection).toEqual([second?.id])
    press(hand, 'Ctrl+j')
    expect(hand.tools.message()).toContain('Tab')
    // Beyond the last one it begins again with the first, not with what is no shape or where the line begins.
    press(hand, 'Tab')
    expect(hand.selection).toEqual([first?.id])
    expect(hand.tools.hints()).toMatchObject({ hover: second?.id, target: { objectId: first?.id } })
    press(hand, 'Enter')
    expect(hand.tools.hints()).toMatchObject({ hover: null, target: null })
    const [line] = hand.added([first?.id ?? '', second?.id ?? ''])
    expect(line).toMatchObject({
      kind: 'connector',
      from: { attached: { objectId: second?.id, anchor: null } },
      to: { attached: { objectId: first?.id, anchor: null } },
    })
    expect(hand.selection).toEqual([line?.id])
    expect(hand.steps).toEqual(['Add shape', 'Add shape', 'Connect'])
    expect(hand.editor.state().tool).toEqual({ kind: 'select' })
  })

  it('the connector tool asks for its first shape, and joins no shape with itself', () => {
    const hand = pointerOver([shape('a', { x: 100, y: 100 }), shape('b', { x: 400, y: 100, order: 'a1' })])
    press(hand, 'l', 'Enter', 'Tab', 'Enter', 'Enter')
    expect(hand.editor.state().tool).toEqual({ kind: 'connector', from: 'a' })
    press(hand, 'Tab', 'Enter')
    expect(hand.added(['a', 'b'])).toMatchObject([
      { from: { attached: { objectId: 'a' } }, to: { attached: { objectId: 'b' } } },
    ])
  })

  it('a connector goes round among the shapes, also those of a group, and Escape ends it', () => {
    const hand = pointerOver([
      shape('a', { x: 0, y: 0 }),
      connector('line', { from: { at: { x: 0, y: 90 } }, to: { at: { x: 9, y: 99 } } }),
      shape('off', { x: 300, y: 0, locked: true }),
      group('g', { x: 0, y: 200 }),
      shape('in', { parent: 'g', width: 4, height: 4 }),
      shape('too', { parent: 'g', x: 60, width: 40, order: 'a1' }),
    ])
    hand.editor.select(['a'])
    press(hand, 'Ctrl+j')
    const seen = ['Tab', 'Tab', 'Tab'].map(name => {
      press(hand, name)
      return hand.selection[0]
    })
    expect(seen).toEqual(['in', 'too', 'in'])
    press(hand, 'Escape')
    expect(hand.editor.state().tool).toEqual({ kind: 'select' })
    expect(hand.tools.message()).toBe('Select')
    expect(hand.tools.hints()).toMatchObject({ hover: null, target: null })
    hand.editor.select(['a'])
    press(hand, 'Ctrl+j', 'Tab', 'Enter')
    expect(hand.object(hand.selection[0] ?? '')).toMatchObject({
      from: { attached: { objectId: 'a' } },
      to: { attached: { objectId: 'in' } },
    })
  })

  it('the look of a shape is given to others', () => {
    const red = { fill: { kind: 'solid', colour: '#ff0000' }, stroke: { colour: '#00ff00', width: 3 } } as const
    const hand = pointerOver([
      shape('a', { style: red }),
      shape('b', { x: 300, order: 'a1' }),
      shape('c', { x: 600, order: 'a2' }),
    ])
    hand.editor.select(['a'])
    pressKey(
      hand.editor,
      { key: 'C', shiftKey: true, altKey: false, ctrlKey: true, metaKey: false },
      { onCanvas: true },
    )
    press(hand, 'Enter')
    expect(hand.steps).toEqual([])
    press(hand, 'Tab', 'Enter')
    expect(hand.object('b')).toMatchObject({ style: red })
    expect(hand.steps).toEqual(['Apply style'])
    expect(hand.editor.state()).toMatchObject({ tool: { kind: 'select' }, editing: null })
  })

  it('a text is begun in the middle', () => {
    const hand = pointerOver([])
    press(hand, 't', 'Enter')
    expect(hand.editor.state().editing).not.toBeNull()
  })
})

describe('handles by keys', () => {
  const line = connector('line', {
    from: { at: { x: 100, y: 100 } },
    to: { at: { x: 300, y: 100 } },
    waypoints: [{ x: 200, y: 200 }],
    order: 'a5',
  })

  it('are taken one after the other, in a circle, and let go by Escape or another shape', () => {
    const hand = pointerOver([line, shape('a', { x: 400, y: 300 })])
    hand.editor.select(['line'])
    press(hand, 'Ctrl+.')
    expect(held(hand)).toBe('to')
    press(hand, 'Ctrl+.')
    expect(held(hand)).toBe('from')
    press(hand, 'Ctrl+,', 'Ctrl+,')
    expect(held(hand)).toBe('bend 1')
    press(hand, 'Escape')
    expect(held(hand)).toBeNull()
    expect(hand.selection).toEqual(['line'])
    hand.editor.select(['a'])
    press(hand, 'Ctrl+.')
    expect(held(hand)).toBe('resize 0 0')
    press(hand, 'Tab')
    expect(held(hand)).toBeNull()
  })

  it('move by the arrow keys: ends, corners, stretches, sizes, parameters', () => {
    const rounded = shape('a', {
      x: 400,
      y: 300,
      width: 100,
      height: 80,
      shape: 'basic.rounded-rectangle',
      order: 'a6',
    })
    const hand = pointerOver([line, rounded])
    hand.editor.select(['line'])
    press(hand, 'Ctrl+.', 'ArrowDown', 'ArrowDown')
    expect(hand.object('line')).toMatchObject({ to: { at: { x: 300, y: 102 } } })
    press(hand, 'Ctrl+.', 'Ctrl+.')
    expect(held(hand)).toBe('corner 0')
    press(hand, 'ArrowLeft')
    expect(hand.object('line')).toMatchObject({ waypoints: [{ x: 199, y: 200 }] })
    press(hand, 'Delete')
    expect(hand.object('line')).toMatchObject({ waypoints: [] })
    press(hand, 'Ctrl+,')
    expect(held(hand)).toBe('bend 0')
    press(hand, 'ArrowDown')
    expect(hand.object('line')).toMatchObject({ waypoints: [{ x: 200, y: 111 }] })
    expect(held(hand)).toBe('corner 0')
    press(hand, 'ArrowDown')
    expect(hand.object('line')).toMatchObject({ waypoints: [{ x: 200, y: 112 }] })
    hand.editor.select(['a'])
    press(hand, 'Ctrl+,', 'ArrowRight', 'ArrowRight')
    expect(hand.object('a')).toMatchObject({ x: 400, parameters: { radius: 12 } })
    // Presses that follow each other are one step.
    expect(hand.steps.filter(name => name === 'Shape')).toHaveLength(1)
    press(hand, 'Ctrl+.', 'ArrowRight')
    expect(hand.object('a')).toMatchObject({ x: 401, y: 300, width: 99, height: 80 })
  })
})

it('ends are taken along their shape, off it and onto another by arrow keys', () => {
  const a = shape('a', { x: 100, y: 100 })
  const hand = pointerOver([
    a,
    shape('b', { x: 230, y: 100, order: 'a1' }),
    connector('line', {
      order: 'a2',
      from: { at: { x: 0, y: 300 } },
      to: { at: { x: 200, y: 130 }, attached: { objectId: 'a', anchor: { x: 1, y: 0.5 } } },
    }),
  ])
  hand.editor.select(['line'])
  press(hand, 'Ctrl+.', 'ArrowUp')
  expect(hand.object('line')).toMatchObject({ to: { attached: { objectId: 'a', anchor: { x: 1 } } } })
  expect((hand.object('line') as { to: { attached: { anchor: { y: number } } } }).to.attached.anchor.y).toBeLessThan(
    0.3,
  )
  press(hand, 'ArrowRight')
  expect(hand.object('line')).not.toHaveProperty('to.attached')
  press(hand, 'ArrowRight')
  expect(hand.object('line')).toMatchObject({ to: { attached: { objectId: 'b' } } })
  for (let step = 0; step < 3; step++) press(hand, 'ArrowUp')
  expect(hand.object('line')).not.toHaveProperty('to.attached')
})

it('arrow keys leave a line alone that only hangs on shapes, and move a selection with one', () => {
  const on = (objectId: string) => ({ at: { x: 0, y: 0 }, attached: { objectId, anchor: null } })
  const hand = pointerOver([
    shape('a', { x: 100, y: 100 }),
    shape('b', { x: 400, y: 100, order: 'a1' }),
    connector('line', { order: 'a2', from: on('a'), to: on('b') }),
  ])
  hand.editor.select(['line'])
  press(hand, 'ArrowDown')
  expect(hand.steps).toEqual([])
  hand.editor.select(['line', 'a'])
  press(hand, 'ArrowDown')
  expect(hand.object('a')).toMatchObject({ y: 101 })
})

it('a text slides along its line by arrow keys', () => {
  const hand = pointerOver([
    connector('line', {
      from: { at: { x: 100, y: 100 } },
      to: { at: { x: 300, y: 100 } },
      labels: [{ text: plainBlock('yes'), along: 0.5, across: 0 }],
    }),
  ])
  hand.editor.select(['line'])
  press(hand, 'Ctrl+.', 'Ctrl+.', 'Ctrl+.')
  expect(held(hand)).toBe('label 0')
  for (let step = 0; step < 10; step++) press(hand, 'ArrowRight')
  expect(hand.object('line')).toMatchObject({ labels: [{ along: 0.55, across: 0 }], waypoints: [] })
})
