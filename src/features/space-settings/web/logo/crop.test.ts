import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clampedCrop, MAX_ZOOM, minZoom, imagePlace, sideOf, wholeOf } from './crop.ts'

const sizes = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) })

it('begins with the whole picture, in the middle', () => {
  const wide = { width: 400, height: 100 }
  expect(wholeOf(wide)).toEqual({ zoom: 0.25, x: 200, y: 50 })
  expect(imagePlace(wide, wholeOf(wide), 200)).toEqual({ left: 0, top: 75, width: 200, height: 50 })
})

it('moves no further than to the edges, and zooms within its limits', () => {
  const wide = { width: 400, height: 100 }
  expect(clampedCrop(wide, { zoom: 1, x: -50, y: 500 })).toEqual({ zoom: 1, x: 50, y: 50 })
  expect(clampedCrop(wide, { zoom: 2, x: 999, y: 0 })).toEqual({ zoom: 2, x: 375, y: 25 })
  expect(clampedCrop(wide, { zoom: 99, x: 0, y: 0 }).zoom).toBe(MAX_ZOOM)
  expect(clampedCrop(wide, { zoom: 0, x: 0, y: 0 })).toEqual(wholeOf(wide))
})

it('always fills the square along the side that is long enough', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.integer({ min: -9999, max: 9999 }),
      fc.integer({ min: -9999, max: 9999 }),
      (picture, zoom, x, y) => {
        const crop = clampedCrop(picture, { zoom, x, y })
        const { left, top, width, height } = imagePlace(picture, crop, 100)
        expect(crop.zoom).toBeGreaterThanOrEqual(minZoom(picture))
        expect(sideOf(picture, crop)).toBeLessThanOrEqual(Math.max(picture.width, picture.height) + 1e-6)
        for (const [start, length] of [
          [left, width],
          [top, height],
        ] as const) {
          if (length >= 100) {
            expect(start).toBeLessThanOrEqual(1e-6)
            expect(start + length).toBeGreaterThanOrEqual(100 - 1e-6)
          } else expect(Math.abs(start - (100 - length) / 2)).toBeLessThan(1e-6)
        }
      },
    ),
  )
})
