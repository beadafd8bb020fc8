import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { debounce } from '../debounce.ts'
import {
  AT_TOP,
  CLOSE_POPUPS_DEBOUNCE_MS,
  RESIZE_DEBOUNCE_MS,
  reset,
  scrolled,
  type HeaderState,
} from './fixed-header.ts'

const OFFSET = 10
const through = (...ys: number[]) => ys.reduce((state, y) => scrolled(state, y, OFFSET), AT_TOP)
const look = ({ isFixed, isHidden, isOverlay }: HeaderState) =>
  [isFixed && 'fixed', isHidden && 'hidden', isOverlay && 'overlay'].filter(Boolean)

describe('the bar of a page while it is scrolled', () => {
  it('is fixed past its own place', () => {
    expect(look(through(OFFSET))).toEqual([])
    expect(look(through(OFFSET + 1))).toEqual(['fixed'])
  })

  it('goes after 50 px downwards and comes back after 50 px upwards', () => {
    expect(look(through(20, 50))).toEqual(['fixed'])
    expect(look(through(20, 60))).toEqual(['fixed', 'hidden'])
    expect(look(through(500, 460))).toEqual(['fixed', 'hidden'])
    expect(look(through(500, 450))).toEqual(['fixed', 'hidden'])
    expect(look(through(500, 440))).toEqual(['fixed', 'overlay'])
    expect(look(through(500, 440, 480))).toEqual(['fixed', 'overlay'])
    expect(look(through(500, 440, 495))).toEqual(['fixed', 'hidden'])
    expect(look(through(500, 440, OFFSET))).toEqual([])
  })

  it('adds small steps in one direction, and begins anew with each turn', () => {
    expect(look(through(20, 30, 40, 50, 60, 71))).toEqual(['fixed', 'hidden'])
    expect(look(through(500, 480, 500, 480, 500))).toEqual(['fixed', 'hidden'])
    expect(look(through(500, 500, 500))).toEqual(['fixed', 'hidden'])
  })

  it('is part of the page again when its actions are used', () => {
    expect(look(reset(through(500, 440)))).toEqual(['fixed'])
    expect(look(scrolled(reset(through(500)), 540, OFFSET))).toEqual(['fixed'])
  })
})

describe('what waits for a pause', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    [RESIZE_DEBOUNCE_MS, 100],
    [CLOSE_POPUPS_DEBOUNCE_MS, 250],
  ])('runs once, %s ms after the last call [V9-12]', (constant, milliseconds) => {
    expect(constant).toBe(milliseconds)
    const work = vi.fn<() => void>()
    const later = debounce(work, constant)
    later()
    vi.advanceTimersByTime(milliseconds - 1)
    later()
    vi.advanceTimersByTime(milliseconds - 1)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(1)
    later()
    later.cancel()
    vi.advanceTimersByTime(milliseconds)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
