import { describe, expect, it } from 'vitest'
import type { DiagramObject, TextBlock } from '#diagrams/model/document.ts'
import { connector, group, shape } from '#diagrams/model/test-documents.ts'
import { commandFor, pressKey, type Key, type KeyPlace } from './keys.ts'
import { pointerOver, type Hand } from './test-pointer.ts'
import { editText, endText, editedText, writeAt } from './text.ts'

const key = (name: string, keys: Partial<Key> = {}): Key => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...keys,
})
const press = (hand: Hand, name: string, keys: Partial<Key> = {}, place: KeyPlace = { onCanvas: true }) =>
  pressKey(hand.editor, key(name, keys), place)
const words = (text: string): TextBlock => ({
  vertical: 'middle',
  paragraphs: [{ align: 'center', runs: [{ text, font: 'sans', size: 14, colour: '#000000' }] }],
})

// Two rows, out of order, and a group with two in it.
const objects: DiagramObject[] = [
  shape('below', { x: 0, y: 200 }),
  shape('right', { x: 300, y: 4 }),
  shape('left', { x: 0, y: 0, text: words('Start') }),
  group('g', { x: 100, y: 300 }),
  shape('in', { parent: 'g', width: 40 }),
  shape('too', { parent: 'g', x: 60, width: 40, order: 'a1' }),
  connector('line', { from: { at: { x: 0, y: 100 } }, to: { at: { x: 10, y: 110 } } }),
]

describe('keys', () => {
  it('have commands, with Ctrl or Command, as the menus show them', () => {
    const cases: [Key, string | undefined][] = [
      [key('z', { ctrlKey: true }), 'undo'],
      [key('z', { metaKey: true }), 'undo'],
      [key('Z', { ctrlKey: true, shiftKey: true }), 'redo'],
      [key('y', { ctrlKey: true }), 'redo'],
      [key('g', { ctrlKey: true }), 'group'],
      [key('G', { ctrlKey: true, shiftKey: true }), 'ungroup'],
      [key('d', { ctrlKey: true }), 'duplicate'],
      [key('d'), 'toolDiamond'],
      [key('Backspace'), 'delete'],
      [key(']'), 'forward'],
      [key('[', { altKey: true, ctrlKey: true }), 'backward'],
      [key('ArrowRight', { altKey: true }), 'nextRight'],
      [key('ArrowRight', { ctrlKey: true }), 'sameRight'],
      [key('+', { ctrlKey: true }), 'zoomIn'],
      [key('c'), 'toolConnector'],
      [key('q'), undefined],
      [key('z', { altKey: true }), undefined],
    ]
    for (const [pressed, command] of cases) expect(commandFor(pressed), JSON.stringify(pressed)).toBe(command)
  })

  it('leave letters to what listens to them, Enter to what has the focus, and undo from anywhere', () => {
    const hand = pointerOver(objects)
    hand.editor.select(['left'])
    press(hand, 'ArrowRight')
    expect(press(hand, 'r', {}, { onCanvas: false })).toBe(false)
    expect(press(hand, 'Enter', {}, { onCanvas: false })).toBe(false)
    expect(hand.editor.state()).toMatchObject({ tool: { kind: 'select' }, editing: null })
    expect(press(hand, 'z', { ctrlKey: true }, { onCanvas: false })).toBe(true)
    expect(hand.steps).toEqual([])
  })

  it('choose tools from a button that has the focus, and lead to the canvas', () => {
    const hand = pointerOver(objects)
    let led = 0
    hand.tools.takeFocus = () => {
      led++
    }
    const onButton: KeyPlace = { onCanvas: false, takesLetters: true }
    expect(press(hand, 'l', {}, onButton)).toBe(true)
    expect(hand.editor.state().tool).toEqual({ kind: 'connector' })
    expect(hand.tools.message()).toContain('Tab')
    expect(led).toBe(1)
    for (const [name, words] of [
      ['t', 'Enter'],
      ['v', 'Select'],
    ] as const) {
      expect(press(hand, name, {}, onButton), name).toBe(true)
      expect(hand.tools.message()).toContain(words)
    }
    hand.editor.select(['left'])
    expect(press(hand, '.', { ctrlKey: true }, onButton)).toBe(true)
    expect(hand.tools.message()).toContain('handle')
    expect(press(hand, 'j', { ctrlKey: true }, onButton)).toBe(true)
    expect(hand.editor.state().tool).toEqual({ kind: 'connector', from: 'left' })
    expect(led).toBe(5)
    // Enter activates a button itself, and Tab moves on from it.
    for (const name of ['Enter', 'Tab', 'ArrowLeft']) expect(press(hand, name, {}, onButton), name).toBe(false)
    expect(led).toBe(5)
  })

  it('move the view while the hand is chosen', () => {
    const hand = pointerOver(objects)
    press(hand, 'h')
    const { x, y } = hand.editor.state().camera
    press(hand, 'ArrowRight')
    press(hand, 'ArrowUp')
    expect(hand.editor.state().camera).toMatchObject({ x: x + 40, y: y - 40 })
    expect(hand.steps).toEqual([])
  })

  it('leave copying and pasting to the browser, which has the clipboard', () => {
    expect(press(pointerOver(objects), 'c', { ctrlKey: true })).toBe(false)
  })

  it('choose tools, and Escape goes back: the action, the tool, the selection', () => {
    const hand = pointerOver(objects)
    press(hand, 'r')
    hand.editor.select(['left'])
    expect(hand.editor.state().tool).toEqual({ kind: 'shape', shape: 'basic.rectangle' })
    hand.press([500, 400])
    hand.move([560, 460])
    expect(hand.editor.state().preview).not.toBeNull()
    press(hand, 'Escape')
    expect(hand.editor.state()).toMatchObject({ preview: null, tool: { kind: 'shape' } })
    press(hand, 'Escape')
    expect(hand.editor.state().tool).toEqual({ kind: 'select' })
    expect(hand.selection).toEqual(['left'])
    press(hand, 'Escape')
    expect(hand.selection).toEqual([])
    expect(press(hand, 'Escape')).toBe(false)
  })
})

describe('walking', () => {
  it('goes by rows, groups as one, lines last, and leaves at both ends', () => {
    const hand = pointerOver(objects)
    const seen: string[] = []
    while (press(hand, 'Tab')) seen.push(...hand.selection)
    expect(seen).toEqual(['left', 'right', 'below', 'g', 'line'])
    const back: string[] = []
    while (press(hand, 'Tab', { shiftKey: true })) back.push(...hand.selection)
    expect(back).toEqual(['g', 'below', 'right', 'left'])
  })

  it('leaves the canvas after Escape with nothing selected', () => {
    const hand = pointerOver(objects)
    press(hand, 'Escape')
    expect(press(hand, 'Tab')).toBe(false)
    expect(press(hand, 'Tab')).toBe(true)
  })

  it('shows what it comes to', () => {
    const hand = pointerOver([shape('far', { x: 3000, y: 2000 })])
    press(hand, 'Tab')
    const { x, y } = hand.editor.state().camera
    expect(3000 - x).toBeLessThan(800 - 100)
    expect(2000 - y).toBeLessThan(600 - 60)
  })
})

describe('arrows', () => {
  it('nudge by a px, with Shift by ten, by the grid where it snaps; quick ones are one step', () => {
    const hand = pointerOver(objects)
    hand.editor.select(['below', 'line'])
    press(hand, 'ArrowRight')
    press(hand, 'ArrowRight')
    press(hand, 'ArrowDown', { shiftKey: true })
    expect(hand.object('below')).toMatchObject({ x: 2, y: 210 })
    expect(hand.object('line')).toMatchObject({ from: { at: { x: 2, y: 110 } } })
    expect(hand.steps).toEqual(['Nudge'])
    const onGrid = pointerOver(objects, { grid: { size: 25, visible: true, snap: true } })
    onGrid.editor.select(['below'])
    press(onGrid, 'ArrowLeft')
    expect(onGrid.object('below')).toMatchObject({ x: -25 })
    // Off the grid by a px, and from there to its next line, by what is selected as a whole.
    press(onGrid, 'ArrowLeft', { shiftKey: true })
    press(onGrid, 'ArrowUp', { shiftKey: true })
    expect(onGrid.object('below')).toMatchObject({ x: -26, y: 199 })
    press(onGrid, 'ArrowRight')
    press(onGrid, 'ArrowUp')
    expect(onGrid.object('below')).toMatchObject({ x: -25, y: 175 })
    press(onGrid, 'ArrowDown')
    expect(onGrid.object('below')).toMatchObject({ x: -25, y: 200 })
    onGrid.editor.select(['below', 'right'])
    press(onGrid, 'ArrowDown')
    expect([onGrid.object('below'), onGrid.object('right')]).toMatchObject([{ y: 221 }, { y: 25 }])
    expect(onGrid.steps).toEqual(['Nudge'])
  })

  it('do nothing with nothing selected', () => {
    const hand = pointerOver(objects)
    expect(press(hand, 'ArrowLeft')).toBe(false)
    expect(hand.steps).toEqual([])
  })
})

describe('typing', () => {
  const onButton: KeyPlace = { onCanvas: false, takesLetters: true }

  it('writes in the one selected object, with the first character, instead of choosing a tool', () => {
    for (const name of ['r', 'R', '?', '.', ']', '1', 'é', '字']) {
      const hand = pointerOver(objects)
      hand.editor.select(['left'])
      expect(press(hand, name)).toBe(true)
      expect(hand.editor.state()).toMatchObject({
        tool: { kind: 'select' },
        editing: { objectId: 'left', typed: name },
      })
      // If a field receives the key, the browser puts it there, by whatever input method.
      const other = pointerOver(objects)
      other.editor.select(['left'])
      expect(press(other, name, {}, { onCanvas: true, takesText: true })).toBe(false)
      expect(other.editor.state()).toMatchObject({ tool: { kind: 'select' }, editing: null })
    }
  })

  it('comes by AltGr and from a button, but not by Space, Ctrl or Alt', () => {
    const hand = pointerOver(objects)
    hand.editor.select(['left'])
    press(hand, ' ')
    press(hand, 'e', { ctrlKey: true })
    press(hand, 'e', { altKey: true })
    press(hand, 'Dead')
    expect(hand.editor.state().editing).toBeNull()
    press(hand, '[', { ctrlKey: true, altKey: true }, onButton)
    expect(hand.editor.state().editing).toMatchObject({ typed: '[' })
  })

  it('writes on a line, and neither writes nor chooses tools with several, a group or a locked one selected', () => {
    const hand = pointerOver([...objects, shape('held', { x: 500, locked: true })])
    hand.editor.select(['line'])
    press(hand, 'n')
    expect(hand.editor.state().editing).toEqual({ objectId: 'line', label: 0, typed: 'n' })
    hand.editor.set({ editing: null })
    hand.editor.cancel()
    for (const ids of [['left', 'right'], ['g'], ['held']]) {
      hand.editor.select(ids)
      expect(press(hand, 'r'), ids.join()).toBe(false)
      expect(hand.editor.state()).toMatchObject({ tool: { kind: 'select' }, editing: null })
    }
    hand.editor.select([])
    expect(press(hand, 'r')).toBe(true)
    // The tool is chosen: its keys are too.
    hand.editor.select(['left'])
    expect(press(hand, 'o')).toBe(true)
    expect(hand.editor.state().tool).toEqual({ kind: 'shape', shape: 'basic.ellipse' })
  })
})

describe('writing', () => {
  it('begins by Enter and by a double click, and ends in one step', () => {
    const hand = pointerOver(objects)
    hand.editor.select(['below'])
    press(hand, 'Enter')
    expect(hand.editor.state().editing).toEqual({ objectId: 'below' })
    endText(hand.editor, words('New'))
    expect(hand.object('below')).toMatchObject({ text: words('New') })
    expect(hand.steps).toEqual(['Edit text'])
    hand.doubleClick([50, 30])
    expect(hand.editor.state().editing).toEqual({ objectId: 'left' })
    endText(hand.editor, words('Start'))
    expect(hand.steps).toEqual(['Edit text'])
    hand.doubleClick([50, 30])
    endText(hand.editor, words('  '))
    expect(hand.object('left')).not.toHaveProperty('text')
  })

  it('on the empty page makes a text as large as what is written, or none', () => {
    const hand = pointerOver([])
    hand.doubleClick([300, 300])
    expect(hand.steps).toEqual([])
    endText(hand.editor, words(''))
    expect(hand.added([])).toEqual([])
    expect(hand.editor.state()).toMatchObject({ preview: null, editing: null, undo: [] })
    writeAt(hand.editor, { x: 300, y: 300 })
    endText(hand.editor, words('Some words here'))
    const [made] = hand.added([])
    expect(made).toMatchObject({ kind: 'shape', shape: 'basic.text', x: 300 })
    if (made?.kind !== 'shape') throw new Error('no shape')
    expect(made.width).toBeGreaterThan(80)
    expect(made.width).toBeLessThan(130)
    expect(hand.steps).toEqual(['Add text'])
    editText(hand.editor, made.id)
    endText(hand.editor, words(''))
    expect(hand.added([])).toEqual([])
  })

  it('on a line makes a label where it is clicked, and takes an empty one away', () => {
    const hand = pointerOver([connector('line', { from: { at: { x: 0, y: 100 } }, to: { at: { x: 200, y: 100 } } })])
    hand.doubleClick([50, 100])
    const { editing } = hand.editor.state()
    expect(editing).toEqual({ objectId: 'line', label: 0 })
    expect(editing && editedText(hand.editor, editing)).not.toBeNull()
    endText(hand.editor, words('yes'))
    expect(hand.object('line')).toMatchObject({ labels: [{ along: 0.25, across: 0, text: words('yes') }] })
    hand.doubleClick([50, 100])
    endText(hand.editor, words(''))
    expect(hand.object('line')).toMatchObject({ labels: [] })
    expect(hand.steps).toEqual(['Add text', 'Edit text'])
  })

  it('does not begin in what is locked or a group', () => {
    const hand = pointerOver([shape('a', { locked: true }), group('g')])
    editText(hand.editor, 'a')
    editText(hand.editor, 'g')
    expect(hand.editor.state().editing).toBeNull()
  })
})

describe('a shape that is written in', () => {
  const write = (object: Extract<DiagramObject, { kind: 'shape' }>, text: string) => {
    const hand = pointerOver([object])
    editText(hand.editor, object.id)
    endText(hand.editor, words(text))
    return hand
  }
  const long = 'one two three four five six seven eight nine ten eleven twelve'

  it('grows about its middle until it holds its text, in the step that writes it', () => {
    const hand = write(shape('a', { x: 10, y: 20, height: 40 }), long)
    const { y, height } = hand.object('a') as { y: number; height: number }
    expect(hand.object('a')).toMatchObject({ x: 10, width: 100 })
    expect(y + height / 2).toBe(40)
    expect(height).toBeGreaterThan(80)
    expect(height).toBeLessThan(140)
    expect(hand.steps).toEqual(['Edit text'])
    hand.editor.undo()
    expect(hand.object('a')).toMatchObject({ height: 40 })
    // A part of a slanted or headed shape is its text's, so it grows by more.
    const cylinder = write(shape('a', { shape: 'basic.cylinder', height: 40 }), long).object('a') as { height: number }
    expect(cylinder.height).toBeGreaterThan(height)
  })

  it('keeps the edge that its text stands at', () => {
    const grown = (vertical: TextBlock['vertical']) => {
      const hand = pointerOver([shape('a', { y: 20, height: 40 })])
      editText(hand.editor, 'a')
      endText(hand.editor, { ...words(long), vertical })
      return hand.object('a') as { y: number; height: number }
    }
    expect(grown('top').y).toBe(20)
    const { y, height } = grown('bottom')
    expect(y + height).toBe(60)
  })

  it('stays as it is with room for the text, and as a container, turned, with a text beneath, or of fixed proportions', () => {
    for (const fields of [
      { height: 300 },
      { container: true },
      { rotation: 30 },
      { shape: 'uml.actor' },
      { shape: 'basic.circle' },
    ]) {
      const object = shape('a', { height: 40, ...fields })
      expect(write(object, long).object('a'), JSON.stringify(fields)).toMatchObject({ height: object.height })
    }
  })
})
