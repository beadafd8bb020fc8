/** Title strip of containers. */
import type { Rect } from './contract.ts'
import { stripAbove, stripBeside } from './grips.ts'

/** Its thickness, as a parameter. */
export const header = { header: ['Header', 0, 400, 30, stripAbove] } as const
export const headerLeft = { header: ['Header', 0, 400, 30, stripBeside] } as const

export const top = (w: number, h: number, p: Readonly<{ header: number }>): Rect => ({
  x: 0,
  y: 0,
  width: w,
  height: Math.min(p.header, h),
})

export const left = (w: number, h: number, p: Readonly<{ header: number }>): Rect => ({
  x: 0,
  y: 0,
  width: Math.min(p.header, w),
  height: h,
})
