import { describe, expect, it } from 'vitest'
import { shape } from '#diagrams/model/test-documents.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import { SHAPES } from '#diagrams/shapes/library.ts'
import { handlesOf } from './handles.ts'
import { nearestValue, type GrippedParameter } from './shaping.ts'
import { pointerOver, type Hand } from './test-pointer.ts'

function grip(hand: Hand, name: string): [number, number] {
  const found = handlesOf(hand.editor).find(handle => handle.kind === 'parameter' && handle.name === name)
  if (!found) throw new Error(`There is no handle for ${name}`)
  return [found.at.x, found.at.y]
}

describe('the handle of a parameter', () => {
  const rounded = shape('a', { shape: 'basic.rounded-rectangle', x: 100, y: 100, width: 200, height: 160 })

  it('changes it in one step while it is dragged, and tells the value', () => {
    const hand = pointerOver([rounded])
    hand.click([200, 180])
    const [x, y] = grip(hand, 'radius')
    hand.press([x, y])
    hand.move([x + 15, y])
    hand.move([x + 30, y])
    expect(hand.tools.state).toBe('shaping')
    expect(hand.object('a')).toMatchObject({ parameters: { radius: 40 } })
    expect(hand.tools.hints().readout?.text).toBe('Corner radius 40')
    hand.lift([x + 30, y])
    expect(hand.object('a')).toMatchObject({ parameters: { radius: 40 } })
    expect(hand.steps).toEqual(['Shape'])
    hand.editor.undo()
    expect(hand.object('a')).toEqual(rounded)
  })

  it('is called off with Escape, and is no step when it comes back', () => {
    const hand = pointerOver([rounded])
    hand.click([200, 180])
    const at = grip(hand, 'radius')
    hand.press(at)
    hand.move([at[0] + 30, at[1]])
    hand.tools.cancel()
    expect(hand.object('a')).toEqual(rounded)
    hand.press(at)
    hand.move([at[0] + 30, at[1]])
    hand.move(at)
    hand.lift(at)
    expect(hand.steps).toEqual([])
    expect(hand.editor.state().preview).toBeNull()
  })

  it('turns and is mirrored with its shape, and a double click gives the usual value again', () => {
    const hand = pointerOver([
      shape('a', {
        shape: 'basic.arrow-right',
        x: 100,
        y: 100,
        width: 200,
        height: 160,
        rotation: 90,
        flipX: true,
        parameters: { head: 0.5 },
      }),
    ])
    hand.click([200, 180])
    const at = grip(hand, 'head')
    // Mirrored and turned by a quarter, its point is above: down is longer.
    hand.drag(at, [at[0], at[1] + 20])
    expect(hand.object('a')).toMatchObject({ parameters: { head: 0.6 } })
    hand.doubleClick(grip(hand, 'head'))
    expect(hand.object('a')).toMatchObject({ parameters: { head: 0.35 } })
  })

  it('keeps clear of the handles of corners and sides', () => {
    const hand = pointerOver([
      shape('a', {
        shape: 'basic.rounded-rectangle',
        x: 100,
        y: 100,
        width: 200,
        height: 160,
        parameters: { radius: 0 },
      }),
    ])
    hand.click([200, 180])
    const places = handlesOf(hand.editor)
    for (const one of places)
      for (const other of places) if (one !== other) expect(distance(one.at, other.at)).toBeGreaterThan(12)
    const at = grip(hand, 'radius')
    hand.drag(at, [at[0] + 25, at[1]])
    expect(hand.object('a')).toMatchObject({ parameters: { radius: 25 } })
  })

  it('is there for one shape alone that may be changed and is large enough', () => {
    const isShaped = (hand: Hand) => handlesOf(hand.editor).some(({ kind }) => kind === 'parameter')
    const hand = pointerOver([rounded, shape('b', { x: 500, y: 100, order: 'a1' })])
    hand.editor.select(['a'])
    expect(isShaped(hand)).toBe(true)
    hand.editor.select(['a', 'b'])
    expect(isShaped(hand)).toBe(false)
    const locked = pointerOver([{ ...rounded, locked: true }])
    locked.editor.select(['a'])
    expect(isShaped(locked)).toBe(false)
    const small = pointerOver([{ ...rounded, width: 20, height: 14 }])
    small.editor.select(['a'])
    expect(isShaped(small)).toBe(false)
  })
})

it('every parameter is found again from where its handle stands', () => {
  for (const { id, size, parameters = [] } of SHAPES) {
    for (const parameter of parameters) {
      const { min, max, default: usual, at } = parameter
      expect(at, `${id} ${parameter.name}`).toBeDefined()
      if (!at) continue
      for (const value of [min, usual, min + (max - min) * 0.3, max]) {
        const place = at(size, value)
        const found = nearestValue(parameter as GrippedParameter, size, place, usual)
        expect(distance(at(size, found), place), `${id} ${parameter.name} ${value} ${found}`).toBeLessThan(1.1)
      }
    }
  }
})
