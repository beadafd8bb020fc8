import { describe, expect, it } from 'vitest'
import { LIMITS } from '#diagrams/model/document.ts'
import { connector, group, shape } from '#diagrams/model/test-documents.ts'
import { runCommand } from './commands.ts'
import { resetView } from '../scene/camera.ts'
import { pointerOver, type Hand } from './test-pointer.ts'

// Without text their middles are hit all the same: they are filled.
const a = shape('a', { x: 100, y: 100 })
const b = shape('b', { x: 400, y: 300, order: 'a1' })
const hollow = { fill: { kind: 'none' } as const, stroke: { colour: '#333333' as const, width: 1 } }

describe('selecting', () => {
  it('takes the topmost object, adds and takes away with Shift, and nothing on the empty page', () => {
    const hand = pointerOver([a, b, shape('over', { x: 150, y: 120, order: 'a2' })])
    hand.click([170, 140])
    expect(hand.selection).toEqual(['over'])
    hand.click([110, 110], { shift: true })
    expect(hand.selection).toEqual(['over', 'a'])
    hand.click([110, 110], { shift: true })
    expect(hand.selection).toEqual(['over'])
    hand.click([700, 50])
    expect(hand.selection).toEqual([])
    expect(hand.steps).toEqual([])
  })

  it('goes by outlines, not by boxes, and looks through what is hollow', () => {
    const ellipse = shape('e', { shape: 'basic.ellipse', x: 0, y: 0, order: 'a5' })
    const frame = shape('f', { x: 80, y: 80, width: 200, height: 200, style: hollow, order: 'a6' })
    const hand = pointerOver([a, ellipse, frame])
    hand.click([3, 3])
    expect(hand.selection).toEqual([])
    hand.click([50, 30])
    expect(hand.selection).toEqual(['e'])
    hand.click([150, 130])
    expect(hand.selection).toEqual(['a'])
    hand.click([250, 250])
    expect(hand.selection).toEqual(['f'])
  })

  it('takes connectors at their line and their label', () => {
    const text = {
      vertical: 'middle' as const,
      paragraphs: [
        {
          align: 'center' as const,
          runs: [{ text: 'label', font: 'sans' as const, size: 12, colour: '#000000' as const }],
        },
      ],
    }
    const line = connector('c', {
      from: { at: { x: 0, y: 0 } },
      to: { at: { x: 200, y: 0 } },
      labels: [{ text, along: 0.5, across: 40 }],
    })
    const hand = pointerOver([line])
    for (const [at, found] of [
      [[50, 4], ['c']],
      [[50, 12], []],
      [[100, 42], ['c']],
    ] as const) {
      hand.click(at)
      expect(hand.selection, String(at)).toEqual(found)
    }
  })

  it('takes a group as one, and by a double click what is in it', () => {
    const hand = pointerOver([
      group('g', { x: 100, y: 100 }),
      shape('in', { parent: 'g', width: 40 }),
      shape('too', { parent: 'g', x: 60, width: 40, order: 'a1' }),
    ])
    hand.click([110, 110])
    expect(hand.selection).toEqual(['g'])
    hand.doubleClick([110, 110])
    expect(hand.selection).toEqual(['in'])
    hand.click([170, 110])
    expect(hand.selection).toEqual(['too'])
    hand.click([700, 500])
    hand.click([170, 110])
    expect(hand.selection).toEqual(['g'])
  })

  it('passes over hidden and locked layers; what is locked itself can be selected but not dragged', () => {
    const layers = [
      { id: 'l1', name: '', visible: true, locked: false },
      { id: 'l2', name: '', visible: true, locked: true },
      { id: 'l3', name: '', visible: false, locked: false },
    ]
    const hand = pointerOver(
      [
        { ...a, locked: true },
        shape('under', { x: 100, y: 100, layer: 'l2' }),
        shape('hidden', { x: 100, y: 100, layer: 'l3' }),
      ],
      { layers },
    )
    hand.click([110, 110])
    expect(hand.selection).toEqual(['a'])
    hand.drag([110, 110], [200, 200])
    expect(hand.object('a')).toMatchObject({ x: 100, y: 100 })
    expect(hand.steps).toEqual([])
  })

  it('draws a rectangle about what lies wholly in it', () => {
    const hand = pointerOver([a, b])
    hand.press([90, 90])
    hand.move([250, 250])
    expect(hand.tools.hints().marquee).toEqual({ x: 90, y: 90, width: 160, height: 160 })
    expect(hand.selection).toEqual(['a'])
    hand.move([450, 350])
    expect(hand.selection).toEqual(['a'])
    hand.lift([510, 370])
    hand.press([520, 290], { shift: true })
    hand.move([390, 380], { shift: true })
    expect(hand.selection).toEqual(['a', 'b'])
    hand.lift([390, 380])
    expect(hand.tools.hints().marquee).toBeNull()
  })
})

describe('dragging', () => {
  it('begins beyond a few px, shows as it goes, and is one step', () => {
    const hand = pointerOver([a, b])
    hand.press([110, 110])
    hand.move([112, 111])
    expect(hand.tools.state).toBe('pressed')
    hand.move([150, 140], { ctrl: true })
    expect(hand.tools.state).toBe('dragging')
    expect(hand.object('a')).toMatchObject({ x: 140, y: 130 })
    expect(hand.steps).toEqual([])
    hand.lift([150, 140], { ctrl: true })
    expect(hand.steps).toEqual(['Move'])
    hand.editor.undo()
    expect(hand.object('a')).toMatchObject({ x: 100, y: 100 })
  })

  it('moves all that is selected, keeps to an axis with Shift, and is called off by Escape', () => {
    const hand = pointerOver([a, b])
    hand.click([110, 110])
    hand.click([410, 310], { shift: true })
    hand.drag([110, 110], [150, 115], { ctrl: true, shift: true })
    expect(hand.object('a')).toMatchObject({ x: 140, y: 100 })
    expect(hand.object('b')).toMatchObject({ x: 440, y: 300 })
    hand.press([150, 110])
    hand.move([300, 300])
    expect(hand.tools.cancel()).toBe(true)
    expect(hand.object('a')).toMatchObject({ x: 140, y: 100 })
    hand.lift([300, 300])
    expect(hand.steps).toEqual(['Move'])
  })

  it('snaps to others and the grid, unless Ctrl is held', () => {
    const hand = pointerOver([a, b])
    hand.press([110, 110])
    hand.move([407, 115])
    expect(hand.object('a')).toMatchObject({ x: 400 })
    expect(hand.tools.hints().guides).toContainEqual({ kind: 'line', from: { x: 400, y: 105 }, to: { x: 400, y: 360 } })
    hand.tools.keys({ shift: false, alt: false, ctrl: true })
    expect(hand.object('a')).toMatchObject({ x: 397 })
    hand.lift([407, 115], { ctrl: true })
    const onGrid = pointerOver([a], { grid: { size: 20, visible: true, snap: true } })
    onGrid.drag([110, 110], [137, 139], {})
    expect(onGrid.object('a')).toMatchObject({ x: 120, y: 120 })
  })

  it('with Alt drags a copy and leaves what it is made of', () => {
    const hand = pointerOver([a])
    hand.drag([110, 110], [310, 110], { alt: true, ctrl: true })
    const [copy] = hand.added(['a'])
    expect(copy).toMatchObject({ kind: 'shape', x: 300, y: 100 })
    expect(hand.object('a')).toMatchObject({ x: 100 })
    expect(hand.selection).toEqual([copy?.id])
    expect(hand.steps).toEqual(['Duplicate'])
  })

  it('drops into a container, shows it before, and takes out of it again', () => {
    const pool = shape('pool', { x: 300, y: 50, width: 400, height: 400, container: true, order: 'Zz' })
    const hand = pointerOver([pool, a])
    hand.press([110, 110])
    hand.move([410, 210], { ctrl: true })
    expect(hand.tools.hints().drop).toBe('pool')
    hand.lift([410, 210], { ctrl: true })
    expect(hand.object('a')).toMatchObject({ parent: 'pool', x: 100, y: 150 })
    hand.drag([350, 400], [360, 410])
    expect(hand.object('a')).toMatchObject({ x: 100, y: 150 })
    hand.drag([420, 220], [120, 120])
    expect(hand.object('a')).toMatchObject({ parent: null, x: 110, y: 110 })
    expect(hand.steps).toHaveLength(3)
  })

  it('scrolls the view at its edge and goes on dragging', () => {
    const hand = pointerOver([a])
    hand.press([110, 110], { ctrl: true })
    hand.move([799, 300], { ctrl: true })
    const before = hand.object('a')
    hand.tools.scroll()
    expect(hand.editor.state().camera.x).toBeGreaterThan(10)
    if (before.kind !== 'shape') throw new Error('no shape')
    expect(hand.object('a')).toMatchObject({ x: before.x + hand.editor.state().camera.x })
  })

  it('of the page is panning: with the wheel button, the pan tool, and the space bar', () => {
    const hand = pointerOver([a])
    const pan = (button: number) => {
      hand.press([110, 110], {}, button)
      hand.move([100, 90])
      hand.lift([100, 90])
    }
    pan(1)
    expect(hand.editor.state().camera).toEqual({ x: 10, y: 20, zoom: 1 })
    hand.editor.set({ tool: { kind: 'pan' } })
    pan(0)
    hand.editor.set({ tool: { kind: 'select' } })
    hand.tools.isPanHeld = true
    pan(0)
    expect(hand.editor.state().camera.x).toBe(30)
    expect(hand.steps).toEqual([])
  })
})

describe('resizing', () => {
  const selected = (object = a) => {
    const hand = pointerOver([object])
    hand.editor.select([object.id])
    return hand
  }

  it('drags corners and sides; the opposite one stays', () => {
    const hand = selected()
    hand.drag([200, 160], [230, 200])
    expect(hand.object('a')).toMatchObject({ x: 100, y: 100, width: 130, height: 100 })
    hand.drag([100, 150], [80, 150])
    expect(hand.object('a')).toMatchObject({ x: 80, width: 150, height: 100 })
    hand.drag([155, 100], [155, 500])
    expect(hand.object('a')).toMatchObject({ height: 4, width: 150 })
    expect(hand.steps).toEqual(['Resize', 'Resize', 'Resize'])
  })

  it('keeps the proportions with Shift, and the middle with Alt', () => {
    const hand = selected()
    hand.drag([200, 160], [300, 170], { shift: true, ctrl: true })
    expect(hand.object('a')).toMatchObject({ x: 100, y: 100, width: 200, height: 120 })
    hand.drag([300, 220], [310, 230], { alt: true, ctrl: true })
    expect(hand.object('a')).toMatchObject({ x: 90, y: 90, width: 220, height: 140 })
  })

  it('keeps the proportions of shapes that have their own, unless Shift is held', () => {
    const hand = selected(shape('a', { x: 100, y: 100, width: 80, height: 80, shape: 'basic.circle' }))
    hand.drag([180, 180], [220, 190])
    expect(hand.object('a')).toMatchObject({ width: 120, height: 120 })
    hand.drag([220, 220], [240, 220], { shift: true, ctrl: true })
    expect(hand.object('a')).toMatchObject({ width: 140, height: 120 })
  })

  it('turns with its object: the far corner stays on the page', () => {
    // A quarter turn about (150, 130): its own right side points down.
    const hand = selected(shape('a', { x: 100, y: 100, rotation: 90 }))
    hand.drag([150, 180], [150, 220])
    expect(hand.object('a')).toMatchObject({ width: 140, height: 60, rotation: 90, x: 80, y: 120 })
  })

  it('snaps its edge to others and the grid', () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a'])
    hand.drag([200, 130], [397, 130], {})
    expect(hand.object('a')).toMatchObject({ x: 100, width: 300 })
  })

  it('stretches several together', () => {
    const hand = pointerOver([a, b])
    hand.editor.select(['a', 'b'])
    hand.drag([500, 360], [900, 620])
    expect(hand.object('a')).toMatchObject({ x: 100, y: 100, width: 200, height: 120 })
    expect(hand.object('b')).toMatchObject({ x: 700, y: 500, width: 200, height: 120 })
  })
})

describe('turning', () => {
  it('goes by 15° with Shift and softly to the level', () => {
    const hand = pointerOver([a])
    hand.editor.select(['a'])
    const turn = (to: readonly [number, number], keys = {}) => {
      // The handle is outside of the upper right corner, the middle at (150, 130).
      hand.drag([220, 80], to, keys)
      return hand.object('a')
    }
    expect(turn([150, 230], { shift: true })).toMatchObject({ rotation: 120 })
    hand.editor.undo()
    const free = turn([200, 180], { ctrl: true })
    expect(free).toMatchObject({ rotation: 81 })
    expect(hand.steps).toEqual(['Rotate'])
  })
})

describe('drawing', () => {
  it('draws a shape out, or places it in its usual size by a click, and goes back to selecting', () => {
    const hand = pointerOver([])
    hand.editor.set({ tool: { kind: 'shape', shape: 'basic.ellipse' } })
    hand.drag([100, 100], [250, 180])
    const [drawn] = hand.added([])
    expect(drawn).toMatchObject({ kind: 'shape', shape: 'basic.ellipse', x: 100, y: 100, width: 150, height: 80 })
    expect(hand.editor.state()).toMatchObject({ tool: { kind: 'select' }, recentShapes: ['basic.ellipse'] })
    expect(hand.selection).toEqual([drawn?.id])
    hand.editor.set({ tool: { kind: 'shape', shape: 'basic.rectangle' } })
    hand.click([400, 400])
    expect(hand.added([drawn?.id ?? ''])).toMatchObject([{ x: 340, y: 370, width: 120, height: 60 }])
    expect(hand.steps).toEqual(['Add shape', 'Add shape'])
  })

  it('makes a square with Shift and a shape in the container that it is drawn in', () => {
    const hand = pointerOver([shape('pool', { x: 300, y: 100, width: 400, height: 400, container: true })])
    hand.editor.set({ tool: { kind: 'shape', shape: 'basic.square' } })
    hand.drag([350, 150], [430, 170])
    expect(hand.added(['pool'])).toMatchObject([{ parent: 'pool', x: 50, y: 50, width: 80, height: 80 }])
  })

  it('draws nothing on a locked layer, and says so', () => {
    const hand = pointerOver([], { layers: [{ id: 'l1', name: '', visible: true, locked: true }] })
    hand.editor.set({ tool: { kind: 'shape', shape: 'basic.ellipse' } })
    hand.drag([100, 100], [250, 180])
    expect(hand.added([])).toEqual([])
    expect(hand.tools.notice()?.text).toContain('locked')
  })
})

it('a read-only diagram is looked at and selected in, and never changed', () => {
  const hand = pointerOver([a], {}, { isReadOnly: true })
  hand.click([110, 110])
  expect(hand.selection).toEqual(['a'])
  hand.drag([110, 110], [210, 210])
  hand.doubleClick([110, 110])
  hand.doubleClick([600, 500])
  expect(hand.object('a')).toMatchObject({ x: 100, y: 100 })
  expect(hand.editor.state()).toMatchObject({ editing: null, preview: null, undo: [] })
})

it('an empty page is seen in its size, whatever the view, and a drawn one as a whole', () => {
  const look = (hand: Hand) => {
    resetView(hand.editor)
    return hand.editor.state().camera
  }
  // The page is 800 by 600.
  const narrow = pointerOver([])
  narrow.editor.setViewSize({ width: 300, height: 400 })
  expect(look(narrow)).toEqual({ x: 250, y: 100, zoom: 1 })
  const drawn = pointerOver([a, shape('far', { x: 1900, y: 100, order: 'a1' })])
  expect(look(drawn).zoom).toBeLessThan(0.5)
})

it('copies of copies go on as the first was taken', () => {
  const hand = pointerOver([a])
  hand.editor.select(['a'])
  runCommand(hand.editor, 'duplicate')
  const [first] = hand.added(['a'])
  if (first?.kind !== 'shape' || a.kind !== 'shape') throw new Error('no copy')
  expect([first.x - a.x, first.y - a.y]).toEqual([20, 20])
  hand.drag([first.x + 50, first.y + 30], [first.x + 170, first.y + 10])
  runCommand(hand.editor, 'duplicate')
  expect(hand.added(['a', first.id])).toMatchObject([{ x: a.x + 280, y: a.y }])
})

it('what the diagram refuses is not done, and the reason is said', () => {
  const many = Array.from({ length: LIMITS.objects - 1 }, (_, index) => shape(`s${index}`, { x: 3000, y: 3000 }))
  const hand = pointerOver([a, ...many])
  hand.drag([110, 110], [310, 110], { alt: true, ctrl: true })
  expect(hand.tools.notice()?.text).toContain(`at most ${LIMITS.objects} objects`)
  expect(hand.tools.state).toBe('idle')
  expect(hand.editor.state()).toMatchObject({ preview: null, undo: [] })
  expect(runCommand(hand.editor, 'duplicate')).toBe(true)
  expect(hand.steps).toEqual([])
})

it('the format painter gives the look of one to another, once', () => {
  const red = shape('red', {
    style: { fill: { kind: 'solid', colour: '#ff0000' }, stroke: { colour: '#00ff00', width: 3 } },
  })
  const hand = pointerOver([red, b])
  hand.editor.set({ tool: { kind: 'format', from: 'red', stays: false } })
  hand.click([410, 310])
  expect(hand.object('b')).toMatchObject({ style: red.style })
  expect(hand.editor.state().tool.kind).toBe('select')
})
