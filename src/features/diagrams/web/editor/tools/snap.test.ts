import { describe, expect, it } from 'vitest'
import { snapAngle, snapMove, snapPoint, type SnapOptions } from './snap.ts'

const box = (left: number, top: number, width = 100, height = 60) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const options = (fields: Partial<SnapOptions> = {}): SnapOptions => ({
  others: [],
  tolerance: 6,
  grid: null,
  ...fields,
})
const at = (x: number, y: number) => ({ x, y })

describe('a move', () => {
  it('snaps an edge or the middle to those of others, each axis by itself, and shows a guide through both', () => {
    const others = [box(300, 200)]
    expect(snapMove(box(0, 0), at(296, 500), options({ others })).by).toEqual(at(300, 500))
    const middles = snapMove(box(0, 0, 40, 40), at(328, 500), options({ others }))
    expect(middles.by).toEqual(at(330, 500))
    expect(middles.guides).toEqual([{ kind: 'line', from: at(350, 200), to: at(350, 540) }])
    expect(snapMove(box(0, 0), at(397, 203), options({ others })).by).toEqual(at(400, 200))
  })

  it('goes where it goes beyond the reach', () => {
    expect(snapMove(box(0, 0), at(293, 507), options({ others: [box(300, 200)] }))).toEqual({
      by: at(293, 507),
      guides: [],
    })
  })

  it('takes the nearest of several', () => {
    expect(snapMove(box(0, 0), at(302, 0), options({ others: [box(298, 300), box(303, 400)] })).by.x).toBe(303)
  })

  it('snaps to the grid where no object is near, and objects count more', () => {
    expect(snapMove(box(3, 3), at(10, 10), options({ grid: 10 })).by).toEqual(at(7, 7))
    expect(snapMove(box(0, 0), at(9, 0), options({ grid: 10, others: [box(12, 300)] })).by).toEqual(at(12, 0))
  })

  it('makes gaps equal: in the middle of two', () => {
    // 100 wide each; 0–100 and 400–500 leave 300: the middle one is at 200.
    const { by, guides } = snapMove(
      box(0, 300),
      at(203, -290),
      options({ others: [box(0, 0), box(400, 20)], tolerance: 5 }),
    )
    expect(by.x).toBe(200)
    expect(guides.filter(({ kind }) => kind === 'gap').map(({ from, to }) => [from.x, to.x])).toEqual([
      [100, 200],
      [300, 400],
    ])
  })

  it('makes gaps equal: as far as the next two are apart, on all four sides', () => {
    const row = [box(0, 0), box(150, 0)]
    expect(snapMove(box(0, 400), at(303, -385), options({ others: row })).by.x).toBe(300)
    expect(snapMove(box(0, 400), at(-153, -385), options({ others: row })).by.x).toBe(-150)
    const column = [box(0, 0), box(0, 100)]
    expect(snapMove(box(400, 0), at(-385, 198), options({ others: column })).by.y).toBe(200)
    expect(snapMove(box(400, 0), at(-385, -102), options({ others: column })).by.y).toBe(-100)
  })

  it('looks past what overlaps its neighbours for gaps', () => {
    const { by } = snapMove(
      box(0, 400),
      at(303, -385),
      options({ others: [box(0, 0), box(150, 0), box(170, 10, 20, 20)] }),
    )
    expect(by.x).toBe(300)
  })
})

describe('a place', () => {
  it('snaps along the axes that are free alone', () => {
    const others = [box(300, 200)]
    expect(snapPoint(at(297, 258), ['x'], options({ others })).at).toEqual(at(300, 258))
    expect(snapPoint(at(297, 258), ['x', 'y'], options({ others })).at).toEqual(at(300, 260))
    expect(snapPoint(at(13, 27), ['y'], options({ grid: 10 })).at).toEqual(at(13, 30))
    expect(snapPoint(at(297, 400), ['x'], options({ others })).guides).toEqual([
      { kind: 'line', from: at(300, 200), to: at(300, 400) },
    ])
  })
})

it('angles snap to multiples', () => {
  expect([7, 8, -8, 352, 367].map(angle => snapAngle(angle, 15))).toEqual([0, 15, -15, 345, 360])
})
