import { describe, expect, it } from 'vitest'
import { resized, sizeAfter, turned, wholeOf, within } from './crop.ts'

const size = { width: 400, height: 200 }

describe('the crop of a picture', () => {
  it('stays within the picture', () => {
    expect(within({ x: -20, y: 150, width: 100, height: 100 }, size)).toEqual({ x: 0, y: 100, width: 100, height: 100 })
    expect(within({ x: 0, y: 0, width: 999, height: 0 }, size)).toEqual({ x: 0, y: 0, width: 400, height: 8 })
  })

  it('keeps the corner opposite to the one that moves', () => {
    const box = { x: 100, y: 50, width: 200, height: 100 }
    expect(resized(box, 'nw', 10, 20, size)).toEqual({ x: 110, y: 70, width: 190, height: 80 })
    expect(resized(box, 'se', 500, 500, size)).toEqual({ x: 100, y: 50, width: 300, height: 150 })
    expect(resized(box, 'ne', -500, -500, size)).toEqual({ x: 100, y: 0, width: 8, height: 150 })
  })

  it('turns with the picture, and is the same after four quarters', () => {
    const box = { x: 10, y: 20, width: 30, height: 40 }
    expect(turned(box, size)).toEqual({ x: 140, y: 10, width: 40, height: 30 })
    let [now, side] = [wholeOf(size), { ...size }]
    for (let quarter = 1; quarter <= 4; quarter++) {
      now = turned(now, side)
      side = sizeAfter(size, quarter)
      expect(now).toEqual(wholeOf(side))
    }
    expect(side).toEqual(size)
  })
})
