import { describe, expect, it } from 'vitest'
import { defaultSidebarWidth, isCollapsed, resized, settleSidebarWidth, toggled } from './sidebar-width.ts'

describe('sidebar width', () => {
  it('begins at the lesser of 285 and a third of the window', () => {
    expect(defaultSidebarWidth(1440)).toBe(285)
    expect(defaultSidebarWidth(600)).toBe(200)
  })

  it('stays between 55 and 640 and snaps to 55 at 150 or less', () => {
    expect(settleSidebarWidth(2000)).toBe(640)
    expect(settleSidebarWidth(151)).toBe(151)
    expect(settleSidebarWidth(150)).toBe(55)
    expect(settleSidebarWidth(-4)).toBe(55)
    expect(settleSidebarWidth(Number.NaN)).toBe(55)
  })

  it('collapses to 55 and returns to the width before', () => {
    const wide = resized({ width: 285, expandedWidth: 285 }, 400)
    const closed = toggled(wide)
    expect(closed).toEqual({ width: 55, expandedWidth: 400 })
    expect(isCollapsed(closed)).toBe(true)
    expect(toggled(closed).width).toBe(400)
  })

  it('returns to the last wide width after being dragged shut', () => {
    const dragged = resized({ width: 400, expandedWidth: 400 }, 120)
    expect(dragged.width).toBe(55)
    expect(toggled(dragged).width).toBe(400)
  })
})
